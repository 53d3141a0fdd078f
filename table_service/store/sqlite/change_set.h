#pragma once
// What a change set does to the entities of its partition: existence, If-Match, sizes, merging, in
// the order of table_service/store/entities.h. Spec 5.10-5.14, 8.6.

#include "entity/change_set.h"
#include "table_service/store/sqlite/clock.h"
#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/entity_table.h"
#include "table_service/store/sqlite/partition_file.h"

#include <functional>
#include <optional>
#include <vector>

namespace rowhouse {

// Carries out one change set inside an open write transaction. A refused one leaves nothing behind.
// `key` is the PartitionKey in stored form. A DbError spoils the whole transaction.
DbResult<ApplyResult> ApplyChangeSet(EntityTable& table, StoreClock& clock,
                                     const ChangeSet& changes, std::string_view key);

// How `changes` would be refused by a partition without entities; nothing if it would be done.
std::optional<ApplyError> RefusalByEmptyPartition(const ChangeSet& changes);

// Carries out all of `writes` in one transaction with one sync, then answers each.
void CommitGroup(PartitionFile& file, StoreClock& clock, std::vector<PendingWrite>& writes);

}  // namespace rowhouse
