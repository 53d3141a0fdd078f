#pragma once
// The shared file of a table: committing writes to it and moving partitions out of it. A
// partition is measured after some of its writes, at random, and moved if it exceeds the limit of
// StoreOptions; a file is finished before the catalog names it.
// docs/on-disk-format.md.

#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/table.h"

#include <memory>
#include <set>
#include <span>
#include <string>

namespace rowhouse::sqlite {

// All of these run in the lane of the shared file, so nobody else writes to it meanwhile.

// Posts the writes whose partition has moved meanwhile to its new lane. Returns the others, which
// are moved to the front, and adds to `outgrown` the partitions that must be measured after them.
std::span<PendingWrite> KeepShared(Table& table, const FileLane& lane,
                                   std::span<PendingWrite> writes, std::set<std::string>& outgrown);

// Posts a job to the lane that measures the partitions and moves those out that are too large.
void MoveOutgrownLater(const std::shared_ptr<FileLane>& lane, std::set<std::string> partition_keys);

// Moves a partition to its own file; readers see it in exactly one of the two files. Also succeeds
// if it already has its own file or has no entities.
Status MoveOut(Table& table, FileLane& shared, const std::string& partition_key);

// Deletes the rows of a partition that has moved out.
void RemoveLeftovers(Table& table, FileLane& shared, const std::string& partition_key);

}  // namespace rowhouse::sqlite
