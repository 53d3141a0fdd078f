#include "table_service/store/sqlite/entity_scan.h"

#include "table_service/store/sqlite/file_scan.h"
#include "table_service/store/sqlite/stored_key.h"

#include <optional>
#include <string>
#include <utility>

namespace rowhouse {
namespace {

// The key behind `key` with nothing between: keys hold no NUL.
std::string Successor(std::string_view key) { return std::string(key) + '\0'; }

// [low, end) of one key in stored form.
struct KeyBounds {
  std::string low;
  std::optional<std::string> end;

  explicit KeyBounds(const KeyInterval& interval) : low(StoredKey(interval.low).view()) {
    if (interval.low_open) low += '\0';
    if (interval.high) {
      end.emplace(StoredKey(*interval.high).view());
      if (!interval.high_open) *end += '\0';
    }
  }
  void EndBefore(std::string key) {
    if (!end || key < *end) end = std::move(key);
  }
  bool IsBehind(std::string_view key) const { return end && key >= *end; }
};

// The first key behind a range, in stored form.
struct EndKey {
  std::string partition;
  std::string row;

  explicit EndKey(const EntityKey& key)
      : partition(StoredKey(key.partition).view()), row(StoredKey(key.row).view()) {}
};

// The partitions of a range, `end` considered, too.
KeyBounds PartitionBounds(const ScanRange& range, const std::optional<EndKey>& end) {
  KeyBounds bounds(range.partitions);
  if (end) bounds.EndBefore(end->row.empty() ? end->partition : Successor(end->partition));
  return bounds;
}

std::optional<EndKey> EndOf(const ScanRange& range) {
  return range.until ? std::optional<EndKey>(*range.until) : std::nullopt;
}

// Walks over two ordered streams: `own_next_`, the mapped partitions, and `shared_`. Rows of the
// shared file whose partition is mapped are leftovers of a move and are skipped.
class TableCursor final : public EntityCursor {
 public:
  // `sieve` may be null.
  TableCursor(std::shared_ptr<Table> table, const ScanRange& range, RowSieve* sieve)
      : table_(std::move(table)),
        sieve_(sieve),
        end_(EndOf(range)),
        partitions_(PartitionBounds(range, end_)),
        rows_(range.rows) {
    const StoredKey from_partition(range.from.partition);
    const StoredKey from_row(range.from.row);
    floor_partition_ = partitions_.low;
    if (from_partition.view() >= partitions_.low) {
      floor_partition_ = from_partition.view();
      floor_row_ = from_row.view();
    }
  }

  Result<bool> Next(StoredEntity& entity) override {
    if (is_finished_) return false;
    auto found = Advance();
    if (!found || !*found) {
      is_finished_ = true;
      own_.reset();
      shared_.reset();
      if (!found && table_->is_deleted()) return Fail(ErrorCode::kTableNotFound);
      return found;
    }
    const StoredRow row = (own_ ? own_ : shared_)->Row();
    entity = {.partition_key = PlainKey(row.partition, partition_buffer_),
              .row_key = PlainKey(row.row, row_buffer_),
              .timestamp = DateTime{row.timestamp},
              .properties = row.properties};
    return true;
  }

  // REQUIRES: called once, before Next()
  Status Start() {
    if (table_->is_deleted()) return Fail(ErrorCode::kTableNotFound);
    const auto shared = table_->SharedLane();
    table_->ReadWithMap([&](Table::Version version) { version_ = version; });
    if (shared && !(IsOnePartition() && IsMapped(floor_partition_))) {
      shared_ = MakeFileScan(*table_, shared->file(), sieve_);
      auto found = shared_->Seek(floor_partition_, RowFloor(floor_partition_));
      if (!found) return tl::unexpected(std::move(found.error()));
      has_shared_row_ = *found;
      version_ = shared_->version();
    }
    FindOwn();
    return {};
  }

 private:
  bool IsOnePartition() const {
    return partitions_.end && *partitions_.end == Successor(partitions_.low);
  }
  bool IsMapped(std::string_view partition) const {
    const auto own = table_->NextOwn(partition, version_);
    return own && own->key == partition;
  }

  // The first row of `partition` that may be in the range.
  std::string RowFloor(std::string_view partition) const {
    return partition == floor_partition_ ? std::max(floor_row_, rows_.low) : rows_.low;
  }

  // Whether no row of its partition from this one on is in the range.
  bool IsRowBehind(const StoredRow& row) const {
    return rows_.IsBehind(row.row) ||
           (end_ && row.partition == end_->partition && row.row >= end_->row);
  }

  void FindOwn() {
    own_next_ = table_->NextOwn(floor_partition_, version_);
    if (own_next_ && partitions_.IsBehind(own_next_->key)) own_next_.reset();
  }

  // Moves on by one row. True: it is the current row of own_ if there is one, else of shared_.
  Result<bool> Advance() {
    if (own_) {
      auto stepped = own_->Step();
      if (!stepped) return stepped;
      if (*stepped && IsOwnRowInRange()) return true;
      LeaveOwn();
    } else if (is_on_shared_row_) {
      if (auto stepped = StepShared(); !stepped) return tl::unexpected(std::move(stepped.error()));
    }
    for (;;) {
      if (IsOwnNext()) {
        auto found = EnterOwn();
        if (!found || *found) return found;
        LeaveOwn();
        continue;
      }
      if (!has_shared_row_) return false;
      auto fits = FitShared();
      if (!fits) return fits;
      if (*fits) {
        is_on_shared_row_ = true;
        return true;
      }
      if (!has_shared_row_) continue;
    }
  }

  // --- a mapped partition

  bool IsOwnNext() const {
    return own_next_ && (!has_shared_row_ || shared_->Row().partition >= own_next_->key);
  }

  Result<bool> EnterOwn() {
    if (table_->is_deleted()) return Fail(ErrorCode::kTableNotFound);
    own_ = MakeFileScan(*table_, own_next_->file, sieve_);
    auto found = own_->Seek(own_next_->key, RowFloor(own_next_->key));
    if (!found || !*found) return found;
    return IsOwnRowInRange();
  }

  bool IsOwnRowInRange() const {
    const StoredRow row = own_->Row();
    return row.partition == own_next_->key && !IsRowBehind(row);
  }

  void LeaveOwn() {
    own_.reset();
    floor_partition_ = Successor(own_next_->key);
    floor_row_.clear();
    FindOwn();
  }

  // --- the shared file

  Status StepShared() {
    is_on_shared_row_ = false;
    // Only a scan by chunks can meet another version; it then needs to know where it was.
    const bool may_change = table_->context().opener.single_connection();
    EntityKey last;
    if (may_change) {
      const StoredRow row = shared_->Row();
      last = {.partition = std::string(row.partition), .row = std::string(row.row)};
    }
    auto stepped = shared_->Step();
    if (!stepped) return tl::unexpected(std::move(stepped.error()));
    has_shared_row_ = *stepped;
    if (shared_->version() != version_) {
      // A partition may have moved away between two chunks, even the one that is being read.
      version_ = shared_->version();
      floor_partition_ = std::move(last.partition);
      floor_row_ = Successor(last.row);
      FindOwn();
    }
    return {};
  }

  // Whether the current row of the shared file is in the range; otherwise moves on. REQUIRES:
  // has_shared_row_ and !IsOwnNext()
  Result<bool> FitShared() {
    const StoredRow row = shared_->Row();
    if (partitions_.IsBehind(row.partition)) {
      has_shared_row_ = false;
      return false;
    }
    if (row.partition < floor_partition_) return SeekShared(floor_partition_, floor_row_);
    if (row.row < rows_.low) return SeekShared(std::string(row.partition), rows_.low);
    if (IsRowBehind(row)) return SeekShared(Successor(row.partition), rows_.low);
    return true;
  }

  // Always false on success: the row found has still to be looked at.
  Result<bool> SeekShared(const std::string& partition, const std::string& row) {
    auto found = shared_->Seek(partition, row);
    if (!found) return found;
    has_shared_row_ = *found;
    if (shared_->version() != version_) {
      version_ = shared_->version();
      floor_partition_ = partition;
      floor_row_ = row;
      FindOwn();
    }
    return false;
  }

  const std::shared_ptr<Table> table_;
  RowSieve* const sieve_;
  const std::optional<EndKey> end_;
  const KeyBounds partitions_;
  const KeyBounds rows_;

  // No row before this is wanted any more.
  std::string floor_partition_;
  std::string floor_row_;

  Table::Version version_ = 0;
  std::optional<Table::OwnPartition> own_next_;  // the one that own_ reads, or the next one
  std::unique_ptr<FileScan> own_;
  std::unique_ptr<FileScan> shared_;
  bool has_shared_row_ = false;
  bool is_on_shared_row_ = false;  // the current row of shared_ has been given out
  bool is_finished_ = false;
  std::string partition_buffer_;
  std::string row_buffer_;
};

Result<std::unique_ptr<EntityCursor>> Begin(const std::shared_ptr<Table>& table,
                                            const ScanRange& range, RowSieve* sieve) {
  auto cursor = std::make_unique<TableCursor>(table, range, sieve);
  if (auto started = cursor->Start(); !started) return tl::unexpected(started.error());
  return cursor;
}

}  // namespace

Result<std::unique_ptr<EntityCursor>> TableSource::Scan(const ScanRange& range) {
  return Begin(table_, range, nullptr);
}

Result<std::unique_ptr<EntityCursor>> TableSource::ScanSifted(const ScanRange& range,
                                                              RowSieve& sieve) {
  return Begin(table_, range, &sieve);
}

}  // namespace rowhouse
