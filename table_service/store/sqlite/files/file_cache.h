#pragma once
// What the partition files of a store share: the bound of how many are open, and the memory for rows.
// When too many are open, the least recently used are closed, but never one that is in use.

#include "base/mutex.h"
#include "table_service/store/sqlite/files/row_cache.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace rowhouse::sqlite {

class PartitionFile;

// Threads: all calls may overlap.
class FileCache {
 public:
  FileCache(std::size_t open_files_max, std::size_t row_bytes_max)
      : open_files_max_(open_files_max), rows_(row_bytes_max) {}

  // Returns a number greater than every earlier one, to compare times of use.
  std::uint64_t Tick() { return tick_.fetch_add(1, std::memory_order_relaxed); }

  // Must be called after opening `file`. REQUIRES: the caller holds no lock of a file
  void Opened(const std::shared_ptr<PartitionFile>& file);
  RowCache& rows() { return rows_; }
  const RowCache& rows() const { return rows_; }
  // Returns the size of the write-ahead logs of the open files. Looks at each on the disk.
  std::uint64_t LogBytes() const;

 private:
  const std::size_t open_files_max_;
  std::atomic<std::uint64_t> tick_ = 1;
  mutable Mutex mutex_;
  std::vector<std::shared_ptr<PartitionFile>> open_ ROWHOUSE_TS(guarded_by(mutex_));
  RowCache rows_;  // last, so that its thread ends first
};

}  // namespace rowhouse::sqlite
