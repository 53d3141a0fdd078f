#pragma once
// Creating partitions. CommitNewPartitions() decides whether one gets its own file at once;
// shared_file.h and, for hot partitions, the service's traffic/hotspot_watch.h have it moved to one
// later. A file is finished, or the commit journal has all that is in it, before the catalog names it.
// docs/on-disk-format.md.

#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/table.h"

#include <span>

namespace rowhouse::sqlite {

// Runs in the table's lane for new partitions, with writes to keys that had no file when they were
// posted. A new partition gets its own file, complete with its first change sets, or goes to the
// shared file.
void CommitNewPartitions(Table& table, std::span<PendingWrite> writes);

}  // namespace rowhouse::sqlite
