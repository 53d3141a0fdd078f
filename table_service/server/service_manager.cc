#include "table_service/server/service_manager.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <spdlog/spdlog.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace rowhouse::server {
namespace {

// Returns 0 or the error. `name` is a path, or a name in the abstract namespace after '@'.
int Send(std::string_view name, std::string_view message) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.size() >= sizeof address.sun_path) return ENAMETOOLONG;
  std::copy(name.begin(), name.end(), address.sun_path);
  if (name.front() == '@') address.sun_path[0] = '\0';
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor == -1) return errno;
  const ssize_t sent = sendto(descriptor, message.data(), message.size(), MSG_NOSIGNAL,
                              reinterpret_cast<const sockaddr*>(&address), length);
  const int error = sent == -1 ? errno : 0;
  close(descriptor);
  return error;
}

void Tell(std::string_view message) {
  const char* const name = std::getenv("NOTIFY_SOCKET");
  if (name == nullptr || *name == '\0') return;
  if (const int error = Send(name, message); error != 0) {
    spdlog::warn("cannot tell the service manager at {} \"{}\": {}", name, message,
                 std::generic_category().message(error));
  }
}

}  // namespace

void TellReady() { Tell("READY=1"); }

void TellStopping() { Tell("STOPPING=1"); }

}  // namespace rowhouse::server
