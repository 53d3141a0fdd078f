#pragma once
// What the start of a store does with a commit journal that it finds.

#include "table_service/store/sqlite/store_context.h"
#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <map>
#include <memory>

namespace rowhouse::sqlite {

using TablesById = std::map<std::int64_t, std::shared_ptr<Table>>;

// Makes the writes that the journal has and that the files lack, makes the files durable and deletes
// the journal. Returns the number of its last segment. A crash at any point leaves the journal, and
// the next start does the same once more.
// Failure: the journal is damaged, or a write could not be made; nothing was deleted. The text says
// what to do. A partition file that is damaged itself does not fail the start: its writes are kept
// in the journal's folder, under names that end in ".kept", and it is logged.
// REQUIRES: `tables` are all tables with their partition maps, and nothing else uses them
DbResult<std::uint64_t> ReplayJournal(StoreContext& context, const TablesById& tables);

}  // namespace rowhouse::sqlite
