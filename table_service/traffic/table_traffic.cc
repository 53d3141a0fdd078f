#include "table_service/traffic/table_traffic.h"

#include "table_service/hotspot/advisor.h"

namespace rowhouse {

void TableTraffic::Record(const Access& access, AccessTime now) {
  last_used_.store(now, std::memory_order_relaxed);
  if (mutex_.try_lock()) {
    const MutexLock lock(mutex_, std::adopt_lock);
    EmptyQueueLocked();
    known_.Record(access, now);
    return;
  }
  const bool queued = waiting_.Push([&](Waiting& place) {
    place.kind = access.kind;
    place.partition_key.assign(access.partition_key);
    place.row_key.assign(access.row_key);
    place.bytes = access.bytes;
    place.is_there = access.is_there;
    place.time = now;
  });
  if (!queued) lost_.fetch_add(1, std::memory_order_relaxed);
}

void TableTraffic::EmptyQueueLocked() {
  Known* const known = &known_;
  const auto record = [known](const Waiting& place) {
    known->Record({.kind = place.kind,
                   .partition_key = place.partition_key,
                   .row_key = place.row_key,
                   .bytes = place.bytes,
                   .is_there = place.is_there},
                  place.time);
  };
  while (waiting_.Pop(record)) {
  }
}

void TableTraffic::Known::Record(const Access& access, AccessTime now) {
  detector.Record(access, now);
  rates.Record(access.partition_key, IsWrite(access.kind), now);
  activity.Record(access.partition_key, access.row_key, IsWrite(access.kind), now);
}

void TableTraffic::RecordSize(std::string_view partition_key, std::uint64_t rows,
                              std::uint64_t bytes, AccessTime now) {
  const MutexLock lock(mutex_);
  known_.detector.RecordSize(partition_key, rows, bytes, now);
}

std::vector<Finding> TableTraffic::Findings(AccessTime now) {
  std::vector<Finding> findings;
  std::vector<SampledAccess> samples;
  {
    const MutexLock lock(mutex_);
    EmptyQueueLocked();
    findings = known_.detector.FindingsWithoutAdvice(now);
    if (!findings.empty()) samples = known_.detector.Samples();
  }
  // Keys are tried for milliseconds: meanwhile operations are recorded.
  for (Finding& finding : findings) finding.advice = Advise(finding, samples);
  return findings;
}

std::vector<Finding> TableTraffic::FindingsWithoutAdvice(AccessTime now) {
  const MutexLock lock(mutex_);
  EmptyQueueLocked();
  return known_.detector.FindingsWithoutAdvice(now);
}

std::uint64_t TableTraffic::Operations() {
  const MutexLock lock(mutex_);
  EmptyQueueLocked();
  return known_.detector.Operations();
}

std::size_t TableTraffic::Bytes() {
  const MutexLock lock(mutex_);
  return known_.detector.Bytes() + sizeof(*this);
}

ActivityGrid::Picture TableTraffic::Activity(AccessTime now) {
  const MutexLock lock(mutex_);
  EmptyQueueLocked();
  return known_.activity.Show(now);
}

std::vector<PartitionRates::Rates> TableTraffic::RatesOf(
    const std::vector<std::string>& partition_keys, AccessTime now) {
  const MutexLock lock(mutex_);
  EmptyQueueLocked();
  std::vector<PartitionRates::Rates> rates;
  rates.reserve(partition_keys.size());
  for (const std::string& key : partition_keys) rates.push_back(known_.rates.Of(key, now));
  return rates;
}

}  // namespace rowhouse
