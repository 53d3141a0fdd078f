#include "bench/limits/sqlite_table.h"

#include <sqlite3.h>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace rowhouse::bench {
namespace {

constexpr std::int64_t kComplete = 1;  // user_version of a filled file
constexpr std::uint64_t kRowsPerFillCommit = 10000;
constexpr const char* kColumns = "SELECT partition_key, row_key, timestamp, properties FROM entity";
constexpr const char* kInsert = "INSERT INTO entity VALUES (?1, ?2, ?3, ?4)";
constexpr const char* kPageSize = "PRAGMA page_size = 16384";
constexpr const char* kSchema =
    "CREATE TABLE entity (partition_key TEXT NOT NULL, row_key TEXT NOT NULL,"
    " timestamp INTEGER NOT NULL, properties TEXT NOT NULL,"
    " PRIMARY KEY (partition_key, row_key)) WITHOUT ROWID";

Database Open(const std::filesystem::path& file) {
  sqlite3* opened = nullptr;
  const int status =
      sqlite3_open_v2(file.c_str(), &opened,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(opened);
  if (status != SQLITE_OK) throw SqliteError(fmt::format("cannot open {}", file.string()));
  return database;
}

void Run(sqlite3* database, const char* sql) {
  if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw SqliteError(fmt::format("{}: {}", sql, sqlite3_errmsg(database)));
  }
}

// Syncs a file or a folder.
void Sync(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!synced) throw SqliteError(fmt::format("cannot sync {}", path.string()));
}

}  // namespace

void CreateOneRowFile(const std::filesystem::path& folder, const TableSpec& table,
                      std::uint64_t index) {
  const RowKeys keys = KeysOf(table, index);
  const auto file = folder / (keys.partition + ".db");
  {
    // Nothing else sees the file before it is whole, so that it needs no journal until then.
    const Database database = Open(file);
    Run(database.get(), kPageSize);
    Run(database.get(), "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
    Run(database.get(), kSchema);
    // The rows' texts need no quoting in SQL.
    const EntityContent content{.bucket = BucketOf(index), .number = index, .text_seed = index};
    Run(database.get(),
        fmt::format("INSERT INTO entity VALUES ('{}', '{}', {}, '{}'); COMMIT", keys.partition,
                    keys.row, index, PropertiesJson(table, keys, content))
            .c_str());
    Run(database.get(), "PRAGMA journal_mode = WAL");
  }
  Sync(file);
  Sync(folder);
}

void CloseDatabase::operator()(sqlite3* database) const { sqlite3_close(database); }
void SqliteTable::FinalizeStatement::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

SqliteTable::SqliteTable(const std::filesystem::path& folder, const TableSpec& table)
    : table_(table) {
  std::filesystem::create_directories(folder);
  const auto file = folder / (TableName(table) + ".db");
  database_ = Open(file);
  Execute(kPageSize);
  // As rowhoused has it: the limit bounds the size of the log file.
  Execute("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 33554432");
  if (Version() != kComplete) Fill();
  Execute("PRAGMA synchronous = FULL");

  const bool few = table.shape == Shape::kFew;
  const std::string from =
      few ? " WHERE partition_key = ?1 AND row_key >= ?2" : " WHERE partition_key >= ?1";
  begin_ = Prepare("BEGIN IMMEDIATE");
  commit_ = Prepare("COMMIT");
  insert_ = Prepare(kInsert);
  upsert_ = Prepare("INSERT OR REPLACE INTO entity VALUES (?1, ?2, ?3, ?4)");
  get_ = Prepare(fmt::format("{} WHERE partition_key = ?1 AND row_key = ?2", kColumns));
  range_ = Prepare(fmt::format("{}{} AND {} < ?3 ORDER BY partition_key, row_key", kColumns, from,
                               few ? "row_key" : "partition_key"));
  page_ = Prepare(fmt::format("{}{} ORDER BY partition_key, row_key LIMIT ?3", kColumns, from));
  filter_ = Prepare(fmt::format("{} WHERE json_extract(properties, '$.Bucket') = ?1", kColumns));
}

SqliteTable::~SqliteTable() = default;

void SqliteTable::Execute(const char* sql) { Run(database_.get(), sql); }

SqliteTable::Statement SqliteTable::Prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(database_.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                         nullptr) != SQLITE_OK) {
    throw SqliteError(fmt::format("{}: {}", sql, sqlite3_errmsg(database_.get())));
  }
  return Statement(statement);
}

void SqliteTable::Bind(const Statement& statement, int position, const std::string& text) {
  sqlite3_bind_text(statement.get(), position, text.data(), static_cast<int>(text.size()),
                    SQLITE_TRANSIENT);
}

std::uint64_t SqliteTable::RunToEnd(const Statement& statement) {
  std::uint64_t rows = 0;
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(statement.get())) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(statement.get()); ++column) {
      if (column == 2) {
        sqlite3_column_int64(statement.get(), column);
      } else {
        sqlite3_column_text(statement.get(), column);
      }
    }
    ++rows;
  }
  sqlite3_reset(statement.get());
  if (status != SQLITE_DONE) throw SqliteError(sqlite3_errmsg(database_.get()));
  return rows;
}

void SqliteTable::Begin() { RunToEnd(begin_); }
void SqliteTable::Commit() { RunToEnd(commit_); }

void SqliteTable::Write(const Statement& statement, const RowKeys& keys,
                        const std::string& properties) {
  Bind(statement, 1, keys.partition);
  Bind(statement, 2, keys.row);
  sqlite3_bind_int64(statement.get(), 3, ++timestamp_);
  Bind(statement, 4, properties);
  RunToEnd(statement);
}

void SqliteTable::Insert(const RowKeys& keys, const std::string& properties) {
  Write(insert_, keys, properties);
}

void SqliteTable::Upsert(const RowKeys& keys, const std::string& properties) {
  Write(upsert_, keys, properties);
}

std::uint64_t SqliteTable::Get(const RowKeys& keys) {
  Bind(get_, 1, keys.partition);
  Bind(get_, 2, keys.row);
  return RunToEnd(get_);
}

std::uint64_t SqliteTable::Range(RowSpan rows) {
  const RowKeys first = KeysOf(table_, rows.first);
  const RowKeys past = KeysOf(table_, rows.end);
  Bind(range_, 1, first.partition);
  if (table_.shape == Shape::kFew) Bind(range_, 2, first.row);
  Bind(range_, 3, table_.shape == Shape::kFew ? past.row : past.partition);
  return RunToEnd(range_);
}

std::uint64_t SqliteTable::Page(RowSpan rows) {
  const RowKeys first = KeysOf(table_, rows.first);
  Bind(page_, 1, first.partition);
  if (table_.shape == Shape::kFew) Bind(page_, 2, first.row);
  sqlite3_bind_int64(page_.get(), 3, static_cast<std::int64_t>(rows.end - rows.first));
  return RunToEnd(page_);
}

std::uint64_t SqliteTable::Filter(std::int64_t bucket) {
  sqlite3_bind_int64(filter_.get(), 1, bucket);
  return RunToEnd(filter_);
}

std::int64_t SqliteTable::Version() {
  const Statement statement = Prepare("PRAGMA user_version");
  sqlite3_step(statement.get());
  return sqlite3_column_int64(statement.get(), 0);
}

void SqliteTable::Fill() {
  Execute("PRAGMA synchronous = OFF; DROP TABLE IF EXISTS entity");
  Execute(kSchema);
  Execute("BEGIN");
  const Statement insert = Prepare(kInsert);
  for (std::uint64_t i = 0; i < table_.rows; ++i) {
    const RowKeys keys = KeysOf(table_, i);
    Write(insert, keys,
          PropertiesJson(table_, keys, {.bucket = BucketOf(i), .number = i, .text_seed = i}));
    if (i % kRowsPerFillCommit == 0) Execute("COMMIT; BEGIN");
  }
  Execute(
      fmt::format("PRAGMA user_version = {}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)", kComplete)
          .c_str());
}

}  // namespace rowhouse::bench
