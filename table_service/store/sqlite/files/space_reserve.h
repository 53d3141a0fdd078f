#pragma once
// Disk space that a store keeps, to give it up when the disk is full: opening a file takes some
// (SQLite's shared memory and log), and so does deleting, since a deletion is logged first. So what can
// be read can still be read, and room can be made. Until there is room for the reserve again, nothing
// else is written. docs/decisions/2026-11-29-a-reserve-for-a-full-disk.md

#include "base/mutex.h"
#include "table_service/store/sqlite/files/db_connection.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace rowhouse::sqlite {

struct ReserveOptions {
  std::string path = {};
  std::uint64_t bytes = 0;  // 0: no reserve
  std::string vfs = {};
};

// Threads: all calls may overlap.
class SpaceReserve {
 public:
  explicit SpaceReserve(ReserveOptions options) : options_(std::move(options)) {}

  // Allocates the reserve unless it is there. If there is no room for it, it counts as given up.
  void Restore();
  // Must be called when the disk turns out to be full. Gives up an eighth: other programs may take what
  // is free at once. Returns true if there was something left to give up, so that it is worth another
  // attempt.
  bool GiveUp() noexcept;
  std::uint64_t bytes() const { return options_.bytes; }
  bool is_given_up() const { return is_given_up_.load(std::memory_order_relaxed); }
  // Returns true about once a second while the reserve is given up: then Restore() should be called.
  bool IsDue();

 private:
  // Makes the file so long.
  DbStatus Resize(std::uint64_t bytes) const;
  std::uint64_t LeftLocked() ROWHOUSE_TS(requires_capability(mutex_));

  const ReserveOptions options_;
  std::atomic<bool> is_given_up_ = false;
  std::atomic<std::chrono::steady_clock::time_point> next_attempt_ = {};
  Mutex mutex_;
  std::optional<std::uint64_t> left_ ROWHOUSE_TS(guarded_by(mutex_));  // none: not looked at yet
};

}  // namespace rowhouse::sqlite
