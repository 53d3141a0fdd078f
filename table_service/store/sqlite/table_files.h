#pragma once
// Reading a table file by file, and a partition in whichever file it is. Row by row: row_walk.h.

#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/map_view.h"
#include "table_service/store/sqlite/table.h"

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rowhouse::sqlite {

// One file of a table, open for reading.
struct TableFile {
  PartitionFile::Lease lease;
  std::string name;                       // in the folder of the table
  std::optional<MapView> moved_out = {};  // only of the shared file: matches what `lease` sees

  // Calls `use` with each partition (stored form) whose rows in this file, if any, are leftovers of
  // a move and must be ignored.
  Status ForEachLeftover(const std::function<Status(const std::string&)>& use) const;
};

// Calls `visit` with the shared file, in one committed state, and then with the files of the
// partitions that had their own file at that moment, so that each partition is visited once. Stops
// at the first failure.
Status ForEachFile(const Table& table, const std::function<Status(TableFile&)>& visit);

// Likewise, but does not open files for which `needs` returns false.
Status ForEachFile(const Table& table, const std::function<bool(PartitionFile&)>& needs,
                   const std::function<Status(TableFile&)>& visit);

// Calls `read` with the file of a partition (stored form), and again if it found nothing and the
// partition has moved meanwhile. `read` returns a Result of an optional, which is also the result
// here: empty if the partition has no file.
template <class Read>
auto ReadPartition(const Table& table, std::string_view partition_key, const Read& read)
    -> std::invoke_result_t<Read, PartitionFile&> {
  for (auto lane = table.Route(partition_key); lane;) {
    auto found = read(*lane->file());
    if (!found || *found) return found;
    auto now = table.Route(partition_key);
    if (now == lane) break;
    lane = std::move(now);
  }
  return {};
}

}  // namespace rowhouse::sqlite
