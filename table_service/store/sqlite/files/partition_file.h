#pragma once
// One partition file, opened when needed, with a pool of connections.

#include "base/mutex.h"
#include "entity/error.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/file_cache.h"
#include "table_service/store/sqlite/files/row_copy.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rowhouse::sqlite {

// What a file contributes to the size of its table.
struct FileSize {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::uint64_t partitions = 0;
  bool exact = true;
};

// Threads: all calls may overlap. There is one writer at a time (the file's commit lane); readers
// have a connection each and see the last committed state. With DatabaseOpener::single_connection()
// there is only one connection: a lease waits until the other one ends. Whoever writes to the file does
// so through a lease of Write(), during which no rows are read from memory.
// Lifetime: borrows the opener and the cache.
class PartitionFile : public std::enable_shared_from_this<PartitionFile> {
 public:
  // `path` also names the file in errors and the log.
  PartitionFile(const DatabaseOpener& opener, FileCache& cache, std::string path)
      : PartitionFile(opener, cache, std::move(path), nullptr) {}
  // A file in memory with `content`; null: as above.
  PartitionFile(const DatabaseOpener& opener, FileCache& cache, std::string path,
                std::unique_ptr<EntityTable> content);

  // A borrowed connection. Keeps the file open.
  class Lease {
   public:
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    EntityTable& operator*() const { return *table_; }
    EntityTable* operator->() const { return table_.get(); }
    PartitionFile& file() const { return *file_; }
    // Logs a failure of this connection and returns the error for the client. The connection will
    // not be reused. Only what a connection finds that was opened for its lease makes the file
    // unusable: what others find may be in their memory.
    Error Fail(const DbError& error);

   private:
    friend class PartitionFile;
    Lease(std::shared_ptr<PartitionFile> file, std::unique_ptr<EntityTable> table, bool is_writer,
          bool is_fresh)
        : file_(std::move(file)),
          table_(std::move(table)),
          is_writer_(is_writer),
          is_fresh_(is_fresh) {}

    std::shared_ptr<PartitionFile> file_;
    std::unique_ptr<EntityTable> table_;
    bool is_writer_;
    bool is_fresh_;  // opened for this lease
    bool failed_ = false;
  };

  // kTableNotFound once retired, kServerBusy if another process holds the file or too many are open,
  // kInternalError if it is damaged, of a later version or cannot be opened.
  Result<Lease> Read() { return Borrow(DatabaseOpener::Role::kReader); }
  Result<Lease> Write() { return Borrow(DatabaseOpener::Role::kWriter); }

  // Reads one entity, from memory if its rows are there. Errors as Read().
  Result<std::optional<store::EntityRecord>> Find(std::string_view partition, std::string_view row);
  // Returns the rows of the last committed state if they are in memory, or null: then Read() them.
  std::shared_ptr<const FileRows> Rows();
  // Must be called with the bytes of the rows that a reader took, from wherever. Files that are read
  // a lot get a copy of their rows in memory.
  void CountRead(std::size_t bytes) noexcept;
  RowCopy& copy() { return copy_; }

  // Closes the connections that are not lent out, and returns how many there were.
  std::size_t CloseIdle();
  // Frees the memory that the connections which are not lent out have for pages of the file.
  void DropIdlePages();
  // Must be called when the table is deleted: there are no further leases, and connections are
  // closed when they are returned.
  void Retire() noexcept;
  bool is_retired();

  // Makes all commits durable: with a commit journal, SQLite does not sync each. Does nothing if the
  // file is closed, which has synced it. kCorrupt: the file is damaged and lacks changes of the
  // journal.
  DbStatus SyncLog();
  // Likewise for a file that was created and never synced. Its name is not made durable. If it fails
  // once it always fails: the kernel forgets what it could not write, and would report a success.
  DbStatus SyncWhole();
  // Copies the log back through one of this file's connections, as DbConnection::Checkpoint() does. If
  // it fails, the log may have lost what the journal counts on: SyncLog() then asks for more than a sync.
  // Waits for SyncLog().
  DbResult<DbConnection::Checkpointed> CopyBackLog(DbConnection& connection,
                                                   DbConnection::CheckpointMode mode);

  // Must be called when the commit journal has changes that could not be committed here, and again
  // when they have been. Meanwhile there are no leases for reading, and the file cannot be synced.
  void SetBehind(bool is_behind) { behind_.store(is_behind); }
  bool is_behind() const { return behind_.load(); }

  // Must be called when the content of the file, or its part in the table, has changed, before
  // anybody is told.
  void CountChange() { changes_.fetch_add(1); }
  std::uint64_t changes() const { return changes_.load(); }
  // Returns the size that RememberSize() was given, unless the file has changed since.
  std::optional<FileSize> KnownSize();
  // `changes` is what changes() returned before the file was read.
  void RememberSize(std::uint64_t changes, const FileSize& size);

  // Returns how many leases there are.
  int lent();
  const std::string& path() const { return path_; }
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  std::uint64_t last_used() const { return last_used_.load(std::memory_order_relaxed); }

 private:
  Result<Lease> Borrow(DatabaseOpener::Role role);
  // What is needed to open a connection, besides its file.
  struct Opening {
    std::optional<OpenFiles::Slot> slot = {};
    std::optional<DbError> failure = {};  // of the last attempt: something was lacking
    int attempts = 0;
  };
  // An idle connection, or null.
  Result<std::unique_ptr<EntityTable>> TakeIdleLocked(DatabaseOpener::Role wanted)
      ROWHOUSE_TS(requires_capability(mutex_));
  // A new connection, or null if something is lacking: the slot, descriptors, disk space.
  Result<std::unique_ptr<EntityTable>> OpenLocked(DatabaseOpener::Role role, Opening& opening)
      ROWHOUSE_TS(requires_capability(mutex_));
  // Gets what was lacking.
  Status MakeRoom(Opening& opening);
  void Return(std::unique_ptr<EntityTable> table, bool is_writer, bool failed) noexcept;
  // Before the last connection closes: copies the log back while it can be seen whether that fails.
  // SQLite does it, too, when it closes, and does not say. If this returns false, log_is_known_ must
  // become false.
  bool CopiesBackAtLast(EntityTable& table) noexcept;
  std::chrono::milliseconds Patience() const;
  std::optional<Error> RefusalLocked(DatabaseOpener::Role role) const
      ROWHOUSE_TS(requires_capability(mutex_));
  Error ReportLocked(const DbError& error, bool is_fresh) ROWHOUSE_TS(requires_capability(mutex_));

  const DatabaseOpener& opener_;
  FileCache& cache_;
  const std::string path_;
  std::atomic<std::uint64_t> last_used_ = 0;
  std::atomic<bool> is_open_ = false;
  std::atomic<std::uint64_t> changes_ = 0;
  std::atomic<bool> behind_ = false;
  std::atomic<bool> is_held_ = false;  // by another process, when a writer or an opener last tried
  Mutex sync_mutex_;                   // held while the file is synced
  bool log_is_lost_ ROWHOUSE_TS(guarded_by(sync_mutex_)) = false;  // see DatabaseOpener::SyncLog()
  bool is_lost_ ROWHOUSE_TS(guarded_by(sync_mutex_)) = false;      // see SyncWhole()
  RowCopy copy_;

  Mutex mutex_;
  std::condition_variable_any returned_;
  // The idle connections. For a file in memory the writer has the only copy of the data.
  std::unique_ptr<EntityTable> writer_ ROWHOUSE_TS(guarded_by(mutex_));
  std::vector<std::unique_ptr<EntityTable>> readers_ ROWHOUSE_TS(guarded_by(mutex_));
  std::optional<FileSize> size_ ROWHOUSE_TS(guarded_by(mutex_));
  std::uint64_t size_changes_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
  int lent_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
  bool writer_lent_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool retired_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  bool unusable_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
  // False: the log beside the file may have what is not on the disk; see DatabaseOpener::WriteBackLog().
  bool log_is_known_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

}  // namespace rowhouse::sqlite
