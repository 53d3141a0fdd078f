#include "signing/ip_range.h"

#include <arpa/inet.h>
#include <string>

namespace rowhouse {
namespace {

constexpr std::string_view kMappedPrefix = "::ffff:";

// Returns the address in host byte order.
std::optional<std::uint32_t> ParseIpV4(std::string_view text) {
  in_addr address{};
  if (inet_pton(AF_INET, std::string(text).c_str(), &address) != 1) return std::nullopt;
  return ntohl(address.s_addr);
}

}  // namespace

std::optional<IpRange> IpRange::Parse(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = ParseIpV4(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : ParseIpV4(text.substr(dash + 1));
  if (!first || !last) return std::nullopt;
  return IpRange{*first, *last};
}

bool IpRange::Contains(std::string_view address) const {
  if (address.starts_with(kMappedPrefix)) address.remove_prefix(kMappedPrefix.size());
  const auto number = ParseIpV4(address);
  return number && *number >= first && *number <= last;
}

}  // namespace rowhouse
