#include "table_service/auth/ip_range.h"

#include <algorithm>
#include <charconv>

namespace rowhouse {
namespace {

constexpr std::string_view kMappedPrefix = "::ffff:";

// A number of 0 to 255, in at most three digits.
std::optional<std::uint32_t> ParseOctet(std::string_view text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.size() > 3 || value > 255) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> ParseIpV4(std::string_view text) {
  std::uint32_t address = 0;
  for (int i = 0; i < 4; ++i) {
    const std::size_t dot = i < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return std::nullopt;
    const auto octet = ParseOctet(text.substr(0, dot));
    if (!octet) return std::nullopt;
    address = (address << 8U) | *octet;
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return address;
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
