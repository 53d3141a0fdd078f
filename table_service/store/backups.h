#pragma once
// Backups of tables, kept beside the data by engines that can make them.

#include "entity/error.h"
#include "table_service/store/account_store.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::store {

// Returns true if `name` is 1 to 64 letters, digits and ".-_" and does not begin with a dot, so
// that it cannot be a path.
bool IsBackupName(std::string_view name);

struct Backup {
  std::string name = {};
  std::string account = {};
  std::vector<std::string> tables = {};
  std::uint64_t bytes = 0;
  std::chrono::system_clock::time_point created = {};
};

// Threads: all calls may overlap. Of those that copy or delete files there is one at a time, and nobody
// waits for it: the others fail with kServerBusy and change nothing.
// REQUIRES: the stores passed in belong to the same engine as this object, and names have passed
// IsBackupName()
class Backups {
 public:
  virtual ~Backups() = default;

  // Copies `table`, or all tables of `account` if none is given, while they are in use. The copy of
  // each partition is one committed state. Durable on success; leaves nothing on failure.
  // kTableNotFound. kTableAlreadyExists: the account already has a backup of that name.
  virtual Result<std::vector<TableCopy>> Create(AccountStore& store, std::string_view account,
                                                std::string_view name,
                                                std::optional<std::string_view> table) = 0;
  // Returns all backups, sorted by name and account.
  virtual std::vector<Backup> List() const = 0;
  // Finds a table in the backup, ignoring case. Returns its name as created.
  virtual std::optional<std::string> FindTable(std::string_view account, std::string_view name,
                                               std::string_view table) const = 0;
  // Creates the table `as` from `table` in a backup, with the original timestamps. The whole table
  // appears at once; a crash or failure leaves all of it or nothing. kResourceNotFound: the backup
  // does not have the table. kTableAlreadyExists. REQUIRES: CheckTableName(as) has passed
  virtual Result<TableCopy> Restore(AccountStore& store, std::string_view account,
                                    std::string_view name, std::string_view table,
                                    std::string_view as) = 0;
  // Deletes a backup. It is gone at once and for good; what a crash leaves of its files is removed
  // by the next backup. kResourceNotFound: there is none.
  virtual Status Delete(std::string_view account, std::string_view name) = 0;
};

}  // namespace rowhouse::store
