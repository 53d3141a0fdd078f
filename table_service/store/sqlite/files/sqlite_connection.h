#pragma once
// SQLite behind four small types. <sqlite3.h> stops at sqlite_connection.cc: nobody above it can
// bind by hand, forget to finalize or lose a return code.
//
// Threads: a connection and all that was made from it are used by one thread at a time
// (SQLITE_OPEN_NOMUTEX). Lifetime: statements and transactions borrow their connection and must go
// first.

#include <array>
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
    kBusy,     // another connection holds the lock that is needed
    kFull,     // no space
    kCorrupt,  // the file is not what SQLite wrote
    kTooNew,   // the file is of a later version than this program knows
    kIo,       // the disk failed, or the file cannot be opened
    kOther     // a bug of ours
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

// One compiled SQL text. Parameters and columns count as SQLite counts them: from 1 and from 0.
class Statement {
 public:
  // The text is borrowed until Reset(); it may be empty but is never NULL.
  void Bind(int parameter, std::string_view text);
  // A temporary would be gone before Step().
  template <class Text>
  requires std::is_same_v<std::remove_const_t<Text>, std::string>
  void Bind(int parameter, Text&& text) = delete;
  void Bind(int parameter, std::int64_t value);
  // For the first argument of matches(). Borrowed until it is bound anew.
  void Bind(int parameter, RowPredicate& predicate);

  // True: there is a row. False: done.
  DbResult<bool> Step();
  // Of the current row; views live until the next Step() or Reset().
  std::string_view Text(int column) const;
  std::int64_t Integer(int column) const;
  // Ends the statement's read transaction; keeps no binding alive.
  void Reset();

 private:
  friend class Connection;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Resets a statement when its use ends, whichever way that is.
class StatementScope {
 public:
  explicit StatementScope(Statement& statement) : statement_(statement) {}
  ~StatementScope() { statement_.Reset(); }
  StatementScope(const StatementScope&) = delete;
  StatementScope& operator=(const StatementScope&) = delete;

 private:
  Statement& statement_;
};

class Connection {
 public:
  enum class Access : std::uint8_t { kExisting, kCreate };

  // `path` may be ":memory:". `vfs` empty: the default one. Nothing is read yet, so a file that is
  // no database is noticed by the first statement.
  static DbResult<Connection> Open(const std::string& path, Access access, const std::string& vfs);

  // Runs all statements of `sql`; rows are dropped.
  DbStatus Execute(const char* sql);
  // What begins and ends transactions, compiled once.
  enum Mark : std::uint8_t {
    kBegin,
    kBeginWrite,
    kCommit,
    kRollback,
    kSavepoint,
    kRollbackTo,
    kRelease,
    kMarkCount
  };
  DbStatus Execute(Mark mark);
  // Compiles it, so that Try() can run it.
  DbStatus Prepare(Mark mark);
  // Without a word about a failure: for destructors, and for what may fail. REQUIRES: Prepare(mark)
  // has succeeded
  bool Try(Mark mark) noexcept;
  bool Try(const char* sql) noexcept;
  // Whether a transaction is open.
  bool InTransaction() const;
  DbResult<Statement> Prepare(std::string_view sql);
  // The first column of the first row, for PRAGMAs.
  DbResult<std::int64_t> QueryInteger(std::string_view sql);
  // Rows that the last INSERT, UPDATE or DELETE touched.
  std::int64_t Changes() const;
  // Makes `to` the same as this database is at one moment, the one of its open transaction if there
  // is one. Whatever `to` held is gone.
  DbStatus CopyInto(Connection& to);
  // Pages in the write-ahead log after the last commit of this connection.
  int WalPages() const { return *wal_pages_; }

 private:
  struct Close {
    void operator()(sqlite3* db) const;
  };
  explicit Connection(sqlite3* db) : db_(db) {}

  std::unique_ptr<int> wal_pages_ = std::make_unique<int>(0);  // SQLite holds its address
  std::unique_ptr<sqlite3, Close> db_;
  std::array<std::optional<Statement>, kMarkCount> marks_;
};

// An open transaction, spent once by Commit() or undone. The pointer is the whole state: null once
// there is nothing left to undo.
class Transaction {
 public:
  enum class Kind : std::uint8_t { kRead, kWrite };

  // A write transaction holds the file's write lock from here on. A read transaction takes its
  // snapshot with the first row it reads.
  static DbResult<Transaction> Begin(Connection& connection, Kind kind);
  Transaction(Transaction&& other) noexcept
      : connection_(std::exchange(other.connection_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction() { Undo(); }

  DbStatus Commit();  // on failure still open, so the destructor undoes it
  void Undo() noexcept;

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
};

// The same inside a write transaction, for one change set of a group.
class Savepoint {
 public:
  static DbResult<Savepoint> Begin(Connection& connection);
  Savepoint(Savepoint&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}
  Savepoint& operator=(Savepoint&&) = delete;
  ~Savepoint();

  DbStatus Release();
  // On failure the whole transaction has to be undone.
  DbStatus Undo();

 private:
  explicit Savepoint(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
};

}  // namespace rowhouse::sqlite
