#pragma once
// The list of the files of a table's copy with their checksums: SHA256SUMS in the folder of the
// copy, in the form that `sha256sum -c SHA256SUMS` reads. It shows whether the copy is complete and
// intact.

#include "table_service/store/sqlite/files/db_connection.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

inline constexpr std::string_view kSumsFileName = "SHA256SUMS";

using FileSums = std::map<std::string, std::string>;  // name -> 64 hexadecimal digits

// Returns the SHA-256 of the file's content.
DbResult<std::string> SumOf(const std::filesystem::path& file);

// Writes and syncs SHA256SUMS for all files in `folder`.
DbStatus WriteSums(const std::filesystem::path& folder);

// Reads SHA256SUMS. kCorrupt: it does not exist, cannot be read, or does not name every database in
// `folder`.
DbResult<FileSums> ReadSums(const std::filesystem::path& folder);

}  // namespace rowhouse::sqlite
