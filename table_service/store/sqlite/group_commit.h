#pragma once
// Commits the writes of several partition files with one sync. Each file's writes are applied in its
// open transaction; their records go into the commit journal, which is synced once; then the
// transactions are committed without a sync, and the answers go out. So nothing is visible before it
// is durable. Without a journal each file is a group, and its commit is its sync.

#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/store_context.h"
#include "table_service/store/sqlite/table.h"

#include <memory>

namespace rowhouse::sqlite {

// For the pool. The lanes that join it must be FileLanes, and its thread must serve them.
std::unique_ptr<JoinedCommit> MakeGroupCommit(StoreContext& context);

// Makes the changes that the journal has and that could not be committed to the lane's file. Returns
// true if none are left. REQUIRES: this thread serves the lane
bool CatchUp(FileLane& lane);

}  // namespace rowhouse::sqlite
