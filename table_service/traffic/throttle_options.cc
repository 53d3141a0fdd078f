#include "table_service/traffic/throttle_options.h"

#include "base/ascii.h"
#include "entity/resource_address.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace rowhouse {
namespace {

constexpr std::uint32_t kRateMax = 1'000'000'000;

std::optional<double> ParseRate(std::string_view text) {
  const auto number = ParseNumber<std::uint32_t>(text);
  if (!number || *number == 0 || *number > kRateMax) return std::nullopt;
  return *number;
}

tl::unexpected<std::string> RefuseThrottle(std::string_view text) {
  return tl::unexpected(fmt::format(
      "\"{}\" is not cloud, partition:N or account:N, with N operations a second, 1 to {}", text,
      kRateMax));
}

}  // namespace

tl::expected<void, std::string> ParseThrottle(std::string_view text, ThrottleOptions& options) {
  if (text == "cloud") {
    options.partition_rate = kCloudPartitionRate;
    options.account_rate = kCloudAccountRate;
    return {};
  }
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view item = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t colon = std::min(item.find(':'), item.size());
    const std::string_view what = item.substr(0, colon);
    const auto rate = ParseRate(item.substr(std::min(colon + 1, item.size())));
    if (!rate || (what != "partition" && what != "account")) return RefuseThrottle(text);
    (what == "partition" ? options.partition_rate : options.account_rate) = *rate;
  }
  if (text.empty()) return RefuseThrottle(text);
  return {};
}

tl::expected<void, std::string> ParseProvisioned(std::string_view text, ThrottleOptions& options) {
  const std::size_t equals = text.find('=');
  const bool has_table = equals != std::string_view::npos;
  const std::string_view table = has_table ? text.substr(0, equals) : std::string_view();
  const auto rate = ParseRate(has_table ? text.substr(equals + 1) : text);
  if (!rate || (has_table && !CheckTableName(table))) {
    return tl::unexpected(fmt::format(
        "\"{}\" is neither TABLE=N nor N, with N request units a second, 1 to {}", text, kRateMax));
  }
  if (has_table) {
    options.provisioned[AsciiLower(table)] = *rate;
  } else {
    options.provisioned_default = *rate;
  }
  return {};
}

}  // namespace rowhouse
