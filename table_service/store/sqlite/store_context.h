#pragma once
// The objects that the parts of one store share.

#include "table_service/store/sqlite/clock.h"
#include "table_service/store/sqlite/commit_meter.h"
#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/files/catalog.h"
#include "table_service/store/sqlite/files/database_opener.h"
#include "table_service/store/sqlite/files/file_cache.h"
#include "table_service/store/sqlite/journal/commit_journal.h"
#include "table_service/store/sqlite/table_store.h"

#include <atomic>
#include <memory>

namespace rowhouse::sqlite {

class Checkpoints;

// Lifetime: outlives tables, files and lanes, except that `pool` is stopped before they end.
struct StoreContext {
  StoreOptions options;
  DatabaseOpener opener;
  FileCache files;
  CommitMeter meter = {};
  std::unique_ptr<Catalog> catalog;
  std::unique_ptr<StoreClock> clock;
  std::unique_ptr<CommitJournal> journal = nullptr;  // null: each commit is synced by itself
  Checkpoints* checkpoints = nullptr;                // null in memory
  std::unique_ptr<CommitPool> pool;
  std::atomic<int> files_behind = 0;  // that lack changes of the journal
};

}  // namespace rowhouse::sqlite
