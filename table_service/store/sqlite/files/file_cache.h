#pragma once
// What the partition files of a store share: the connections that may be open (open_files.h), the
// memory for rows, and the reserve of disk space.

#include "base/mutex.h"
#include "table_service/store/sqlite/files/open_files.h"
#include "table_service/store/sqlite/files/row_cache.h"
#include "table_service/store/sqlite/files/space_reserve.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace rowhouse::sqlite {

// Threads: all calls may overlap.
class FileCache {
 public:
  FileCache(std::shared_ptr<OpenFiles> open_files, std::size_t row_bytes_max,
            ReserveOptions reserve = {});
  ~FileCache();
  FileCache(const FileCache&) = delete;
  FileCache& operator=(const FileCache&) = delete;

  OpenFiles& open_files() { return *open_files_; }
  SpaceReserve& reserve() { return reserve_; }
  // Somebody who finds the disk full tries so often in all.
  static constexpr int kSpaceAttemptsMax = 10;
  // Must be called when the disk is full: gives up some of the reserve, with which the logs of idle files
  // can be copied back and deleted. Returns true if another attempt is worth it. REQUIRES: the caller
  // holds no lock of a file
  bool MakeSpace();
  // Does something that may find the disk full, and again with more space. REQUIRES: as above
  DbStatus WithSpace(const std::function<DbStatus()>& change);
  // Must be called after opening `file`. REQUIRES: the caller holds no lock of a file
  void Opened(const std::shared_ptr<PartitionFile>& file);
  // Appends the files that are open.
  void AppendOpen(std::vector<std::shared_ptr<PartitionFile>>& files) const;
  RowCache& rows() { return rows_; }
  const RowCache& rows() const { return rows_; }
  // Returns the size of the write-ahead logs of the open files. Looks at each on the disk.
  std::uint64_t LogBytes() const;

 private:
  const std::shared_ptr<OpenFiles> open_files_;
  SpaceReserve reserve_;
  mutable Mutex mutex_;
  std::vector<std::shared_ptr<PartitionFile>> open_ ROWHOUSE_TS(guarded_by(mutex_));
  RowCache rows_;  // last, so that its thread ends first
};

}  // namespace rowhouse::sqlite
