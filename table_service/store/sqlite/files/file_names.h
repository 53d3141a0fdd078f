#pragma once
// Names of folders and files in an account's folder. A name is chosen once, when the folder or file
// is created, and then kept in the catalog; nothing parses it.

#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

inline constexpr std::string_view kCatalogFileName = "account.db";
inline constexpr std::string_view kSharedFileName = "~shared.db";

// The folder in which a table is restored; it exists only during a restore.
inline constexpr std::string_view kRestoreFolderName = "~restore";

// The folder of the commit journal.
inline constexpr std::string_view kJournalFolderName = "~journal";

// "orders-17"
std::string TableFolderName(std::string_view table, std::int64_t id);

// Returns true if `name` has the form of TableFolderName() with an id of at most `id_max`. Such a
// folder may be removed if the catalog does not name it.
bool LooksLikeTableFolder(std::string_view name, std::int64_t id_max);

// Returns for example "sensors-7.db": the percent-encoded key. A long key is cut and followed by
// '~' and a hash; the empty key is "~empty". An `attempt` of 2 or more, for a name that is taken,
// adds "~2". No key yields the name of another key's attempt 1 unless the hashes of two long keys
// collide.
std::string PartitionFileName(std::string_view partition_key, int attempt);

}  // namespace rowhouse::sqlite
