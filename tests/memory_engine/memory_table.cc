#include "tests/memory_engine/memory_table.h"

#include "base/unicode.h"
#include "table_service/store/apply_operation.h"

#include <algorithm>
#include <utility>

namespace rowhouse::memory_engine {
namespace {

constexpr std::uint64_t kMeasuredRowsMax = 10000;

// Returns the smallest possible key after `key`; keys never contain NUL.
std::string Successor(const std::string& key) { return key + '\0'; }

// Returns `key` if it is in the range, otherwise the first later key that may be in it; nothing
// after the end.
std::optional<EntityKey> SeekInRange(const ScanRange& range, const EntityKey& key) {
  const auto& [partitions, rows, from, until] = range;
  if (until && key >= *until) return std::nullopt;
  if (!partitions.Contains(key.partition)) {
    if (CompareOrdinal(key.partition, partitions.low) > 0) return std::nullopt;
    if (key.partition != partitions.low) return EntityKey{partitions.low, rows.low};
    return EntityKey{Successor(key.partition), {}};
  }
  if (!rows.Contains(key.row)) {
    if (CompareOrdinal(key.row, rows.low) > 0) return EntityKey{Successor(key.partition), {}};
    return EntityKey{key.partition, key.row == rows.low ? Successor(key.row) : rows.low};
  }
  return key;
}

}  // namespace

void MemoryTable::MarkDeleted() {
  const MutexLock lock(mutex_);
  is_deleted_ = true;
  rows_.clear();
}

Result<std::shared_ptr<const AccessPolicies>> MemoryTable::Policies() const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  return policies_;
}

Status MemoryTable::SetPolicies(AccessPolicies policies) {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  policies_ = std::make_shared<const AccessPolicies>(std::move(policies));
  return {};
}

Result<store::EntityRecord> MemoryTable::Get(const EntityKey& key) const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  const auto found = rows_.find(key);
  if (found == rows_.end()) return Fail(ErrorCode::kResourceNotFound);
  return found->second;
}

// Computes all outcomes first and then makes all changes: the row keys are distinct, so the
// operations do not affect each other.
ApplyResult MemoryTable::Apply(const ChangeSet& changes,
                               const std::function<DateTime()>& next_time) {
  const MutexLock lock(mutex_);
  if (is_deleted_) return tl::unexpected(ApplyError{.error = Error(ErrorCode::kTableNotFound)});
  const std::string& partition = changes.partition_key;
  std::vector<std::optional<std::string>> outcomes;
  for (const Operation& operation : changes.operations) {
    const auto found = rows_.find({partition, operation.row_key});
    auto outcome = store::ApplyOperation(operation, partition,
                                         found == rows_.end() ? nullptr : &found->second);
    if (!outcome) {
      return tl::unexpected(
          ApplyError{.error = std::move(outcome.error()), .operation = outcomes.size()});
    }
    outcomes.push_back(*std::move(outcome));
  }
  std::vector<DateTime> times;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    times.push_back(next_time());
    const EntityKey key{partition, changes.operations[i].row_key};
    if (outcomes[i]) {
      rows_[key] = {.timestamp = times.back(), .properties = *std::move(outcomes[i])};
    } else {
      rows_.erase(key);
    }
  }
  return times;
}

Result<std::vector<MemoryTable::Row>> MemoryTable::Read(const ScanRange& range,
                                                        const EntityKey& from,
                                                        std::size_t max) const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  std::vector<Row> rows;
  for (auto at = rows_.lower_bound(from); at != rows_.end() && rows.size() < max;) {
    const auto next = SeekInRange(range, at->first);
    if (!next) break;
    if (*next == at->first) {
      rows.emplace_back(*at++);
    } else {
      at = rows_.lower_bound(*next);
    }
  }
  return rows;
}

Result<std::uint64_t> MemoryTable::Count(std::optional<std::string_view> partition) const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  if (!partition) return rows_.size();
  const std::string key(*partition);
  return static_cast<std::uint64_t>(
      std::distance(rows_.lower_bound({key, {}}), rows_.lower_bound({Successor(key), {}})));
}

store::PartitionSize MemoryTable::MeasureLocked(Rows::const_iterator first) const {
  store::PartitionSize size{.partition_key = first->first.partition};
  for (auto at = first; at != rows_.end() && at->first.partition == size.partition_key; ++at) {
    size.exact = size.rows < kMeasuredRowsMax;
    if (!size.exact) break;
    ++size.rows;
    size.bytes += at->first.partition.size() + at->first.row.size() + at->second.properties.size();
  }
  return size;
}

Result<store::TableSize> MemoryTable::Measure() const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  store::TableSize size{.rows = rows_.size()};
  const std::string* last = nullptr;
  for (const auto& [key, record] : rows_) {
    size.bytes += key.partition.size() + key.row.size() + record.properties.size();
    if (last == nullptr || *last != key.partition) ++size.partitions;
    last = &key.partition;
  }
  return size;
}

Result<std::vector<store::PartitionSize>> MemoryTable::ListPartitions(std::string_view from,
                                                                      std::size_t max) const {
  const MutexLock lock(mutex_);
  if (is_deleted_) return Fail(ErrorCode::kTableNotFound);
  std::vector<store::PartitionSize> partitions;
  for (auto at = rows_.lower_bound({std::string(from), {}});
       at != rows_.end() && partitions.size() < max;) {
    partitions.push_back(MeasureLocked(at));
    at = rows_.lower_bound({Successor(partitions.back().partition_key), {}});
  }
  return partitions;
}

}  // namespace rowhouse::memory_engine
