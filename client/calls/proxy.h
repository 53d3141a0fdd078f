#pragma once
// Which requests go through an HTTP proxy, and where that is. Pure.

#include <functional>
#include <string>
#include <string_view>

namespace rowhouse::tables {

// What a 407 means, from the proxy itself or for a tunnel.
inline constexpr std::string_view kProxyWantsCredentials =
    "the proxy wants credentials in its address: http://USER:PASSWORD@HOST:PORT";

// None: every member is empty.
struct ProxyAddress {
  std::string url = {};  // "http://host:port"
  std::string user = {};
  std::string password = {};
};

// Reads "[http://][USER:PASSWORD@]HOST[:PORT][/]"; port 80 without one. "" is none.
// std::invalid_argument, which never quotes a password: it is anything else.
ProxyAddress ParseProxy(std::string_view text);

// What the environment says about an origin ("https://host:port").
struct ProxyVariable {
  std::string name = {};  // of the variable; empty: no proxy
  std::string value = {};
};

// By the usual rules: $https_proxy or $HTTPS_PROXY for https, $http_proxy or $HTTP_PROXY for http,
// unless the origin is this machine or listed in $no_proxy or $NO_PROXY ("*", "host",
// ".domain", "domain" with the names below it, "127.0.0.1:10002"; separated by commas).
// `variable` returns the value of a variable of the environment, "" without one.
ProxyVariable ProxyOf(std::string_view origin,
                      const std::function<std::string(std::string_view)>& variable);

}  // namespace rowhouse::tables
