#pragma once
// A table as plain files: copied while it is in use, and made into a table again.

#include "table_service/store/sqlite/files/catalog.h"
#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

// Copies the files of `table` into `folder`, which is created and in which nothing is yet, and
// their sums. Each partition is one committed state; the files are durable when this returns. What
// a failure left is the caller's to remove.
Result<store::TableCopy> CopyTableFiles(const Table& table, const std::filesystem::path& folder);

// What such a folder holds, for the catalog: looks into each file for its partition, and deletes
// those without entities. `shared` tells whether there is a shared file.
struct CopiedFiles {
  std::vector<CatalogPartition> partitions;
  bool has_shared_file = false;
  std::uint64_t entities = 0;
};
DbResult<CopiedFiles> ReadCopiedFiles(const DatabaseOpener& opener,
                                      const std::filesystem::path& folder);

// What to tell of a failed backup or restore: the kind of failure and `nothing_done` to the
// operator who asked, the file to the log.
Error CopyFailure(const DbError& error, std::string_view nothing_done);

}  // namespace rowhouse::sqlite
