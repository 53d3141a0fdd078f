#pragma once
// Which partitions the commit journal of a crash names.

#include "table_service/store/sqlite/files/db_connection.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace rowhouse::sqlite {

struct JournalKeys {
  // What the journal says about one table. Keys are in stored form.
  struct OfTable {
    std::set<std::string> changed;    // partitions that existed before
    std::set<std::string> new_files;  // the files of new partitions, which the next start makes
  };
  std::map<std::int64_t, OfTable> tables;  // by id
  std::size_t groups = 0;
};

// Reads the journal of the account in `account`, which need not have one. Errors as ReadJournal().
DbResult<JournalKeys> ReadJournalKeys(const std::filesystem::path& account);

}  // namespace rowhouse::sqlite
