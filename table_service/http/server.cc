#include "table_service/http/server.h"

#include "table_service/http/io_thread.h"
#include "table_service/http/listener.h"

#include <algorithm>
#include <utility>

namespace rowhouse::http {

class Server::Impl {
 public:
  Impl(ServerOptions options, Handler& handler) : state_(std::make_shared<ServerState>()) {
    state_->options = std::move(options);
    state_->handler = &handler;
    const std::size_t threads = std::max<std::size_t>(1, state_->options.io_threads);
    for (std::size_t i = 0; i < threads; ++i) {
      io_threads_.push_back(std::make_shared<IoThread>(state_));
    }
    listener_ = std::make_unique<Listener>(io_threads_);
    state_->on_room = [this] { OnListener(&Listener::Resume); };
  }

  tl::expected<void, std::string> Start() {
    const auto port = listener_->Open(state_->options.address, state_->options.port);
    if (!port) return tl::unexpected(port.error());
    port_ = *port;
    OnListener(&Listener::Accept);
    for (const auto& io : io_threads_) io->Run();
    return {};
  }

  std::uint16_t Port() const { return port_; }

  void Stop() {
    if (state_->stopping.exchange(true)) return;
    OnListener(&Listener::Close);
    for (const auto& io : io_threads_) {
      io->Post([io = io.get()] { io->CloseAllIdle(); });
    }
    {
      std::unique_lock lock(state_->mutex);
      state_->changed.wait_for(lock, state_->options.shutdown_time,
                               [this] { return state_->connections == 0; });
    }
    for (const auto& io : io_threads_) io->Stop();
  }

 private:
  void OnListener(void (Listener::*action)()) {
    io_threads_.front()->Post([this, action] { (listener_.get()->*action)(); });
  }

  std::shared_ptr<ServerState> state_;
  std::vector<std::shared_ptr<IoThread>> io_threads_;
  std::unique_ptr<Listener> listener_;
  std::uint16_t port_ = 0;
};

tl::expected<std::unique_ptr<Server>, std::string> Server::Start(ServerOptions options,
                                                                 Handler& handler) {
  auto impl = std::make_unique<Impl>(std::move(options), handler);
  if (const auto started = impl->Start(); !started) return tl::unexpected(started.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { impl_->Stop(); }

std::uint16_t Server::Port() const { return impl_->Port(); }

void Server::Stop() { impl_->Stop(); }

}  // namespace rowhouse::http
