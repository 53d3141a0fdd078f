#pragma once
// Carrying out change sets in a partition file, by the rules of store/apply_operation.h.

#include "entity/change_set.h"
#include "table_service/store/sqlite/clock.h"
#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/partition_file.h"

#include <functional>
#include <optional>
#include <vector>

namespace rowhouse::sqlite {

// Carries out one change set inside an open write transaction. A refused one leaves nothing behind.
// `key` is the PartitionKey in stored form. A DbError spoils the whole transaction.
DbResult<ApplyResult> ApplyChangeSet(EntityTable& table, StoreClock& clock,
                                     const ChangeSet& changes, std::string_view key);

// How `changes` would be refused by a partition without entities; nothing if it would be done.
std::optional<ApplyError> RefusalByEmptyPartition(const ChangeSet& changes);

// Carries out all of `writes` in one transaction with one sync, then answers each.
void CommitGroup(PartitionFile& file, StoreClock& clock, std::vector<PendingWrite>& writes);

}  // namespace rowhouse::sqlite
