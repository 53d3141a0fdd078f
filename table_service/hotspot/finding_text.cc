#include "table_service/hotspot/finding_text.h"

#include "table_service/hotspot/findings_json.h"
#include "table_service/hotspot/severity.h"

#include <cstddef>
#include <fmt/format.h>

namespace rowhouse {
namespace {

constexpr std::size_t kKeyShown = 64;  // bytes of a key in a sentence

std::string Shown(const std::string& key) {
  if (key.size() <= kKeyShown) return key;
  std::size_t size = kKeyShown;
  while (size > 0 && (static_cast<unsigned char>(key[size]) & 0xC0U) == 0x80U) --size;
  return key.substr(0, size) + "...";
}

std::string Percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string WhyMonotonic(const Finding& finding) {
  const bool ascending = finding.direction == KeyDirection::kAscending;
  const char* const end = ascending ? "upper" : "lower";
  const char* const order = ascending ? "rise" : "fall";
  if (finding.kind == FindingKind::kMonotonicRowKey) {
    return fmt::format(
        "{} of the recent inserts went to the {} end of the RowKeys of their partition: within a "
        "partition the keys {} in order of arrival, so all inserts of a partition go to one place.",
        Percent(*finding.share), end, order);
  }
  return fmt::format(
      "{} of the recent inserts went to the {} end of the key range: the PartitionKeys {} in order "
      "of arrival, so a range-partitioned store sends all inserts to the one server that has this "
      "end.",
      Percent(*finding.share), end, order);
}

std::string WhyHot(const Finding& finding) {
  return fmt::format(
      "The partition '{}' took {} of the recent {}: one server answers for a partition.",
      Shown(finding.partition.value_or("")), Percent(finding.share.value_or(0)),
      finding.of_reads ? "requests, most of them reads" : "requests");
}

}  // namespace

std::string Title(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::kMonotonicPartitionKey:
      return fmt::format("PartitionKeys are monotonic, {}", DirectionName(*finding.direction));
    case FindingKind::kMonotonicRowKey:
      return fmt::format(
          "RowKeys are monotonic, {}{}", DirectionName(*finding.direction),
          finding.partition ? fmt::format(", most of all in '{}'", Shown(*finding.partition)) : "");
    case FindingKind::kHotPartition:
      return fmt::format("Partition '{}' is hot{}", Shown(finding.partition.value_or("")),
                         finding.of_reads ? ", by reads" : "");
    case FindingKind::kBigPartition:
      break;
  }
  return fmt::format("Partition '{}' is big", Shown(finding.partition.value_or("")));
}

std::string Why(const Finding& finding) {
  const std::string seen =
      finding.kind == FindingKind::kHotPartition ? WhyHot(finding) : WhyMonotonic(finding);
  return seen + " " + HeadroomText(finding);
}

std::string WhyBig(const PartitionGrowth& size) {
  const double growth = size.GrowthADay();
  return fmt::format(
      "The partition '{}' holds {} entities in {:.1f} GiB{}: it is moved, copied and scanned as a "
      "whole, by one server.",
      Shown(size.key), size.rows, static_cast<double>(size.bytes) / (1U << 30U),
      growth > 0 ? fmt::format(" and grows by {:.2f} GiB a day", growth / (1U << 30U)) : "");
}

}  // namespace rowhouse
