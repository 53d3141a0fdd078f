#include "table_service/hotspot/severity.h"

#include "base/number_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace rowhouse {
namespace {

constexpr double kWarningFactor = 10;
constexpr double kCriticalFactor = 1;
// A table that grows at one end all the time: so many inserts without a break of the order, and so
// many a second.
constexpr std::uint64_t kGrowthInserts = 1000;
constexpr double kGrowthRate = 1;

// To two significant digits; from 100 on to one.
double About(double number) {
  const double digits = number >= 100 ? 0 : 1;
  const double unit = std::pow(10, std::floor(std::log10(number)) - digits);
  return std::round(number / unit) * unit;
}

double AccountFactor(const Headroom& headroom) {
  return About(kCloudAccountRate / headroom.table_rate);
}

bool GrowsSteadily(const Finding& finding) {
  return finding.kind == FindingKind::kMonotonicPartitionKey &&
         finding.operations >= kGrowthInserts && finding.rate.value_or(0) >= kGrowthRate;
}

std::string Whole(double number) {
  return WithCommas(static_cast<std::uint64_t>(std::llround(number)));
}

std::string FactorText(double factor) {
  return factor >= 10 ? Whole(factor) : fmt::format("{:.1f}", factor);
}

}  // namespace

double LoadFactor(const Headroom& headroom) {
  return About(kCloudPartitionRate / headroom.busiest_rate);
}

Severity SeverityOf(const Finding& finding) {
  if (finding.kind == FindingKind::kBigPartition) return Severity::kWarning;
  if (!finding.headroom) {
    return finding.kind == FindingKind::kMonotonicRowKey ? Severity::kNote : Severity::kWarning;
  }
  const double factor = std::min(LoadFactor(*finding.headroom), AccountFactor(*finding.headroom));
  if (factor <= kCriticalFactor) return Severity::kCritical;
  return factor <= kWarningFactor || GrowsSteadily(finding) ? Severity::kWarning : Severity::kNote;
}

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kCritical:
      break;
  }
  return "critical";
}

std::string RateText(double rate) {
  if (rate < 0.005) return "under 0.01";
  if (rate >= 10) return Whole(rate);
  return fmt::format("{:.{}f}", rate, rate < 1 ? 2 : 1);
}

std::string HeadroomText(const Finding& finding) {
  if (finding.kind == FindingKind::kBigPartition) return "";
  const bool is_end = finding.kind == FindingKind::kMonotonicPartitionKey;
  if (!finding.headroom) {
    return fmt::format("The rate is not known; the limit of {} is {}/s.",
                       is_end ? "the end of the key range" : "one partition",
                       Whole(kCloudPartitionRate));
  }
  const Headroom& headroom = *finding.headroom;
  const double factor = LoadFactor(headroom);
  std::string text = fmt::format(
      "{}: {}/s of {}/s; would throttle {}.", is_end ? "End of the key range" : "Busiest partition",
      RateText(headroom.busiest_rate), Whole(kCloudPartitionRate),
      factor <= kCriticalFactor ? "now"
                                : fmt::format("from about {} times this load", FactorText(factor)));
  if (AccountFactor(headroom) <= std::min(factor, kWarningFactor)) {
    text += fmt::format(" The whole table: {}/s of the {}/s of an account.",
                        RateText(headroom.table_rate), Whole(kCloudAccountRate));
  }
  return text;
}

}  // namespace rowhouse
