#include "client/calls/address.h"

#include "base/ascii.h"
#include "base/loopback.h"
#include "base/percent.h"
#include "entity/edm_value.h"
#include "entity/resource_address.h"
#include "signing/string_to_sign.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kDevelopmentOrigin = "http://127.0.0.1:10002";
constexpr std::string_view kSecondarySuffix = "-secondary";
constexpr std::string_view kDefaultDnsSuffix = "core.windows.net";

struct SplitUrl {
  Endpoint endpoint;
  std::string host;
  std::string query;
};

// Everything after the authority is sent as it is, so it must be encoded.
void RequireEncoded(std::string_view path_and_query) {
  const bool is_plain = std::all_of(path_and_query.begin(), path_and_query.end(), [](char c) {
    return c > 0x20 && c < 0x7F && std::string_view("\"<>\\^`{|}#").find(c) == std::string::npos;
  });
  if (!is_plain || !PercentDecode(path_and_query)) {
    throw std::invalid_argument("an endpoint's path and query are percent-encoded");
  }
}

// "scheme://host[:port][/path][?query]" without user, fragment or slash at the path's end.
SplitUrl Split(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  const std::string scheme = AsciiLower(url.substr(0, scheme_end));
  if (scheme_end == std::string_view::npos || (scheme != "http" && scheme != "https")) {
    throw std::invalid_argument("an endpoint begins with http:// or https://");
  }
  std::string_view rest = url.substr(scheme_end + 3);
  SplitUrl split;
  if (const std::size_t mark = rest.find('?'); mark != std::string_view::npos) {
    split.query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, slash);
  if (authority.empty() || url.find_first_of(" #@\r\n") != std::string_view::npos) {
    throw std::invalid_argument("an endpoint has a host, and no user, space or fragment");
  }
  RequireAuthority(authority);
  std::string_view path = rest.substr(slash);
  RequireEncoded(path);
  RequireEncoded(split.query);
  while (path.ends_with('/')) path.remove_suffix(1);
  split.endpoint = {.origin = fmt::format("{}://{}", scheme, authority),
                    .base_path = std::string(path)};
  split.host = authority.substr(0, authority.rfind(':'));
  return split;
}

// The account of a path-style endpoint, or of a host-style one.
std::string AccountOf(const SplitUrl& url) {
  if (!url.endpoint.base_path.empty()) {
    return url.endpoint.base_path.substr(url.endpoint.base_path.rfind('/') + 1);
  }
  return url.host.substr(0, url.host.find('.'));
}

// "http://host/account-secondary" or "http://account-secondary.host".
Endpoint SecondaryOf(const Endpoint& primary) {
  Endpoint secondary = primary;
  if (!primary.base_path.empty()) {
    secondary.base_path += kSecondarySuffix;
  } else if (const std::size_t dot = primary.origin.find('.'); dot != std::string::npos) {
    secondary.origin.insert(dot, kSecondarySuffix);
  }
  return secondary;
}

AccountAddress AddressFrom(const SplitUrl& url) {
  AccountAddress address;
  address.primary = url.endpoint;
  address.secondary = SecondaryOf(url.endpoint);
  address.account = AccountOf(url);
  return address;
}

using Settings = std::map<std::string, std::string, std::less<>>;

Settings ReadSettings(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    const std::string_view pair = TrimSpaces(text.substr(0, text.find(';')));
    text.remove_prefix(std::min(
        text.size(), text.find(';') == std::string_view::npos ? text.size() : text.find(';') + 1));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw std::invalid_argument("a connection string consists of Name=Value pairs with ';'");
    }
    settings[AsciiLower(TrimSpaces(pair.substr(0, equals)))] = TrimSpaces(pair.substr(equals + 1));
  }
  return settings;
}

std::string Find(const Settings& settings, std::string_view name) {
  const auto found = settings.find(name);
  return found == settings.end() ? std::string() : found->second;
}

AccountAddress DevelopmentAddress(const Settings& settings) {
  std::string origin(kDevelopmentOrigin);
  if (const std::string proxy = Find(settings, "developmentstorageproxyuri"); !proxy.empty()) {
    const std::string own = Split(proxy).endpoint.origin;
    const std::size_t port = own.rfind(':');
    origin = fmt::format("{}:10002", port > own.find("://") ? own.substr(0, port) : own);
  }
  return AddressOf(fmt::format("{}/{}", origin, kDevelopmentAccount),
                   SharedKeyCredential::Development());
}

std::string EndpointOf(const Settings& settings, const std::string& account) {
  if (std::string endpoint = Find(settings, "tableendpoint"); !endpoint.empty()) return endpoint;
  if (account.empty()) {
    throw std::invalid_argument("a connection string has an AccountName or a TableEndpoint");
  }
  std::string protocol = Find(settings, "defaultendpointsprotocol");
  if (protocol.empty()) protocol = "https";
  std::string suffix = Find(settings, "endpointsuffix");
  if (suffix.empty()) suffix = kDefaultDnsSuffix;
  return fmt::format("{}://{}.table.{}", protocol, account, suffix);
}

}  // namespace

AccountAddress ParseConnectionString(std::string_view text) {
  const Settings settings = ReadSettings(text);
  if (AsciiLower(Find(settings, "usedevelopmentstorage")) == "true") {
    return DevelopmentAddress(settings);
  }
  const std::string account = Find(settings, "accountname");
  AccountAddress address = AddressFrom(Split(EndpointOf(settings, account)));
  if (!account.empty()) address.account = account;
  if (const std::string other = Find(settings, "tablesecondaryendpoint"); !other.empty()) {
    address.secondary = Split(other).endpoint;
  }
  std::string sas = Find(settings, "sharedaccesssignature");
  if (sas.starts_with('?')) sas.erase(0, 1);
  const std::string key = Find(settings, "accountkey");
  if (!key.empty()) {
    address.credential = SharedKeyCredential(address.account, key);
  } else if (!sas.empty()) {
    address.sas_query = sas;
  } else {
    throw std::invalid_argument("a connection string has an AccountKey or a SharedAccessSignature");
  }
  return address;
}

AccountAddress AddressOf(std::string_view endpoint, const SharedKeyCredential& credential) {
  const SplitUrl url = Split(endpoint);
  if (!url.query.empty()) throw std::invalid_argument("an endpoint with a key has no query");
  AccountAddress address = AddressFrom(url);
  address.account = credential.Account();
  address.credential = credential;
  return address;
}

AccountAddress AddressOf(std::string_view endpoint, TokenCallback token) {
  if (!token)
    throw std::invalid_argument("a client with tokens needs a function that returns them");
  const SplitUrl url = Split(endpoint);
  if (!url.query.empty()) throw std::invalid_argument("an endpoint with tokens has no query");
  AccountAddress address = AddressFrom(url);
  if (address.primary.origin.starts_with("http://") &&
      !IsLoopbackHost(AuthorityOf(address.primary.origin))) {
    throw std::invalid_argument(fmt::format(
        "{} would send tokens where others can read them: use https://", address.primary.origin));
  }
  address.token = std::move(token);
  return address;
}

void RequireAuthority(std::string_view authority) {
  if (authority.starts_with('[')) {
    throw std::invalid_argument(
        "an endpoint's host cannot be an IPv6 address: give it a name, in /etc/hosts for example");
  }
  const std::size_t colon = std::min(authority.find(':'), authority.size());
  const std::string_view host = authority.substr(0, colon);
  const bool is_name = std::all_of(host.begin(), host.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  });
  if (host.empty() || !is_name) {
    throw std::invalid_argument("an endpoint has a host of letters, digits, '.', '-' and '_'");
  }
  if (colon == authority.size()) return;
  const std::string_view digits = authority.substr(colon + 1);
  int port = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (error != std::errc() || end != digits.data() + digits.size() || port < 1 || port > 65535) {
    throw std::invalid_argument("an endpoint's port is a number from 1 to 65535");
  }
}

std::string_view AuthorityOf(std::string_view origin) {
  return origin.substr(origin.find("://") + 3);
}

AccountAddress ParseAccountSasUrl(std::string_view url) {
  const SplitUrl split = Split(url);
  if (split.query.find("sig=") == std::string::npos) {
    throw std::invalid_argument("a SAS URL has a signature (sig=) in its query");
  }
  AccountAddress address = AddressFrom(split);
  address.sas_query = split.query;
  return address;
}

TableAddress ParseTableSasUrl(std::string_view url) {
  const std::size_t path_end = std::min(url.find('?'), url.size());
  std::string_view path = url.substr(0, path_end);
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash < path.find("://") + 3) {
    throw std::invalid_argument("the SAS URL of a table has the table in its path");
  }
  std::string_view table = path.substr(slash + 1);
  if (table.ends_with("()")) table.remove_suffix(2);
  RequireTableName(table);
  return {.account =
              ParseAccountSasUrl(fmt::format("{}{}", path.substr(0, slash), url.substr(path_end))),
          .table = std::string(table)};
}

void RequireTableName(std::string_view name) {
  if (const auto checked = CheckTableName(name); !checked) {
    throw std::invalid_argument(
        fmt::format("no table can be called '{}': {}", name, checked.error().message));
  }
}

}  // namespace rowhouse::tables
