#include "table_service/store/sqlite/entity_scan.h"

#include "table_service/store/sqlite/files/stored_key.h"
#include "table_service/store/sqlite/row_walk.h"

#include <optional>
#include <string>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// An interval [low, end) of PartitionKeys or of RowKeys, in stored form.
struct KeyBounds {
  std::string low;
  std::optional<std::string> end;

  explicit KeyBounds(const KeyInterval& interval) : low(StoredKey(interval.low).view()) {
    if (interval.low_open) low = SuccessorOf(low);
    if (!interval.high) return;
    end.emplace(StoredKey(*interval.high).view());
    if (!interval.high_open) end = SuccessorOf(*end);
  }
  void EndBefore(std::string key) {
    if (!end || key < *end) end = std::move(key);
  }
  bool IsPast(std::string_view key) const { return end && key >= *end; }
};

// The first key after a range, in stored form.
struct EndKey {
  std::string partition;
  std::string row;

  explicit EndKey(const EntityKey& key)
      : partition(StoredKey(key.partition).view()), row(StoredKey(key.row).view()) {}
};

std::optional<EndKey> EndOf(const ScanRange& range) {
  return range.until ? std::optional<EndKey>(*range.until) : std::nullopt;
}

// The partitions of a range, limited also by its `until`.
KeyBounds PartitionBounds(const ScanRange& range, const std::optional<EndKey>& end) {
  KeyBounds bounds(range.partitions);
  if (end) bounds.EndBefore(end->row.empty() ? end->partition : SuccessorOf(end->partition));
  return bounds;
}

class TableCursor final : public EntityCursor {
 public:
  // `filter` may be null.
  TableCursor(std::shared_ptr<Table> table, const ScanRange& range, RowFilter* filter)
      : table_(std::move(table)),
        end_(EndOf(range)),
        partitions_(PartitionBounds(range, end_)),
        rows_(range.rows),
        from_partition_(StoredKey(range.from.partition).view()),
        from_row_(StoredKey(range.from.row).view()) {
    if (from_partition_ < partitions_.low) {
      from_partition_ = partitions_.low;
      from_row_.clear();
    }
    walk_.emplace(*table_, RowWalk::Limits{.row_low = rows_.low, .partition_end = partitions_.end},
                  filter);
  }

  Result<bool> Next(StoredEntity& entity) override {
    if (!walk_) return false;
    auto found = Advance();
    if (!found || !*found) {
      walk_.reset();
      if (!found && table_->is_deleted()) return Fail(ErrorCode::kTableNotFound);
      return found;
    }
    const StoredRow row = walk_->Row();
    entity = {.partition_key = PlainKey(row.partition, partition_buffer_),
              .row_key = PlainKey(row.row, row_buffer_),
              .timestamp = DateTime{row.timestamp},
              .properties = row.properties};
    return true;
  }

 private:
  // Moves to the next row of the range.
  Result<bool> Advance() {
    auto found =
        std::exchange(is_started_, true) ? walk_->Step() : walk_->Seek(from_partition_, from_row_);
    while (found && *found) {
      const StoredRow row = walk_->Row();
      if (!IsPastRows(row)) return true;
      found = walk_->Seek(SuccessorOf(row.partition));
    }
    return found;
  }

  // Returns true if neither this row nor a later one of its partition is in the range.
  bool IsPastRows(const StoredRow& row) const {
    return rows_.IsPast(row.row) ||
           (end_ && row.partition == end_->partition && row.row >= end_->row);
  }

  const std::shared_ptr<Table> table_;
  const std::optional<EndKey> end_;
  const KeyBounds partitions_;
  const KeyBounds rows_;
  std::string from_partition_;
  std::string from_row_;
  std::optional<RowWalk> walk_;  // none once finished
  bool is_started_ = false;
  std::string partition_buffer_;
  std::string row_buffer_;
};

Result<std::unique_ptr<EntityCursor>> Begin(const std::shared_ptr<Table>& table,
                                            const ScanRange& range, RowFilter* filter) {
  if (table->is_deleted()) return Fail(ErrorCode::kTableNotFound);
  return std::make_unique<TableCursor>(table, range, filter);
}

}  // namespace

Result<std::unique_ptr<EntityCursor>> TableSource::Scan(const ScanRange& range) {
  return Begin(table_, range, nullptr);
}

Result<std::unique_ptr<EntityCursor>> TableSource::ScanFiltered(const ScanRange& range,
                                                                RowFilter& filter) {
  return Begin(table_, range, &filter);
}

}  // namespace rowhouse::sqlite
