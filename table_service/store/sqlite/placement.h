#pragma once
// Where partitions live: the birth of partitions, the shared file, and moves out of it. The catalog
// decides; a file is finished before the catalog names it. docs/on-disk-format.md.

#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/table.h"

#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Runs in the birth lane: writes to keys that had no file when they were posted. A new partition
// gets a file of its own, complete with its first change sets, or goes to the shared file.
void CommitBirths(Table& table, std::vector<PendingWrite>& writes);

// Runs in the shared file's lane. Writes whose partition has moved meanwhile are posted to its new
// lane; partitions that have outgrown the shared file move out afterwards.
void CommitShared(Table& table, FileLane& lane, std::vector<PendingWrite>& writes);

// Runs in the shared file's lane: nobody writes there meanwhile, and readers see the partition in
// one of the two files. Success also when it has a file already or no entity.
Status MoveOut(Table& table, FileLane& shared, const std::string& key);

// Runs in the shared file's lane: deletes what a move left behind before a crash.
void RemoveLeftovers(Table& table, FileLane& shared, const std::string& key);

}  // namespace rowhouse
