#pragma once
// Keeping a database that is not, or must not be, a part of an account.

#include "table_service/store/sqlite/files/db_connection.h"

#include <filesystem>

namespace rowhouse::sqlite {

// Returns true if there is a database at `path`, or something that SQLite keeps beside one.
bool IsAnyPartTaken(const std::filesystem::path& database);

// Returns true if the database is empty but has a log, which SQLite would delete when it opens it.
bool IsEmptyWithLog(const std::filesystem::path& database);

// Renames a database, or what is there of it, so that nothing uses or deletes it, and makes that
// durable. Returns the new path: that with ".set-aside" appended, and a number if that is taken. After a
// failure a part may have been renamed.
DbResult<std::filesystem::path> PutAside(const std::filesystem::path& database);

// Renames a file or folder.
DbStatus Rename(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace rowhouse::sqlite
