#pragma once
// The shared file of a table: committing writes to it and moving partitions out of it. A
// partition is measured after some of its writes, at random, and moved if it exceeds the limit of
// StoreOptions; a file is finished before the catalog names it.
// docs/on-disk-format.md.

#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/table.h"

#include <string>
#include <vector>

namespace rowhouse::sqlite {

// All three run in the lane of the shared file, so nobody else writes to it meanwhile.

// Commits writes. Those whose partition has moved meanwhile are posted to its new lane. Partitions
// that have outgrown the shared file are moved out afterwards.
void CommitShared(Table& table, FileLane& lane, std::vector<PendingWrite>& writes);

// Moves a partition to its own file; readers see it in exactly one of the two files. Also succeeds
// if it already has its own file or has no entities.
Status MoveOut(Table& table, FileLane& shared, const std::string& partition_key);

// Deletes the rows of a partition that has moved out.
void RemoveLeftovers(Table& table, FileLane& shared, const std::string& partition_key);

}  // namespace rowhouse::sqlite
