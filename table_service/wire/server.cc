#include "table_service/wire/server.h"

#include "base/guarded.h"
#include "table_service/wire/io_thread.h"
#include "table_service/wire/listener.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace rowhouse::wire {

class Server::Impl {
 public:
  Impl(ServerOptions options, Handler& handler) : state_(std::make_shared<ServerState>()) {
    state_->options = std::move(options);
    state_->handler = &handler;
    const std::size_t threads = std::max<std::size_t>(1, state_->options.io_threads);
    for (std::size_t i = 0; i < threads; ++i) {
      io_threads_.push_back(std::make_shared<IoThread>(state_));
    }
    state_->on_room = [this] {
      PostToFirstThread([this] {
        if (!state_->full.exchange(false)) return;
        for (const auto& listener : listeners_) listener->Admit();
      });
    };
  }

  tl::expected<void, std::string> Start() {
    const ServerOptions& options = state_->options;
    if (options.port) {
      if (auto opened = Open(*options.port, nullptr, port_); !opened) return opened;
    }
    if (options.tls) {
      auto tls = LoadTlsContext(options.tls->files, *options.certificate);
      if (!tls) return tl::unexpected(tls.error());
      if (auto opened = Open(options.tls->port, *std::move(tls), tls_port_); !opened) return opened;
    }
    PostToFirstThread([this] {
      for (const auto& listener : listeners_) listener->Accept();
    });
    for (const auto& io : io_threads_) io->Run();
    return {};
  }

  std::uint16_t Port() const { return port_; }
  std::uint16_t TlsPort() const { return tls_port_; }

  tl::expected<void, std::string> ReloadTls() {
    const ServerOptions& options = state_->options;
    assert(options.tls);
    auto tls = LoadTlsContext(options.tls->files, *options.certificate);
    if (!tls) return tl::unexpected(tls.error());
    PostToFirstThread([this, context = *std::move(tls)] { listeners_.back()->UseTls(context); });
    return {};
  }

  void Stop() {
    if (state_->stopping.exchange(true)) return;
    PostToFirstThread([this] {
      for (const auto& listener : listeners_) listener->Close();
    });
    for (const auto& io : io_threads_) {
      io->Post([io = io.get()] { io->CloseAllIdle(); });
    }
    {
      const auto end = std::chrono::steady_clock::now() + state_->options.shutdown_time;
      const MutexLock lock(state_->mutex);
      while (state_->Connections().open != 0 &&
             state_->changed.wait_until(state_->mutex, end) == std::cv_status::no_timeout) {
      }
    }
    for (const auto& io : io_threads_) io->Stop();
  }

 private:
  tl::expected<void, std::string> Open(std::uint16_t wanted, TlsContext tls, std::uint16_t& port) {
    auto listener = std::make_unique<Listener>(io_threads_);
    if (tls) listener->UseTls(std::move(tls));
    const auto got = listener->Open(state_->options.address, wanted);
    if (!got) return tl::unexpected(got.error());
    port = *got;
    listeners_.push_back(std::move(listener));
    return {};
  }

  // The thread that owns the listeners.
  void PostToFirstThread(std::function<void()> action) {
    io_threads_.front()->Post(std::move(action));
  }

  std::shared_ptr<ServerState> state_;
  std::vector<std::shared_ptr<IoThread>> io_threads_;
  std::vector<std::unique_ptr<Listener>> listeners_;  // the one for TLS comes last
  std::uint16_t port_ = 0;
  std::uint16_t tls_port_ = 0;
};

tl::expected<std::unique_ptr<Server>, std::string> Server::Start(ServerOptions options,
                                                                 Handler& handler) {
  auto impl = std::make_unique<Impl>(std::move(options), handler);
  if (const auto started = impl->Start(); !started) return tl::unexpected(started.error());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() {
  RunGuarded("stopping the server", {}, [this] { impl_->Stop(); });
}

std::uint16_t Server::Port() const { return impl_->Port(); }

std::uint16_t Server::TlsPort() const { return impl_->TlsPort(); }

tl::expected<void, std::string> Server::ReloadTls() { return impl_->ReloadTls(); }

void Server::Stop() { impl_->Stop(); }

}  // namespace rowhouse::wire
