#include "table_service/accounts/account_address.h"

#include "base/ascii.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kService = ".table.";  // after the account in a host
constexpr std::string_view kSecondarySuffix = "-secondary";

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._:[]").find(c) != std::string_view::npos;
}

// Returns the part of `host` before ".SUFFIX" if it is a single label.
std::string_view LabelBefore(std::string_view host, std::string_view suffix) {
  if (host.size() < suffix.size() + 2 || !host.ends_with(suffix)) return {};
  const std::string_view label = host.substr(0, host.size() - suffix.size() - 1);
  const bool is_label = host[label.size()] == '.' && label.find('.') == std::string_view::npos;
  return is_label ? label : std::string_view();
}

// Returns the label of `host` (in lower case, without port) that names an account, or an empty
// text.
std::string_view AccountLabel(std::string_view host, std::span<const std::string> hosts) {
  for (const std::string& name : hosts) {
    if (host == name) return {};
    if (const auto label = LabelBefore(host, name); !label.empty()) return label;
  }
  const std::size_t dot = std::min(host.find('.'), host.size());
  return host.substr(dot).starts_with(kService) ? host.substr(0, dot) : std::string_view();
}

std::string_view WithoutPort(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  return host.ends_with(']') ? host : host.substr(0, colon);
}

void TakeAccount(AccountAddress& address, std::string_view name) {
  address.secondary = name.ends_with(kSecondarySuffix);
  if (address.secondary) name.remove_suffix(kSecondarySuffix.size());
  address.account = name;
}

AccountAddress AddressInPath(std::string_view path, std::string base_url) {
  AccountAddress address;
  const std::string_view after_slash = path.substr(path.starts_with('/') ? 1 : 0);
  const std::string_view segment = after_slash.substr(0, after_slash.find('/'));
  TakeAccount(address, segment);
  address.base_url = std::move(base_url);
  address.base_url += '/';
  address.base_url += segment;
  address.resource_path = after_slash.substr(segment.size());
  if (address.resource_path.starts_with("//")) address.resource_path.remove_prefix(1);
  return address;
}

AccountAddress AddressOfSigner(const RequestTarget& target, std::string base_url) {
  base_url += '/';
  base_url += target.signer;
  return {.account = std::string(target.signer),
          .base_url = std::move(base_url),
          .resource_path = target.path};
}

}  // namespace

Result<AccountAddress> ParseAccountAddress(const RequestTarget& target, const AddressRules& rules) {
  const auto& host = target.host;
  if (!host || host->empty()) return Fail(ErrorCode::kHostInformationNotPresent);
  if (!std::all_of(host->begin(), host->end(), IsHostCharacter)) {
    return Fail(ErrorCode::kInvalidHeaderValue);
  }
  std::string base_url = target.tls ? "https://" : "http://";
  base_url += *host;
  const std::string name = AsciiLower(WithoutPort(*host));
  const std::string_view label = AccountLabel(name, rules.hosts);
  AccountAddress by_host{.account = {}, .base_url = base_url, .resource_path = target.path};
  if (!label.empty()) {
    TakeAccount(by_host, label);
    if (rules.is_account(by_host.account)) return by_host;
  }
  AccountAddress by_path = AddressInPath(target.path, base_url);
  const bool is_undisputed = target.signer.empty() || target.signer == by_path.account;
  if (label.empty() && is_undisputed) return by_path;
  if (rules.is_account(by_path.account)) return by_path;
  if (rules.is_account(target.signer)) return AddressOfSigner(target, std::move(base_url));
  return label.empty() ? by_path : by_host;
}

}  // namespace rowhouse
