#pragma once
// A table as plain files: copying a table that is in use, and reading the files of a copy.

#include "table_service/store/sqlite/files/catalog.h"
#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

// Copies the files of `table` and their checksums into `folder`, which is created. The copy of each
// partition is one committed state, and the files are durable when this returns. The caller must
// remove what a failure leaves. REQUIRES: `folder` does not exist or is empty
Result<store::TableCopy> CopyTableFiles(const Table& table, const std::filesystem::path& folder);

// The files of such a folder, as the catalog needs them.
struct CopiedFiles {
  std::vector<CatalogPartition> partitions;
  bool has_shared_file = false;
  std::uint64_t entities = 0;
};
// Reads from each file which partition it has, and deletes files without entities.
DbResult<CopiedFiles> ReadCopiedFiles(const DatabaseOpener& opener,
                                      const std::filesystem::path& folder);

// Returns the error of a failed backup or restore. Its message, for the operator, has the kind of
// failure and `nothing_done`; the file is named only in the log.
Error CopyFailure(const DbError& error, std::string_view nothing_done);

}  // namespace rowhouse::sqlite
