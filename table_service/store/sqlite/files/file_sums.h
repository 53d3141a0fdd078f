#pragma once
// Which files a copy of a table has, and what is in each: SHA256SUMS in the folder of the copy, as
// `sha256sum -c SHA256SUMS` reads it. By it a copy that lost something is known from a whole one.

#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

inline constexpr std::string_view kSumsFileName = "SHA256SUMS";

using FileSums = std::map<std::string, std::string>;  // name -> 64 hexadecimal digits

// SHA-256 of what the file holds.
DbResult<std::string> SumOf(const std::filesystem::path& file);

// Writes SHA256SUMS of all files in `folder`, durable.
DbStatus WriteSums(const std::filesystem::path& folder);

// What SHA256SUMS says. kCorrupt: it is missing, cannot be read, or does not name every database in
// `folder`.
DbResult<FileSums> ReadSums(const std::filesystem::path& folder);

}  // namespace rowhouse::sqlite
