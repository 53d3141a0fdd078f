#include "table_service/traffic/partition_rates.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rowhouse {
namespace {

constexpr double kMeanSeconds = 10;  // time constant of the decay
constexpr double kIdleRate = 0.01;   // operations per second
constexpr auto kCleaningStep = std::chrono::seconds(1);

// A decaying average never reaches zero, and has no more digits than this that mean anything.
double InThousandths(double rate) { return std::round(rate * 1000) / 1000; }

}  // namespace

void PartitionRates::Average::DecayUntil(Time now) {
  if (now <= time) return;
  const double factor = std::exp(-std::chrono::duration<double>(now - time).count() / kMeanSeconds);
  reads *= factor;
  writes *= factor;
  time = now;
}

void PartitionRates::Average::Add(bool is_write, Time now) {
  DecayUntil(now);
  (is_write ? writes : reads) += 1 / kMeanSeconds;
}

void PartitionRates::Record(std::string_view partition_key, bool is_write, Time now) {
  all_.Add(is_write, now);
  const std::uint64_t name = std::hash<std::string_view>()(partition_key);
  auto found = partitions_.find(name);
  if (found == partitions_.end()) {
    if (partitions_.size() >= kPartitionsMax && !MakeRoom(now)) return;
    found = partitions_.emplace(name, Average{.time = now}).first;
  }
  found->second.Add(is_write, now);
}

PartitionRates::Load PartitionRates::Summary(Time now) const {
  Average all = all_;
  all.DecayUntil(now);
  Load load{.table = {.reads = InThousandths(all.reads), .writes = InThousandths(all.writes)},
            .partitions = partitions_.size()};
  for (const auto& [name, recorded] : partitions_) {
    if (recorded.reads + recorded.writes <= load.busiest) continue;
    Average average = recorded;
    average.DecayUntil(now);
    load.busiest = std::max(load.busiest, average.reads + average.writes);
  }
  load.busiest = InThousandths(load.busiest);
  return load;
}

PartitionRates::Rates PartitionRates::Of(std::string_view partition_key, Time now) const {
  const auto found = partitions_.find(std::hash<std::string_view>()(partition_key));
  if (found == partitions_.end()) return {};
  Average average = found->second;
  average.DecayUntil(now);
  return {.reads = InThousandths(average.reads), .writes = InThousandths(average.writes)};
}

bool PartitionRates::MakeRoom(Time now) {
  if (now < next_cleaning_) return false;
  next_cleaning_ = now + kCleaningStep;
  std::erase_if(partitions_, [now](const auto& entry) {
    Average average = entry.second;
    average.DecayUntil(now);
    return average.reads + average.writes < kIdleRate;
  });
  return partitions_.size() < kPartitionsMax;
}

}  // namespace rowhouse
