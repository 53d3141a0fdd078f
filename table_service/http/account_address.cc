#include "table_service/http/account_address.h"

#include "entity/unicode.h"

#include <algorithm>

namespace rowhouse::http {
namespace {

constexpr std::string_view kService = ".table.";  // behind the account of a host
constexpr std::string_view kSecondarySuffix = "-secondary";

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._:[]").find(c) != std::string_view::npos;
}

// The first label of "ACCOUNT.table.ANYTHING"; empty when `host` is of another form.
std::string_view AccountLabel(std::string_view host) {
  const std::size_t dot = host.find('.');
  if (dot == 0 || dot == std::string_view::npos) return {};
  const bool is_service = EqualsIgnoringAsciiCase(host.substr(dot, kService.size()), kService);
  return is_service ? host.substr(0, dot) : std::string_view();
}

void TakeAccount(AccountAddress& address, std::string_view name) {
  address.secondary = name.ends_with(kSecondarySuffix);
  if (address.secondary) name.remove_suffix(kSecondarySuffix.size());
  address.account = name;
}

}  // namespace

Result<AccountAddress> ParseAccountAddress(std::optional<std::string_view> host,
                                           std::string_view path, bool tls) {
  if (!host || host->empty()) return Fail(ErrorCode::kHostInformationNotPresent);
  if (!std::all_of(host->begin(), host->end(), IsHostCharacter)) {
    return Fail(ErrorCode::kInvalidHeaderValue);
  }
  AccountAddress address;
  address.base_url = tls ? "https://" : "http://";
  address.base_url += *host;
  if (const std::string_view label = AccountLabel(*host); !label.empty()) {
    TakeAccount(address, AsciiLower(label));
    address.resource_path = path;
    return address;
  }
  const std::string_view behind_slash = path.substr(path.starts_with('/') ? 1 : 0);
  const std::string_view segment = behind_slash.substr(0, behind_slash.find('/'));
  TakeAccount(address, segment);
  address.base_url += '/';
  address.base_url += segment;
  address.resource_path = behind_slash.substr(segment.size());
  return address;
}

}  // namespace rowhouse::http
