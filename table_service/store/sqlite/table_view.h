#pragma once
// A table's content file by file, and a partition's wherever it is: its own file, or the shared one
// without what moves left behind there. Row by row: row_walk.h.

#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/map_view.h"
#include "table_service/store/sqlite/table.h"

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rowhouse::sqlite {

// One file of a table, lent for reading.
struct TableFile {
  PartitionFile::Lease lease;
  std::string name;                       // in the folder of the table
  std::optional<MapView> moved_out = {};  // of the shared file: fits what `lease` sees

  // Calls `use` with each partition (stored form) whose rows in this file, if there are any, are
  // leftovers of a move and void.
  Status ForEachLeftover(const std::function<Status(const std::string&)>& use) const;
};

// Calls `visit` with each file of the table: the shared one, in one committed state, then those of
// the partitions that had a file of their own at that moment. So each partition is seen once. Ends
// at the first failure.
Status ForEachFile(const Table& table, const std::function<Status(TableFile&)>& visit);

// Gives `read` the file of a partition (stored form), and once more if it found nothing and the
// partition has moved meanwhile. `read` makes a Result of an optional; nothing when there is no
// file.
template <class Read>
auto ReadPartition(const Table& table, std::string_view key, const Read& read)
    -> std::invoke_result_t<Read, PartitionFile::Lease&> {
  for (auto lane = table.Route(key); lane;) {
    auto lease = lane->file()->Read();
    if (!lease) return tl::unexpected(std::move(lease.error()));
    auto found = read(*lease);
    if (!found || *found) return found;
    auto now = table.Route(key);
    if (now == lane) break;
    lane = std::move(now);
  }
  return {};
}

}  // namespace rowhouse::sqlite
