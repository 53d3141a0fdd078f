#pragma once
// Decides when the rows of a file are worth a copy in memory, and when the copy is valid.

#include "base/mutex.h"
#include "table_service/store/sqlite/files/file_rows.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace rowhouse::sqlite {

// A copy is made once about twice its size has been read from the file since the last write, so that
// copying never costs more than reading did; later if earlier copies were dropped before they paid.
// It is valid until the next write begins. While a write is in progress there is none, so that no
// reader sees an older state than another one saw before.
//
// Threads: all calls may overlap, except that copies and writes are made one at a time.
class RowCopy {
 public:
  // Returns the rows of the last committed state, or null if they must be read from the file.
  std::shared_ptr<const FileRows> Get();
  // Counts bytes of rows that were read, from the file or from the copy. Returns true if the rows
  // should be copied now; it then returns false until EndCopy().
  bool CountRead(std::size_t bytes);

  // Must be called before the file changes and when the change is committed or undone.
  void BeginWrite() noexcept;
  void EndWrite() noexcept;
  // Drops the copy for good.
  void Close() noexcept;

  struct Ticket {
    std::uint64_t writes = 0;
    std::size_t bytes_max = 0;  // a larger copy is not worth it yet
  };
  // Must be called before the file is read. Returns nothing if a write is in progress.
  std::optional<Ticket> BeginCopy();
  // Returns true if no write has begun since.
  bool IsCurrent(const Ticket& ticket);
  // Gives the copy to all readers if it is still current. `rows` is null if none could be made.
  void EndCopy(const std::optional<Ticket>& ticket, std::shared_ptr<const FileRows> rows) noexcept;

  // Drops the copy unless it was used since the last call. Returns true if there is one left.
  bool KeepIfUsed() noexcept;

 private:
  std::shared_ptr<const FileRows> TakeLocked() noexcept ROWHOUSE_TS(requires_capability(mutex_));

  std::atomic<bool> used_ = false;  // since KeepIfUsed()
  // Since the last write.
  std::atomic<std::size_t> bytes_read_ = 0;
  std::atomic<std::size_t> reads_ = 0;
  std::atomic<std::size_t> bytes_wanted_ = 0;  // for the next attempt
  std::atomic<std::size_t> patience_ = 1;      // doubled by each copy that did not pay
  std::atomic<bool> is_copying_ = false;       // or about to

  Mutex mutex_;
  std::shared_ptr<const FileRows> rows_ ROWHOUSE_TS(guarded_by(mutex_));
  std::uint64_t writes_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
  bool is_writing_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool is_closed_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

}  // namespace rowhouse::sqlite
