#pragma once
// One partition file, opened when needed, with a pool of connections.

#include "base/mutex.h"
#include "entity/error.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/file_cache.h"
#include "table_service/store/sqlite/files/row_copy.h"

#include <atomic>
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
    // not be reused.
    Error Fail(const DbError& error);

   private:
    friend class PartitionFile;
    Lease(std::shared_ptr<PartitionFile> file, std::unique_ptr<EntityTable> table, bool is_writer)
        : file_(std::move(file)), table_(std::move(table)), is_writer_(is_writer) {}

    std::shared_ptr<PartitionFile> file_;
    std::unique_ptr<EntityTable> table_;
    bool is_writer_;
    bool failed_ = false;
  };

  // kTableNotFound once retired, kServerBusy if another process holds the file, kInternalError if
  // it is damaged, of a later version or cannot be opened.
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

  // Closes all connections unless one is lent out.
  void CloseIfIdle();
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

  const std::string& path() const { return path_; }
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  std::uint64_t last_used() const { return last_used_.load(std::memory_order_relaxed); }

 private:
  Result<Lease> Borrow(DatabaseOpener::Role role);
  Result<std::unique_ptr<EntityTable>> TakeLocked(DatabaseOpener::Role wanted)
      ROWHOUSE_TS(requires_capability(mutex_));
  void Return(std::unique_ptr<EntityTable> table, bool is_writer, bool failed) noexcept;
  std::optional<Error> RefusalLocked(DatabaseOpener::Role role) const
      ROWHOUSE_TS(requires_capability(mutex_));
  Error ReportLocked(const DbError& error) ROWHOUSE_TS(requires_capability(mutex_));

  const DatabaseOpener& opener_;
  FileCache& cache_;
  const std::string path_;
  std::atomic<std::uint64_t> last_used_ = 0;
  std::atomic<bool> is_open_ = false;
  std::atomic<std::uint64_t> changes_ = 0;
  std::atomic<bool> behind_ = false;
  Mutex sync_mutex_;                                               // held while the file is synced
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
};

}  // namespace rowhouse::sqlite
