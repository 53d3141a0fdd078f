#pragma once
// Names of folders and files below an account's folder. They are chosen once, when the thing is
// born, and then kept in the catalog: nothing parses them.

#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

inline constexpr std::string_view kSharedFileName = "~shared.db";

// Where a table is put together again; not there otherwise.
inline constexpr std::string_view kRestoreFolderName = "~restore";

// "orders-17"
std::string TableFolderName(std::string_view table, std::int64_t id);

// Whether `name` has the form of TableFolderName() with an id of at most `id_max`: what may be
// removed when the catalog does not name it.
bool LooksLikeTableFolder(std::string_view name, std::int64_t id_max);

// "sensors-7.db": the percent-encoded key, a long one cut and followed by '~' and a hash, the empty
// key as "~empty". `attempt` 2 and up add "~2", for a name that is taken. No key yields the name of
// another key's attempt 1 unless the hashes of two long keys collide.
std::string PartitionFileName(std::string_view partition_key, int attempt);

}  // namespace rowhouse::sqlite
