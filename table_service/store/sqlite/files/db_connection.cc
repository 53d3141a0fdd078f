#include "table_service/store/sqlite/files/db_connection.h"

#include "base/guarded.h"

#include <sqlite3.h>

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <system_error>

namespace rowhouse::sqlite {
namespace {

DbError::Kind KindOf(int code, sqlite3* db) {
  // The VFS says no more than that it could not open a file, or not extend its shared memory.
  const int reason = db != nullptr ? sqlite3_system_errno(db) : 0;
  switch (code & 0xff) {  // the low byte of an extended code is the primary one
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return DbError::Kind::kBusy;
    case SQLITE_FULL:
      return DbError::Kind::kFull;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return DbError::Kind::kCorrupt;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      if (reason == ENOSPC || reason == EDQUOT) return DbError::Kind::kFull;
      if (reason == EMFILE || reason == ENFILE) return DbError::Kind::kNoDescriptors;
      return DbError::Kind::kIo;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return DbError::Kind::kIo;
    default:
      return DbError::Kind::kOther;
  }
}

std::string_view RemedyFor(DbError::Kind kind) {
  switch (kind) {
    case DbError::Kind::kBusy:
      return "; another process uses the file: end it, `fuser` with this path tells its number";
    case DbError::Kind::kFull:
      return "; free space on its disk";
    case DbError::Kind::kCorrupt:
      return "; restore it from a backup";
    case DbError::Kind::kIo:
      return "; check its disk and who may write to the file and its folder";
    case DbError::Kind::kNoDescriptors:
      return "; raise the limit of open files, ulimit -n";
    case DbError::Kind::kTooNew:
    case DbError::Kind::kOther:
      return "";
  }
  std::abort();
}

// Returns the error of the system for the last read of the file, or of its log, that failed; 0: none.
int ReadErrno(sqlite3* db) {
  int of_file = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &of_file);
  sqlite3_file* log = nullptr;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  int of_log = 0;
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &of_log);
  for (const int code : {of_file, of_log}) {
    if (code == EIO || code == ENXIO || code == ERANGE) return code;
  }
  return 0;
}

tl::unexpected<DbError> Failure(int code, sqlite3* db, std::string_view path) {
  const DbError::Kind kind = KindOf(code, db);
  if (kind == DbError::Kind::kCorrupt && db) {
    // SQLite says "malformed" of what the disk did not read, too: see SQLITE_IOERR_CORRUPTFS.
    if (const int error = ReadErrno(db); error != 0) {
      return tl::unexpected(
          DbError{DbError::Kind::kIo, fmt::format("{}: cannot read: {}; check its disk", path,
                                                  std::generic_category().message(error))});
    }
  }
  return tl::unexpected(DbError{
      kind, fmt::format("{}: {} (SQLite error {}){}", path,
                        db ? sqlite3_errmsg(db) : sqlite3_errstr(code), code, RemedyFor(kind))});
}

tl::unexpected<DbError> Failure(int code, sqlite3* db) {
  const char* path = sqlite3_db_filename(db, "main");
  return Failure(code, db, path && *path ? path : "in-memory database");
}

// Memory statistics cost a lock that all connections share. Has no effect if SQLite has already
// been initialized.
void ConfigureOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  });
}

int RecordWalPages(void* pages, sqlite3* /*db*/, const char* /*name*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

constexpr const char* kPredicateType = "rowhouse.RowPredicate";

std::string_view TextOf(sqlite3_value* value) {
  const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

void CallPredicate(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  auto* const predicate =
      static_cast<RowPredicate*>(sqlite3_value_pointer(values[0], kPredicateType));
  bool matches = predicate == nullptr;
  // SQLite is C code, which an exception must not pass through.
  const bool done = matches || RunGuarded("a filter", {}, [&] {
                      matches =
                          predicate->Matches(TextOf(values[1]), TextOf(values[2]),
                                             sqlite3_value_int64(values[3]), TextOf(values[4]));
                    });
  if (done) {
    sqlite3_result_int(context, matches ? 1 : 0);
  } else {
    sqlite3_result_error(context, "the filter threw an exception", -1);
  }
}

constexpr std::chrono::seconds kOpenPatience(5);

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::Bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL, and an empty view may have one.
  const char* data = text.empty() ? "" : text.data();
  sqlite3_bind_text64(statement_.get(), parameter, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::Bind(int parameter, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), parameter, value);
}

void Statement::Bind(int parameter, RowPredicate& predicate) {
  sqlite3_bind_pointer(statement_.get(), parameter, &predicate, kPredicateType, nullptr);
}

DbResult<bool> Statement::Step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return Failure(code, sqlite3_db_handle(statement_.get()));
}

std::string_view Statement::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (!text) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

void DbConnection::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }

DbResult<DbConnection> DbConnection::Open(const std::string& path, OpenMode mode,
                                          const std::string& vfs) {
  ConfigureOnce();
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (mode == OpenMode::kCreate) flags |= SQLITE_OPEN_CREATE;
  // Made first because it may throw, and an open database needs an owner.
  DbConnection connection(nullptr);
  sqlite3* db = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &db, flags, vfs.empty() ? nullptr : vfs.c_str());
  connection.db_.reset(db);
  if (code != SQLITE_OK) return Failure(code, db, path);
  sqlite3_extended_result_codes(db, 1);
  connection.SetPatience(kOpenPatience);
  sqlite3_wal_hook(db, &RecordWalPages, connection.wal_pages_.get());
  const int made = sqlite3_create_function_v2(db, "matches", 5, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                              nullptr, &CallPredicate, nullptr, nullptr, nullptr);
  if (made != SQLITE_OK) return Failure(made, db, path);
  return connection;
}

void DbConnection::SetPatience(std::chrono::milliseconds patience) {
  sqlite3_busy_timeout(db_.get(), static_cast<int>(patience.count()));
}

DbStatus DbConnection::Execute(const char* sql) {
  const int code = sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return Failure(code, db_.get());
  return {};
}

DbStatus DbConnection::Prepare(TransactionCommand command) {
  static constexpr std::array<std::string_view, kTransactionCommandCount> texts = {
      "BEGIN",
      "BEGIN IMMEDIATE",
      "COMMIT",
      "ROLLBACK",
      "SAVEPOINT change_set",
      "ROLLBACK TO change_set",
      "RELEASE change_set"};
  if (commands_[command]) return {};
  auto prepared = Prepare(texts[command]);
  if (!prepared) return tl::unexpected(prepared.error());
  commands_[command].emplace(std::move(*prepared));
  return {};
}

DbStatus DbConnection::Execute(TransactionCommand command) {
  if (auto prepared = Prepare(command); !prepared) return prepared;
  const StatementScope scope(*commands_[command]);
  if (const auto done = commands_[command]->Step(); !done) return tl::unexpected(done.error());
  return {};
}

bool DbConnection::Try(TransactionCommand command) noexcept {
  assert(commands_[command]);
  const StatementScope scope(*commands_[command]);
  return sqlite3_step(commands_[command]->statement_.get()) == SQLITE_DONE;
}

bool DbConnection::Try(const char* sql) noexcept {
  return sqlite3_exec(db_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

bool DbConnection::InTransaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

DbResult<Statement> DbConnection::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(db_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return Failure(code, db_.get());
  return Statement(statement);
}

DbResult<std::int64_t> DbConnection::QueryInteger(std::string_view sql) {
  auto statement = Prepare(sql);
  if (!statement) return tl::unexpected(statement.error());
  const auto row = statement->Step();
  if (!row) return tl::unexpected(row.error());
  return *row ? statement->Integer(0) : 0;
}

DbStatus DbConnection::CheckSound() {
  auto check = Prepare("PRAGMA quick_check(1)");
  if (!check) return tl::unexpected(check.error());
  const auto row = check->Step();
  if (!row) return tl::unexpected(row.error());
  if (check->Text(0) == "ok") return {};
  return tl::unexpected(
      DbError{DbError::Kind::kCorrupt,
              fmt::format("{}: {}", sqlite3_db_filename(db_.get(), "main"), check->Text(0))});
}

DbResult<DbConnection::Checkpointed> DbConnection::Checkpoint(CheckpointMode mode) {
  const bool is_passive = mode == CheckpointMode::kPassive;
  Checkpointed done;
  const int code = sqlite3_wal_checkpoint_v2(
      db_.get(), "main", is_passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE,
      &done.log_pages, &done.copied_pages);
  if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY) return Failure(code, db_.get());
  done.is_done = code == SQLITE_OK && done.copied_pages == done.log_pages;
  return done;
}

std::size_t DbConnection::PageBytes() const {
  int bytes = 0;
  int highest = 0;
  sqlite3_db_status(db_.get(), SQLITE_DBSTATUS_CACHE_USED, &bytes, &highest, 0);
  return static_cast<std::size_t>(bytes);
}

void DbConnection::DropPages() { sqlite3_db_release_memory(db_.get()); }

std::int64_t DbConnection::Changes() const { return sqlite3_changes64(db_.get()); }

DbStatus DbConnection::CopyInto(DbConnection& to) {
  sqlite3_backup* const backup = sqlite3_backup_init(to.db_.get(), "main", db_.get(), "main");
  if (backup == nullptr) return Failure(sqlite3_extended_errcode(to.db_.get()), to.db_.get());
  sqlite3_backup_step(backup, -1);  // sqlite3_backup_finish() also reports its failure
  const int code = sqlite3_backup_finish(backup);
  if (code != SQLITE_OK) return Failure(code, to.db_.get());
  return {};
}

DbResult<DbTransaction> DbTransaction::Begin(DbConnection& connection, Kind kind) {
  // Prepared first, so that the transaction can always be undone.
  if (const auto prepared = connection.Prepare(DbConnection::kRollback); !prepared) {
    return tl::unexpected(prepared.error());
  }
  const auto begun =
      connection.Execute(kind == Kind::kWrite ? DbConnection::kBeginWrite : DbConnection::kBegin);
  if (!begun) return tl::unexpected(begun.error());
  return DbTransaction(connection);
}

DbStatus DbTransaction::Commit() {
  auto committed = connection_->Execute(DbConnection::kCommit);
  if (committed) connection_ = nullptr;
  return committed;
}

void DbTransaction::Undo() noexcept {
  // Fails only if SQLite has already rolled back.
  if (connection_) connection_->Try(DbConnection::kRollback);
  connection_ = nullptr;
}

DbResult<Savepoint> Savepoint::Begin(DbConnection& connection) {
  for (const auto command : {DbConnection::kRollbackTo, DbConnection::kRelease}) {
    if (const auto prepared = connection.Prepare(command); !prepared) {
      return tl::unexpected(prepared.error());
    }
  }
  const auto begun = connection.Execute(DbConnection::kSavepoint);
  if (!begun) return tl::unexpected(begun.error());
  return Savepoint(connection);
}

DbStatus Savepoint::Release() {
  auto released = connection_->Execute(DbConnection::kRelease);
  if (released) connection_ = nullptr;
  return released;
}

DbStatus Savepoint::Undo() {
  if (auto undone = connection_->Execute(DbConnection::kRollbackTo); !undone) return undone;
  return Release();
}

Savepoint::~Savepoint() {
  // Fails only if the whole transaction must be undone.
  if (connection_ && connection_->Try(DbConnection::kRollbackTo)) {
    connection_->Try(DbConnection::kRelease);
  }
}

}  // namespace rowhouse::sqlite
