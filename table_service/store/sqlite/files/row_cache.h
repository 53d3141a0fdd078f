#pragma once
// Keeps the rows of the files that are read most in memory, within a budget. A thread of its own
// copies them, so that no read waits for that.

#include "base/background.h"
#include "base/mutex.h"
#include "table_service/store/sqlite/files/file_rows.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace rowhouse::sqlite {

class PartitionFile;

// Threads: all calls may overlap. Lifetime: must outlive the rows that it copied.
class RowCache {
 public:
  // Copies nothing if `bytes_max` is 0.
  explicit RowCache(std::size_t bytes_max) : bytes_max_(bytes_max) {}
  // Finishes the copy in progress, if any, and drops those that wait.
  ~RowCache() { is_ending_.store(true); }
  RowCache(const RowCache&) = delete;
  RowCache& operator=(const RowCache&) = delete;

  bool is_enabled() const { return bytes_max_ > 0; }
  // Copies the rows of `file` soon, unless there is no room for them.
  void Post(std::shared_ptr<PartitionFile> file);
  // Returns the memory in use, including rows that are no longer current but still being read.
  std::size_t bytes() const { return used_->load(); }

 private:
  void Copy(PartitionFile& file);
  std::shared_ptr<const FileRows> ReadRows(PartitionFile& file, std::size_t bytes_max,
                                           const std::function<bool()>& is_current);
  bool Reserve(std::size_t bytes);
  // Makes room: drops what was not read since the last time.
  void DropUnused();

  const std::size_t bytes_max_;
  // Shared with the rows, which a cursor may keep for longer than the store.
  const std::shared_ptr<std::atomic<std::size_t>> used_ =
      std::make_shared<std::atomic<std::size_t>>(0);
  std::atomic<bool> is_ending_ = false;
  // The following are used by the thread only.
  std::vector<std::weak_ptr<PartitionFile>> copied_;
  std::chrono::steady_clock::time_point last_drop_ = {};

  Background thread_;  // last, so that it ends first
};

}  // namespace rowhouse::sqlite
