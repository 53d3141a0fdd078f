#pragma once
// A wrapper around SQLite. Only db_connection.cc and raw_file.cc include <sqlite3.h>, so no other code
// can forget to finalize a statement or ignore a return code.
//
// Threads: a connection and all objects made from it are used by one thread at a time
// (SQLITE_OPEN_NOMUTEX).
// Lifetime: statements and transactions borrow their connection and must be destroyed first.

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace rowhouse::sqlite {

struct DbError {
  enum class Kind : std::uint8_t {
    kBusy,           // another connection has the lock
    kFull,           // the disk is full
    kCorrupt,        // the file is not what SQLite wrote
    kTooNew,         // the file is of a later version than this program knows
    kIo,             // the disk failed, or the file cannot be opened
    kNoDescriptors,  // the process, or the machine, may not open any more files
    kOther           // a bug in this program
  };
  Kind kind = Kind::kOther;
  std::string text;  // names the file
};

template <class T>
using DbResult = tl::expected<T, DbError>;
using DbStatus = DbResult<void>;

// Implements the SQL function matches(?, partition_key, row_key, timestamp, properties).
class RowPredicate {
 public:
  virtual ~RowPredicate() = default;
  virtual bool Matches(std::string_view partition, std::string_view row, std::int64_t timestamp,
                       std::string_view properties) = 0;
};

// One compiled SQL statement. As in SQLite, parameters count from 1 and columns from 0.
class Statement {
 public:
  // `text` is borrowed until Reset(). An empty one is not bound as NULL.
  void Bind(int parameter, std::string_view text);
  // A temporary string would be destroyed before Step().
  template <class Text>
  requires std::is_same_v<std::remove_const_t<Text>, std::string>
  void Bind(int parameter, Text&& text) = delete;
  void Bind(int parameter, std::int64_t value);
  // Binds the first argument of matches(). It is borrowed until another one is bound.
  void Bind(int parameter, RowPredicate& predicate);

  // Returns true if there is a row, false at the end.
  DbResult<bool> Step();
  // Columns of the current row. Views live until the next Step() or Reset().
  std::string_view Text(int column) const;
  std::int64_t Integer(int column) const;
  // Ends the statement's read transaction and the borrowing of bound text.
  void Reset();

 private:
  friend class DbConnection;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Resets a statement at the end of a scope.
class StatementScope {
 public:
  explicit StatementScope(Statement& statement) : statement_(statement) {}
  ~StatementScope() { statement_.Reset(); }
  StatementScope(const StatementScope&) = delete;
  StatementScope& operator=(const StatementScope&) = delete;

 private:
  Statement& statement_;
};

class DbConnection {
 public:
  enum class OpenMode : std::uint8_t { kExisting, kCreate };

  // `path` may be ":memory:"; an empty `vfs` means the default one. Nothing is read yet, so only
  // the first statement fails if the file is not a database.
  static DbResult<DbConnection> Open(const std::string& path, OpenMode mode,
                                     const std::string& vfs);

  // Sets for how long a statement waits for other connections and processes; at first for 5 s.
  void SetPatience(std::chrono::milliseconds patience);
  // Runs all statements of `sql` and discards their rows.
  DbStatus Execute(const char* sql);
  // Statements that begin and end transactions, compiled once per connection.
  enum TransactionCommand : std::uint8_t {
    kBegin,
    kBeginWrite,
    kCommit,
    kRollback,
    kSavepoint,
    kRollbackTo,
    kRelease,
    kTransactionCommandCount
  };
  DbStatus Execute(TransactionCommand command);
  // Compiles `command` for Try().
  DbStatus Prepare(TransactionCommand command);
  // Runs `command` or `sql` without reporting why it failed: for destructors, and for statements
  // that may fail. REQUIRES: Prepare(command) has succeeded
  bool Try(TransactionCommand command) noexcept;
  bool Try(const char* sql) noexcept;
  // Returns true if a transaction is open.
  bool InTransaction() const;
  DbResult<Statement> Prepare(std::string_view sql);
  // Runs one statement with its parameters, and discards its rows.
  template <class... Values>
  DbStatus Run(std::string_view sql, const Values&... values) {
    auto statement = Prepare(sql);
    if (!statement) return tl::unexpected(statement.error());
    int parameter = 0;
    (statement->Bind(++parameter, values), ...);
    const auto done = statement->Step();
    if (!done) return tl::unexpected(done.error());
    return {};
  }
  // Returns the first column of the first row, or 0 if there is no row.
  DbResult<std::int64_t> QueryInteger(std::string_view sql);
  // Reads the whole file. kCorrupt: it is damaged; the text says what SQLite found first.
  DbStatus CheckSound();
  // Returns how many rows the last INSERT, UPDATE or DELETE changed.
  std::int64_t Changes() const;
  // Replaces the content of `to` with one committed state of this database: the one that its open
  // transaction sees, if there is one.
  DbStatus CopyInto(DbConnection& to);
  // What a checkpoint found and did; pages of the write-ahead log.
  struct Checkpointed {
    int log_pages = 0;
    int copied_pages = 0;
    bool is_done = false;  // what was asked for; with kPassive: all pages have been copied
  };
  // kPassive copies what no reader needs to be left in the log, and waits for nobody. kTruncate copies
  // all and empties the log, which needs that nobody writes, and that nobody reads an earlier state.
  // It waits for them as SetPatience() says.
  enum class CheckpointMode : std::uint8_t { kPassive, kTruncate };
  DbResult<Checkpointed> Checkpoint(CheckpointMode mode);
  // Returns the memory that pages of the file take.
  std::size_t PageBytes() const;
  // Frees it, but for pages that a statement is using.
  void DropPages();
  // Returns the number of pages in the write-ahead log after the last commit of this connection.
  int WalPages() const { return *wal_pages_; }

 private:
  struct Close {
    void operator()(sqlite3* db) const;
  };
  explicit DbConnection(sqlite3* db) : db_(db) {}

  std::unique_ptr<int> wal_pages_ = std::make_unique<int>(0);  // SQLite keeps its address
  std::unique_ptr<sqlite3, Close> db_;
  std::array<std::optional<Statement>, kTransactionCommandCount> commands_;
};

// An open transaction, undone by the destructor unless it was committed. The pointer is null once
// there is nothing left to undo.
class DbTransaction {
 public:
  enum class Kind : std::uint8_t { kRead, kWrite };

  // A write transaction holds the file's write lock from now on. A read transaction takes its
  // snapshot when it first reads.
  static DbResult<DbTransaction> Begin(DbConnection& connection, Kind kind);
  DbTransaction(DbTransaction&& other) noexcept
      : connection_(std::exchange(other.connection_, nullptr)) {}
  DbTransaction& operator=(DbTransaction&&) = delete;
  ~DbTransaction() { Undo(); }

  DbStatus Commit();  // after a failure still open, so the destructor undoes it
  void Undo() noexcept;

 private:
  explicit DbTransaction(DbConnection& connection) : connection_(&connection) {}
  DbConnection* connection_;
};

// A savepoint in a write transaction, for one change set of a group.
class Savepoint {
 public:
  static DbResult<Savepoint> Begin(DbConnection& connection);
  Savepoint(Savepoint&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}
  Savepoint& operator=(Savepoint&&) = delete;
  ~Savepoint();

  DbStatus Release();
  // After a failure the whole transaction must be undone.
  DbStatus Undo();

 private:
  explicit Savepoint(DbConnection& connection) : connection_(&connection) {}
  DbConnection* connection_;
};

}  // namespace rowhouse::sqlite
