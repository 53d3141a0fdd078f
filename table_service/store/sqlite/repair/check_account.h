#pragma once
// Looking for damage in the files of an account, without mending it. docs/on-disk-format.md.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::sqlite {

// Reads the catalog, all files that it names and the commit journal of the account in `account`.
// Calls `say` with a line for the operator about each table and each fault, as it goes; a line about a
// fault says what becomes of the file, and the remedy. Returns the number of faults. Changes nothing
// but what opening a file changes: SQLite recovers the log that a crash left, and a file of an earlier
// version is brought up to date.
//
// The error is a message for the operator: the check could not be made.
tl::expected<std::size_t, std::string> CheckAccount(
    const std::filesystem::path& account, const std::function<void(std::string_view)>& say);

}  // namespace rowhouse::sqlite
