#pragma once
// A benchmark table in one SQLite file, with the schema, page size and sync of a partition file and
// nothing around it.

#include "bench/load_driver/rows.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace rowhouse::bench {

// An error of SQLite. Nothing can be measured after it.
struct SqliteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CloseDatabase {
  void operator()(sqlite3* database) const;
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

// Makes a file with row `index` of `table` as its only one, ready to be written to with a write-ahead
// log, and syncs it and its folder: two syncs, as few as a durable file can do with. Throws
// SqliteError. Threads: any, each with other rows.
void CreateOneRowFile(const std::filesystem::path& folder, const TableSpec& table,
                      std::uint64_t index);

// One connection. Every call throws SqliteError. Threads: each has its own.
class SqliteTable {
 public:
  // Opens `folder`/<table name>.db, creating and filling it when it does not exist or is not
  // complete.
  SqliteTable(const std::filesystem::path& folder, const TableSpec& table);
  ~SqliteTable();
  SqliteTable(const SqliteTable&) = delete;
  SqliteTable& operator=(const SqliteTable&) = delete;

  void Begin();
  void Commit();  // durable when it returns
  void Insert(const RowKeys& keys, const std::string& properties);
  void Upsert(const RowKeys& keys, const std::string& properties);

  // The number of rows found; their columns are read and dropped.
  std::uint64_t Get(const RowKeys& keys);
  std::uint64_t Range(RowSpan rows);          // of one partition where the shape is few
  std::uint64_t Page(RowSpan rows);           // from its first row, as many as it has
  std::uint64_t Filter(std::int64_t bucket);  // the whole table, by json_extract

 private:
  struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

  void Execute(const char* sql);
  Statement Prepare(const std::string& sql);
  void Bind(const Statement& statement, int position, const std::string& text);
  std::uint64_t RunToEnd(const Statement& statement);
  void Write(const Statement& statement, const RowKeys& keys, const std::string& properties);
  std::int64_t Version();
  void Fill();

  TableSpec table_;
  std::int64_t timestamp_ = 0;
  Database database_;
  Statement begin_, commit_, insert_, upsert_, get_, range_, page_, filter_;
};

}  // namespace rowhouse::bench
