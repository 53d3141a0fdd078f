#include "cli/accesses/arrival_order.h"

#include "keys/key_hash.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>
#include <utility>

namespace rowhouse::cli {
namespace {

std::size_t BytesOf(const ListedAccess& access) {
  return access.partition_key.size() + access.row_key.size() + access.properties.size();
}

std::uint64_t PlaceByChance(const ListedAccess& access) {
  return KeyHash(access.partition_key + '\n' + access.row_key);
}

std::int64_t SecondOf(const ListedAccess& access) {
  return std::chrono::floor<std::chrono::seconds>(access.time.value_or(AccessTime()))
      .time_since_epoch()
      .count();
}

bool IsAboutOrder(const Finding& finding) {
  return finding.kind == FindingKind::kMonotonicPartitionKey ||
         finding.kind == FindingKind::kMonotonicRowKey;
}

}  // namespace

ListedKeys::ListedKeys(std::optional<ArrivalOrder> order, DetectorOptions options)
    : order_(order), detector_(options) {}

void ListedKeys::Add(ListedAccess access) {
  if (!order_) {
    order_ = access.is_operation ? ArrivalOrder::kAsListed
             : access.written    ? ArrivalOrder::kByTimestamp
                                 : ArrivalOrder::kUnknown;
  }
  ++listed_;
  if (*order_ != ArrivalOrder::kAsListed) return Keep(std::move(access));
  if (!access.time) access.time = access.written;
  Record(access, false);
}

void ListedKeys::Record(const ListedAccess& access, bool bulk_load) {
  now_ = std::max(now_, access.time.value_or(now_));
  detector_.Record({.kind = access.kind,
                    .partition_key = access.partition_key,
                    .row_key = access.row_key,
                    .properties = access.properties,
                    .bulk_load = bulk_load},
                   access.time.value_or(now_));
}

void ListedKeys::Keep(ListedAccess access) {
  access.kind = AccessKind::kInsert;
  CountRows(access);
  std::uint64_t place = PlaceByChance(access);
  if (order_ == ArrivalOrder::kByTimestamp) {
    const AccessTime written = access.written.value_or(AccessTime());
    place = static_cast<std::uint64_t>(std::max<std::int64_t>(
        0,
        std::chrono::duration_cast<std::chrono::microseconds>(written.time_since_epoch()).count()));
    access.time = written;
  } else {
    access.time.reset();
  }
  kept_bytes_ += BytesOf(access);
  kept_.push_back({{place, listed_}, std::move(access)});
  std::ranges::push_heap(kept_, IsLater);
  while (kept_.size() > kKeptMax || kept_bytes_ > kKeptBytesMax) {
    std::ranges::pop_heap(kept_, IsLater);
    kept_bytes_ -= BytesOf(kept_.back().access);
    Record(kept_.back().access, true);
    kept_.pop_back();
  }
}

void ListedKeys::CountRows(const ListedAccess& access) {
  if (access.partition_key != partition_) EndPartition();
  partition_ = access.partition_key;
  ++rows_;
  bytes_ += BytesOf(access);
}

void ListedKeys::EndPartition() {
  if (rows_ > 0) detector_.RecordSize(partition_, rows_, bytes_, AccessTime());
  rows_ = 0;
  bytes_ = 0;
}

void ListedKeys::FindLoads() {
  std::unordered_map<std::int64_t, std::uint64_t> counts;
  for (const Kept& kept : kept_) ++counts[SecondOf(kept.access)];
  for (const auto& [second, count] : counts) {
    if (count < kLoadRate) continue;
    loading_.insert(second);
    loaded_ += count;
  }
  if (loaded_ * 2 < kept_.size() || loaded_ == 0) return;
  order_ = ArrivalOrder::kUnknown;
  loading_.clear();
  for (Kept& kept : kept_) {
    kept.place.first = PlaceByChance(kept.access);
    kept.access.time.reset();
  }
  std::ranges::make_heap(kept_, IsLater);
}

TableFindings ListedKeys::Finish(std::string_view name) {
  EndPartition();
  if (order_ == ArrivalOrder::kByTimestamp) FindLoads();
  std::ranges::sort_heap(kept_, IsLater);  // the latest in front
  while (!kept_.empty()) {
    Record(kept_.back().access, loading_.contains(SecondOf(kept_.back().access)));
    kept_.pop_back();
  }
  TableFindings table{std::string(name), detector_.Operations(), detector_.Findings(now_)};
  if (Order() == ArrivalOrder::kUnknown) std::erase_if(table.findings, IsAboutOrder);
  return table;
}

}  // namespace rowhouse::cli
