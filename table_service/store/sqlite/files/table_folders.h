#pragma once
// The folders of tables in an account's folder, whether or not the catalog names them.

#include "table_service/store/sqlite/files/db_connection.h"

#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::sqlite {

// Returns the names of the folders in `account` that can be those of tables, in order. Fails if it
// cannot be listed.
DbResult<std::vector<std::string>> TableFolders(const std::filesystem::path& account);

// Must be called before a catalog without tables is used or created. Fails if there are folders of
// tables all the same: the catalog was lost, and a new one would know none of them. The error is a
// message for the operator that names the folder and the remedy.
tl::expected<void, std::string> CheckCatalogIsNotLost(const std::filesystem::path& account);

}  // namespace rowhouse::sqlite
