#pragma once
// What the folder of a table says without the catalog: which table it is, and which file has which
// partition. docs/on-disk-format.md, "A lost catalog".

#include "table_service/store/sqlite/files/catalog.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/repair/journal_keys.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

// A file that must not be a part of the table, and why.
struct SetAside {
  std::string file;
  std::string reason;
};

struct TableSurvey {
  CatalogTable table;
  std::vector<CatalogPartition> partitions = {};  // those with a file of their own
  std::vector<SetAside> set_aside = {};
  // Partitions (stored form) that the journal has writes for and that are in no file: they need one.
  std::vector<std::string> without_file = {};
  std::uint64_t rows = 0;  // in the files, voided ones left out
  DateTime latest = {};    // the greatest timestamp
};

// Returns the table whose folder has this name; nothing if no table has such a folder.
std::optional<CatalogTable> TableOfFolder(std::string_view folder);

// Reads all files of `table`, in the account's folder; `journal` is what the journal says about it.
// Changes nothing but what SQLite does when it opens a database that a crash left. A file that is
// damaged is set aside; what is not a plain file is left out. Fails if the disk does, or if a file is of
// a later version.
// REQUIRES: the caller has the lock of the account's folder
DbResult<TableSurvey> SurveyTable(const DatabaseOpener& opener,
                                  const std::filesystem::path& account, const CatalogTable& table,
                                  const JournalKeys::OfTable& journal);

}  // namespace rowhouse::sqlite
