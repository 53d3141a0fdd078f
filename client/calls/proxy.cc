#include "client/calls/proxy.h"

#include "base/ascii.h"
#include "base/loopback.h"
#include "base/percent.h"
#include "client/calls/address.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kForm = "a proxy is http://HOST:PORT or http://USER:PASSWORD@HOST:PORT";

std::string Decoded(std::string_view text) {
  auto decoded = PercentDecode(text);
  if (!decoded) {
    throw std::invalid_argument(
        fmt::format("{}, with % in USER and PASSWORD written as %25", kForm));
  }
  return *std::move(decoded);
}

ProxyVariable FirstOf(std::initializer_list<std::string_view> names,
                      const std::function<std::string(std::string_view)>& variable) {
  for (const std::string_view name : names) {
    if (std::string value = variable(name); !value.empty()) return {std::string(name), value};
  }
  return {};
}

// Whether one entry of $NO_PROXY is about this host.
bool Excludes(std::string_view entry, std::string_view host, std::string_view host_and_port) {
  if (entry == "*" || entry == host_and_port) return true;
  if (entry.starts_with('*')) entry.remove_prefix(1);
  if (entry.starts_with('.')) entry.remove_prefix(1);
  if (entry.empty() || !host.ends_with(entry)) return false;
  return host.size() == entry.size() || host[host.size() - entry.size() - 1] == '.';
}

bool IsExcluded(std::string_view list, std::string_view authority) {
  const std::string host_and_port = AsciiLower(authority);
  const std::string_view host = std::string_view(host_and_port).substr(0, host_and_port.find(':'));
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(", "), list.size());
    if (Excludes(AsciiLower(list.substr(0, end)), host, host_and_port)) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

ProxyAddress ParseProxy(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t scheme_end = text.find("://");
  if (scheme_end != std::string_view::npos) {
    if (AsciiLower(text.substr(0, scheme_end)) != "http")
      throw std::invalid_argument(std::string(kForm));
    text.remove_prefix(scheme_end + 3);
  }
  ProxyAddress proxy;
  if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = text.substr(0, at);
    const std::size_t colon = std::min(user.find(':'), user.size());
    proxy.user = Decoded(user.substr(0, colon));
    proxy.password = Decoded(user.substr(std::min(colon + 1, user.size())));
    text.remove_prefix(at + 1);
  }
  if (text.ends_with('/')) text.remove_suffix(1);
  try {
    RequireAuthority(text);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(std::string(kForm));
  }
  const bool has_port = text.find(':') != std::string_view::npos;
  proxy.url = fmt::format("http://{}{}", text, has_port ? "" : ":80");
  return proxy;
}

ProxyVariable ProxyOf(std::string_view origin,
                      const std::function<std::string(std::string_view)>& variable) {
  const std::string_view authority = AuthorityOf(origin);
  if (IsLoopbackHost(authority)) return {};
  if (IsExcluded(FirstOf({"no_proxy", "NO_PROXY"}, variable).value, authority)) return {};
  return origin.starts_with("https://") ? FirstOf({"https_proxy", "HTTPS_PROXY"}, variable)
                                        : FirstOf({"http_proxy", "HTTP_PROXY"}, variable);
}

}  // namespace rowhouse::tables
