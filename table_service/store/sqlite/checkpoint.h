#pragma once
// Copying the write-ahead logs of partition files back into the files, so that the logs stay short.

#include "table_service/store/sqlite/store_context.h"
#include "table_service/store/sqlite/table.h"

#include <memory>

namespace rowhouse::sqlite {

// Must be called after a commit that left `pages` pages in the log. Copies a long log back in the
// background, while writers go on, and then what they added, in the lane of the file, so that the
// next commit begins the log anew.
void CheckpointIfLong(StoreContext& context, const std::shared_ptr<FileLane>& lane, int pages);

}  // namespace rowhouse::sqlite
