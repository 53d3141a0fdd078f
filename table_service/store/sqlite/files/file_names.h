#pragma once
// Names of folders and files in an account's folder. A name is chosen once, when the folder or file
// is created, and then kept in the catalog; only a catalog that was lost is made from names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

inline constexpr std::string_view kCatalogFileName = "account.db";
inline constexpr std::string_view kSharedFileName = "~shared.db";

// The folder in which a table is restored; it exists only during a restore.
inline constexpr std::string_view kRestoreFolderName = "~restore";

// Takes disk space in case the disk gets full (space_reserve.h).
inline constexpr std::string_view kReserveFileName = "~reserve";

// The folder of the commit journal.
inline constexpr std::string_view kJournalFolderName = "~journal";

// "orders-17"
std::string TableFolderName(std::string_view table, std::int64_t id);

// The table and the number in such a name; nothing if no table can have a folder of this name.
struct FolderOfTable {
  std::string table;
  std::int64_t id = 0;
};
std::optional<FolderOfTable> ReadTableFolderName(std::string_view name);

// Numbers of tables stay far below what SQLite could count to, whatever folders are there.
inline constexpr std::int64_t kTableIdMax = std::int64_t{1} << 60U;

// Returns for example "sensors-7.db": the percent-encoded key. A long key is cut and followed by
// '~' and a hash; the empty key is "~empty". An `attempt` of 2 or more, for a name that is taken,
// adds "~2". No key yields the name of another key's attempt 1 unless the hashes of two long keys
// collide.
std::string PartitionFileName(std::string_view partition_key, int attempt);

}  // namespace rowhouse::sqlite
