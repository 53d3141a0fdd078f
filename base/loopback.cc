#include "base/loopback.h"

#include "base/ascii.h"

#include <algorithm>
#include <string>

namespace rowhouse {

bool IsLoopbackAddress(std::string_view host) {
  if (host == "::1" || host == "[::1]") return true;
  const bool is_digits = std::all_of(host.begin(), host.end(),
                                     [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  return is_digits && host.starts_with("127.") && std::count(host.begin(), host.end(), '.') == 3;
}

bool IsLoopbackHost(std::string_view host) {
  const std::size_t port = host.find_last_of(":]");
  if (port != std::string_view::npos && host[port] == ':') host = host.substr(0, port);
  const std::string name = AsciiLower(host);
  return name == "localhost" || name.ends_with(".localhost") || IsLoopbackAddress(name);
}

}  // namespace rowhouse
