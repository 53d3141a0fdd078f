#include "table_service/traffic/table_traffic.h"

#include "table_service/hotspot/advisor.h"

namespace rowhouse {

void TableTraffic::Record(const KeyAccess& access, AccessTime now) {
  last_used_.store(now, std::memory_order_relaxed);
  if (mutex_.try_lock()) {
    const MutexLock lock(mutex_, std::adopt_lock);
    DrainQueueLocked();
    statistics_.Record(access, now);
    return;
  }
  const bool queued = queue_.Push([&](QueuedAccess& place) {
    place.kind = access.kind;
    place.partition_key.assign(access.partition_key);
    place.row_key.assign(access.row_key);
    place.bytes = access.bytes;
    place.found = access.found;
    place.bulk_load = access.bulk_load;
    place.time = now;
  });
  if (!queued) lost_.fetch_add(1, std::memory_order_relaxed);
}

void TableTraffic::DrainQueueLocked() {
  Statistics* const statistics = &statistics_;
  const auto record = [statistics](const QueuedAccess& place) {
    statistics->Record({.kind = place.kind,
                        .partition_key = place.partition_key,
                        .row_key = place.row_key,
                        .bytes = place.bytes,
                        .found = place.found,
                        .bulk_load = place.bulk_load},
                       place.time);
  };
  while (queue_.Pop(record)) {
  }
}

void TableTraffic::Statistics::Record(const KeyAccess& access, AccessTime now) {
  detector.Record(access, now);
  rates.Record(access.partition_key, IsWrite(access.kind), now);
  activity.Record(access.partition_key, access.row_key, IsWrite(access.kind), now);
}

void TableTraffic::RecordSize(std::string_view partition_key, std::uint64_t rows,
                              std::uint64_t bytes, AccessTime now) {
  const MutexLock lock(mutex_);
  statistics_.detector.RecordSize(partition_key, rows, bytes, now);
}

std::vector<Finding> TableTraffic::Findings(AccessTime now) {
  std::vector<Finding> findings;
  std::vector<SampledAccess> samples;
  {
    const MutexLock lock(mutex_);
    DrainQueueLocked();
    findings = statistics_.detector.FindingsWithoutAdvice(now);
    if (!findings.empty()) samples = statistics_.detector.Samples();
  }
  // Without the lock: trying keys takes milliseconds, during which operations are recorded.
  AddAdvice(findings, samples);
  return findings;
}

std::vector<Finding> TableTraffic::FindingsWithoutAdvice(AccessTime now) {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  return statistics_.detector.FindingsWithoutAdvice(now);
}

std::uint64_t TableTraffic::Operations() {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  return statistics_.detector.Operations();
}

std::uint64_t TableTraffic::BulkLoadOperations() {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  return statistics_.detector.BulkLoadOperations();
}

std::size_t TableTraffic::Bytes() {
  const MutexLock lock(mutex_);
  return statistics_.detector.Bytes() + sizeof(*this);
}

ActivityGrid::Picture TableTraffic::Activity(AccessTime now) {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  return statistics_.activity.Show(now);
}

PartitionRates::Load TableTraffic::Load(AccessTime now) {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  return statistics_.rates.Summary(now);
}

std::vector<PartitionRates::Rates> TableTraffic::RatesOf(
    const std::vector<std::string>& partition_keys, AccessTime now) {
  const MutexLock lock(mutex_);
  DrainQueueLocked();
  std::vector<PartitionRates::Rates> rates;
  rates.reserve(partition_keys.size());
  for (const std::string& key : partition_keys) rates.push_back(statistics_.rates.Of(key, now));
  return rates;
}

}  // namespace rowhouse
