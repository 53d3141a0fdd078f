#include "table_service/hotspot/heavy_partitions.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr double kGrowth = 1.00016923;  // a half-life of 4,096 requests
constexpr double kUnitMax = 1e100;
constexpr std::uint64_t kFastSecondsMin = 10;

}  // namespace

std::size_t HeavyPartitions::Find(std::uint64_t hash) const {
  const auto* const end = hashes_.begin() + counters_.size();
  return static_cast<std::size_t>(std::find(hashes_.begin(), end, hash) - hashes_.begin());
}

std::size_t HeavyPartitions::Replace(std::string_view key, std::uint64_t hash, AccessTime now) {
  std::size_t place = counters_.size();
  if (place < kCounters) {
    Counter added;
    added.key.assign(key);  // first, since it may throw
    counters_.push_back(std::move(added));
  } else {
    place = static_cast<std::size_t>(std::min_element(weights_.begin(), weights_.end()) -
                                     weights_.begin());
  }
  Counter& counter = counters_[place];
  counter.key.assign(key);
  counter.error = weights_.at(place);
  counter.reads = 0;
  counter.operations = 0;
  counter.since = now;
  counter.second = 0;
  counter.in_second = 0;
  counter.fast_seconds = 0;
  hashes_.at(place) = hash;
  return place;
}

void HeavyPartitions::CountSecond(Counter& counter, AccessTime now) const {
  const auto second =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  if (second != counter.second) {
    const auto rate = static_cast<double>(counter.in_second);
    const bool is_fast = second == counter.second + 1 && rate >= hot_rate_;
    counter.sustained_rate =
        is_fast && counter.fast_seconds > 0 ? std::min(counter.sustained_rate, rate) : rate;
    counter.fast_seconds = is_fast ? counter.fast_seconds + 1 : 0;
    counter.second = second;
    counter.in_second = 0;
  }
  ++counter.in_second;
}

void HeavyPartitions::Grow() {
  unit_ *= kGrowth;
  if (unit_ < kUnitMax) return;
  for (double& weight : weights_) weight /= unit_;
  for (Counter& counter : counters_) {
    counter.error /= unit_;
    counter.reads /= unit_;
  }
  total_ /= unit_;
  unit_ = 1;
}

std::uint64_t HeavyPartitions::Add(std::string_view key, std::uint64_t hash, bool is_write,
                                   AccessTime now) {
  Grow();
  total_ += unit_;
  std::size_t place = Find(hash);
  if (place == counters_.size()) place = Replace(key, hash, now);
  Counter& counter = counters_[place];
  weights_.at(place) += unit_;
  if (!is_write) counter.reads += unit_;
  counter.last = now;
  CountSecond(counter, now);
  return ++counter.operations;
}

std::vector<HeavyPartition> HeavyPartitions::List(double share) const {
  std::vector<HeavyPartition> list;
  for (std::size_t place = 0; place < counters_.size(); ++place) {
    const Counter& counter = counters_[place];
    const double certain = weights_.at(place) - counter.error;
    const bool is_fast = counter.fast_seconds >= kFastSecondsMin;
    if (certain < share * total_ && !is_fast) continue;
    list.push_back({.key = counter.key,
                    .share = certain / total_,
                    .read_share = certain > 0 ? std::min(1.0, counter.reads / certain) : 0,
                    .operations = counter.operations,
                    .fast_seconds = is_fast ? counter.fast_seconds : 0,
                    .sustained_rate = counter.sustained_rate,
                    .since = counter.since,
                    .last = counter.last});
  }
  std::sort(list.begin(), list.end(), [](const HeavyPartition& left, const HeavyPartition& right) {
    return left.share > right.share;
  });
  return list;
}

std::size_t HeavyPartitions::Bytes() const {
  std::size_t bytes = sizeof *this + counters_.capacity() * sizeof(Counter);
  for (const Counter& counter : counters_) bytes += counter.key.capacity();
  return bytes;
}

}  // namespace rowhouse
