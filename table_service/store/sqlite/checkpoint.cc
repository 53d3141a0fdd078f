#include "table_service/store/sqlite/checkpoint.h"

#include "base/guarded.h"

namespace rowhouse::sqlite {
namespace {

// From this many pages (16 MiB) the log is copied back into the file.
constexpr int kCheckpointPages = 1000;
// From this many pages the checkpoint waits for the readers that kept the log from being restarted.
constexpr int kCheckpointWaitPages = 8000;

// A failure only lets the log grow; a later commit tries again.
void CopyBack(StoreContext& context, FileLane& lane) {
  // Only where readers have connections of their own can this go on beside the writer.
  if (context.opener.single_connection()) return;
  const auto lease = lane.file()->Read();
  if (lease) (*lease)->connection().Try("PRAGMA wal_checkpoint(PASSIVE)");
}

void FinishInLane(FileLane& lane) {
  const auto lease = lane.file()->Write();
  if (!lease) return;
  DbConnection& connection = (*lease)->connection();
  if (connection.WalPages() < kCheckpointPages) return;
  connection.Try(connection.WalPages() < kCheckpointWaitPages ? "PRAGMA wal_checkpoint(PASSIVE)"
                                                              : "PRAGMA wal_checkpoint(RESTART)");
}

}  // namespace

void CheckpointIfLong(StoreContext& context, const std::shared_ptr<FileLane>& lane, int pages) {
  if (pages < kCheckpointPages || !context.checkpoints) return;
  if (lane->checkpoint_pending.exchange(true)) return;
  const bool is_posted = RunGuarded("posting a checkpoint", lane->file()->path(), [&] {
    context.checkpoints->Post([&context, lane] {
      if (context.stopping) return;  // the files are about to be closed, which copies all back
      RunGuarded("a checkpoint", lane->file()->path(), [&] { CopyBack(context, *lane); });
      lane->checkpoint_pending.store(false);
      context.pool->PostJob(lane, [lane] { FinishInLane(*lane); });
    });
  });
  if (!is_posted) lane->checkpoint_pending.store(false);
}

}  // namespace rowhouse::sqlite
