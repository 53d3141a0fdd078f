#pragma once
// Backups of tables that a server keeps beside its data, where its engine can make them.

#include "entity/error.h"
#include "table_service/store/account_store.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

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
// REQUIRES: the stores passed in are those of the engine that made this object, and names have
// passed IsBackupName()
class Backups {
 public:
  virtual ~Backups() = default;

  // Copies `table`, or without one all tables of `account`, while they are in use: each partition
  // as it is at one moment. Durable on success; nothing is there on failure. kTableNotFound.
  // kTableAlreadyExists: the account has a backup of that name.
  virtual Result<std::vector<TableCopy>> Create(AccountStore& store, std::string_view account,
                                                std::string_view name,
                                                std::optional<std::string_view> table) = 0;
  // In order of name and account.
  virtual std::vector<Backup> List() const = 0;
  // The name as created of a table (in any case) that the backup holds; nothing when it does not.
  virtual std::optional<std::string> FindTable(std::string_view account, std::string_view name,
                                               std::string_view table) const = 0;
  // Makes a table `as` of a table in a backup: with all timestamps, and at once for every reader. A
  // crash or failure leaves all of it or nothing. kResourceNotFound: the backup does not hold the
  // table. kTableAlreadyExists. REQUIRES: CheckTableName(as) has passed
  virtual Result<TableCopy> Restore(AccountStore& store, std::string_view account,
                                    std::string_view name, std::string_view table,
                                    std::string_view as) = 0;
};

}  // namespace rowhouse::store
