#pragma once
// Applying change sets to a partition file, by the rules of store/apply_operation.h.

#include "entity/change_set.h"
#include "table_service/store/sqlite/clock.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/journal/records.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse::sqlite {

// Where a change set is applied.
struct ApplyTarget {
  EntityTable& table;
  std::int64_t table_id;
  StoreClock& clock;
  JournalRecords* records;  // null: there is no journal
};

// Applies one change set inside an open write transaction, and appends what it changed to the
// records, if there are any. A refused change set changes nothing. `partition_key` is in stored form. After a DbError
// the whole transaction must be undone.
DbResult<ApplyResult> ApplyChangeSet(const ApplyTarget& target, const ChangeSet& changes,
                                     std::string_view partition_key);

// Makes what the records say so, in one transaction. New files must be there already.
DbStatus ApplyRecords(EntityTable& table, std::string_view records);

// Returns the error with which a partition without entities would refuse `changes`, or nothing if
// it would accept them.
std::optional<ApplyError> RefusalIfPartitionIsEmpty(const ChangeSet& changes);

}  // namespace rowhouse::sqlite
