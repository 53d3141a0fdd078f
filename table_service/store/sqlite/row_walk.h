#pragma once
// The rows of a table in key order, over all its files: those of the partitions with files of their
// own, merged with those of the shared file.

#include "table_service/store/sqlite/file_scan.h"
#include "table_service/store/sqlite/map_view.h"
#include "table_service/store/sqlite/table.h"

#include <memory>
#include <optional>
#include <string>

namespace rowhouse {

// Keys are in stored form. Sees, within each partition, what its FileScan sees.
// Threads: one at a time. Lifetime: borrows the table and the filter.
class RowWalk {
 public:
  struct Limits {
    std::string row_low = {};                       // earlier rows of each partition are skipped
    std::optional<std::string> partition_end = {};  // from here on nothing is read; none: no limit
  };
  // `filter` may be null.
  RowWalk(const Table& table, Limits limits, RowFilter* filter = nullptr);

  // Moves to the first row at (partition, row) or later; false when there is none. REQUIRES: not
  // before the current row
  Result<bool> Seek(std::string partition, std::string row = {});
  // Moves to the next row. REQUIRES: the last move returned true
  Result<bool> Step();

  // REQUIRES, for the following: the last move returned true. Views live until the next move.
  StoredRow Row() const { return (own_ ? own_ : shared_)->Row(); }
  bool is_in_own_file() const { return own_ != nullptr; }
  PartitionFile& file() const { return own_ ? *own_next_->file : *shared_file_; }

 private:
  // Moves on until the walk stands on a row that is wanted, or to the end.
  Result<bool> Settle();
  bool IsPastEnd(std::string_view partition) const;
  void SetFloor(std::string partition, std::string row);
  void FindOwn();

  bool IsOwnNext() const;
  Result<bool> EnterOwn();
  bool IsOnOwnRow() const { return own_->Row().partition == own_next_->key; }
  void LeaveOwn();

  // Whether the row where the shared file stands is wanted; otherwise moves on in that file.
  Result<bool> FitShared();
  Status StepShared();
  Status SeekShared(std::string partition, std::string row);
  // The shared file was moved to (partition, row) or later, and shows another state than before.
  void FollowView(std::string partition, std::string row);

  const Table& table_;
  const Limits limits_;
  RowFilter* const filter_;

  // No row before this is wanted any more.
  std::string floor_partition_;
  std::string floor_row_;

  MapView view_;
  std::optional<OwnPartition> own_next_;  // the one that own_ reads, or the next one
  std::unique_ptr<FileScan> own_;
  const std::shared_ptr<PartitionFile> shared_file_;  // null: there is none
  std::unique_ptr<FileScan> shared_;                  // null until it is needed
  bool has_shared_row_;                               // false: nothing of the shared file is left
};

}  // namespace rowhouse
