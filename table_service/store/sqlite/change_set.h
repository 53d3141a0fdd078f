#pragma once
// Applying change sets to a partition file, by the rules of store/apply_operation.h.

#include "entity/change_set.h"
#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/store_context.h"

#include <functional>
#include <optional>
#include <vector>

namespace rowhouse::sqlite {

// Applies one change set inside an open write transaction. A refused change set changes nothing.
// `partition_key` is in stored form. After a DbError the whole transaction must be undone.
DbResult<ApplyResult> ApplyChangeSet(EntityTable& table, StoreClock& clock,
                                     const ChangeSet& changes, std::string_view partition_key);

// Returns the error with which a partition without entities would refuse `changes`, or nothing if
// it would accept them.
std::optional<ApplyError> RefusalIfPartitionIsEmpty(const ChangeSet& changes);

// Applies all of `writes` in one transaction with one sync, then answers each.
void CommitGroup(StoreContext& context, PartitionFile& file, std::vector<PendingWrite>& writes);

}  // namespace rowhouse::sqlite
