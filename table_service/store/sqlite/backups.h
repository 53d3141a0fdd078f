#pragma once
// Backups of tables beside the data: DATA/~backups/NAME/ACCOUNT/TABLE/*.db. A backup is there when
// it is finished; what a crash left of one is not listed and is removed by the next backup.

#include "base/mutex.h"
#include "table_service/store/sqlite/table_store.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// 1 to 64 letters, digits and ".-_", no dot in front: nothing that could be a path.
bool IsBackupName(std::string_view name);

struct Backup {
  std::string name = {};
  std::string account = {};
  std::vector<std::string> tables = {};
  std::uint64_t bytes = 0;
  std::chrono::system_clock::time_point created = {};
};

// Threads: all calls may overlap; one backup is made at a time.
class Backups {
 public:
  explicit Backups(std::filesystem::path root) : root_(std::move(root)) {}

  // Copies `table`, or without one all tables of `account`, while they are in use: each partition
  // as it is at one moment. Durable on success; nothing is there on failure. kTableNotFound.
  // kTableAlreadyExists: the account has a backup of that name.
  // REQUIRES: IsBackupName(name)
  Result<std::vector<TableCopy>> Create(const TableStore& store, std::string_view account,
                                        std::string_view name,
                                        std::optional<std::string_view> table);
  // In order of name and account.
  std::vector<Backup> List() const;
  // The folder of a table (in any case) in a backup, for TableStore::RestoreTable().
  std::optional<std::filesystem::path> Find(std::string_view account, std::string_view name,
                                            std::string_view table) const;
  bool Has(std::string_view account, std::string_view name) const;

 private:
  const std::filesystem::path root_;
  Mutex mutex_;
};

}  // namespace rowhouse
