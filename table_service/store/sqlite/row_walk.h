#pragma once
// The rows of a table in key order: the partitions with their own files, merged with the shared
// file.

#include "table_service/store/sqlite/file_scan.h"
#include "table_service/store/sqlite/map_view.h"
#include "table_service/store/sqlite/table.h"

#include <memory>
#include <optional>
#include <string>

namespace rowhouse::sqlite {

// Keys are in stored form. Within each partition the walk sees what its FileScan sees.
// Threads: one at a time. Lifetime: borrows the table and the filter.
class RowWalk {
 public:
  struct Limits {
    std::string row_low = {};                       // earlier rows of each partition are skipped
    std::optional<std::string> partition_end = {};  // exclusive; none: no limit
  };
  // `filter` may be null.
  RowWalk(const Table& table, Limits limits, RowFilter* filter = nullptr);

  // Moves to the first row at or after (partition, row). Returns false if there is none. REQUIRES:
  // not before the current row
  Result<bool> Seek(std::string partition, std::string row = {});
  // Moves to the next row. Returns false if there is none. REQUIRES: the last move returned true
  Result<bool> Step();

  // REQUIRES for the following: the last move returned true. Views live until the next move.
  StoredRow Row() const { return (own_ ? own_ : shared_)->Row(); }
  bool is_in_own_file() const { return own_ != nullptr; }
  PartitionFile& file() const { return own_ ? *own_next_->file : *shared_file_; }

 private:
  // Moves forward to a row within the limits. Returns false at the end.
  Result<bool> Settle();
  bool IsPastEnd(std::string_view partition) const;
  void SetFloor(std::string partition, std::string row);
  void FindOwn();

  bool IsOwnNext() const;
  Result<bool> EnterOwn();
  bool IsOnOwnRow() const { return own_->Row().partition == own_next_->partition_key; }
  void LeaveOwn();

  // Returns true if the current row of the shared file is within the limits; otherwise moves
  // forward in that file and returns false.
  Result<bool> FitShared();
  Status StepShared();
  Status SeekShared(std::string partition, std::string row);
  // Must be called after moving the shared file to (partition, row) or later: it may now show
  // another version of the map.
  void FollowView(std::string partition, std::string row);

  const Table& table_;
  const Limits limits_;
  RowFilter* const filter_;

  // Rows before this key are skipped.
  std::string floor_partition_;
  std::string floor_row_;

  MapView view_;
  std::optional<OwnPartition> own_next_;  // the partition that own_ reads, or the next one
  std::unique_ptr<FileScan> own_;
  const std::shared_ptr<PartitionFile> shared_file_;  // null if the table has none
  std::unique_ptr<FileScan> shared_;                  // null until it is needed
  bool has_shared_row_;                               // false: the shared file is finished
};

}  // namespace rowhouse::sqlite
