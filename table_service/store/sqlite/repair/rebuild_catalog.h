#pragma once
// Making a lost account.db anew from the folders of the tables. docs/on-disk-format.md, "A lost
// catalog".

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse::sqlite {

// Makes the catalog of the account in `account` anew if it is missing, is damaged or knows no table
// while there are folders of tables; otherwise changes nothing. Reads all files. Calls `say` with a
// line for the operator about each thing that was found or done, as it goes.
//
// The new catalog is put in its place in one step, once everything is durable; a catalog that was
// there is kept beside it, and so are files that cannot be a part of the account. A failure or a
// crash before that leaves the account as lost as it was; then call this again. What only the catalog
// knows is gone: access policies and service properties. Nothing is deleted.
//
// The error is a message for the operator that names the file and the remedy.
tl::expected<void, std::string> RebuildCatalog(const std::filesystem::path& account,
                                               const std::function<void(std::string_view)>& say);

}  // namespace rowhouse::sqlite
