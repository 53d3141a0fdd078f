#include "table_service/store/sqlite/change_set.h"

#include "table_service/store/apply_operation.h"
#include "table_service/store/sqlite/files/stored_key.h"

#include <chrono>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// From this many pages (16 MiB) the log is copied back into the file, without blocking readers or
// writers.
constexpr int kCheckpointPages = 1000;
// From this many pages the checkpoint waits for the readers that kept the log from being restarted.
constexpr int kCheckpointWaitPages = 8000;

class ChangeSetRun {
 public:
  ChangeSetRun(EntityTable& table, StoreClock& clock, const ChangeSet& changes,
               std::string_view partition_key)
      : table_(table), clock_(clock), changes_(changes), partition_key_(partition_key) {}

  DbResult<Result<DateTime>> Run(const Operation& operation) {
    const StoredKey row(operation.row_key);
    const auto timestamp = clock_.Next();
    if (!timestamp) return tl::unexpected(timestamp.error());
    auto refusal = RunAt(operation, row.view(), *timestamp);
    if (!refusal) return tl::unexpected(std::move(refusal.error()));
    if (!*refusal) return Result<DateTime>(tl::unexpect, std::move(refusal->error()));
    return Result<DateTime>(*timestamp);
  }

 private:
  using Outcome = DbResult<Status>;

  // Reads the stored entity only if the result depends on it.
  Outcome RunAt(const Operation& operation, std::string_view row, DateTime timestamp) {
    switch (operation.kind) {
      case OperationKind::kInsert:
        return Insert(operation, row, timestamp);
      case OperationKind::kInsertOrReplace:
        return Write(store::ApplyOperation(operation, changes_.partition_key, nullptr), row,
                     timestamp);
      case OperationKind::kInsertOrMerge:
      case OperationKind::kReplace:
      case OperationKind::kMerge:
      case OperationKind::kDelete:
        return Update(operation, row, timestamp);
    }
    std::abort();
  }

  Outcome Insert(const Operation& operation, std::string_view row, DateTime timestamp) {
    const auto properties = store::ApplyOperation(operation, changes_.partition_key, nullptr);
    if (!properties) return Status(tl::unexpect, properties.error());
    const auto inserted = table_.Insert(partition_key_, row, timestamp, **properties);
    if (!inserted) return tl::unexpected(inserted.error());
    if (!*inserted) return Status(Fail(ErrorCode::kEntityAlreadyExists));
    return Status();
  }

  Outcome Update(const Operation& operation, std::string_view row, DateTime timestamp) {
    const auto stored = table_.Find(partition_key_, row);
    if (!stored) return tl::unexpected(stored.error());
    return Write(
        store::ApplyOperation(operation, changes_.partition_key, *stored ? &**stored : nullptr),
        row, timestamp);
  }

  Outcome Write(const Result<std::optional<std::string>>& properties, std::string_view row,
                DateTime timestamp) {
    if (!properties) return Status(tl::unexpect, properties.error());
    const auto written = *properties ? table_.Put(partition_key_, row, timestamp, **properties)
                                     : table_.Remove(partition_key_, row);
    if (!written) return tl::unexpected(written.error());
    return Status();
  }

  EntityTable& table_;
  StoreClock& clock_;
  const ChangeSet& changes_;
  std::string_view partition_key_;
};

DbResult<std::vector<ApplyResult>> RunGroup(StoreContext& context, EntityTable& table,
                                            const std::vector<PendingWrite>& writes) {
  auto transaction = DbTransaction::Begin(table.connection(), DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  std::vector<ApplyResult> results;
  results.reserve(writes.size());
  for (const auto& write : writes) {
    auto result = ApplyChangeSet(table, *context.clock, *write.changes, write.partition_key);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  const auto begin = std::chrono::steady_clock::now();
  if (auto committed = transaction->Commit(); !committed) {
    return tl::unexpected(committed.error());
  }
  context.meter.Count(writes.size(), std::chrono::steady_clock::now() - begin);
  return results;
}

void Checkpoint(PartitionFile& file, int pages) {
  if (pages < kCheckpointPages) return;
  const auto lease = file.Write();
  if (!lease) return;
  // A failure only lets the log grow; the next commit tries again.
  (*lease)->connection().Try(pages < kCheckpointWaitPages ? "PRAGMA wal_checkpoint(PASSIVE)"
                                                          : "PRAGMA wal_checkpoint(RESTART)");
}

}  // namespace

DbResult<ApplyResult> ApplyChangeSet(EntityTable& table, StoreClock& clock,
                                     const ChangeSet& changes, std::string_view partition_key) {
  // A single operation writes at most once, as its last step, so it needs no savepoint.
  std::optional<Savepoint> savepoint;
  if (changes.operations.size() > 1) {
    auto begun = Savepoint::Begin(table.connection());
    if (!begun) return tl::unexpected(begun.error());
    savepoint.emplace(std::move(*begun));
  }
  ChangeSetRun run(table, clock, changes, partition_key);
  std::vector<DateTime> timestamps;
  timestamps.reserve(changes.operations.size());
  for (const auto& operation : changes.operations) {
    auto outcome = run.Run(operation);
    if (!outcome) return tl::unexpected(outcome.error());
    if (!*outcome) {
      if (savepoint) {
        if (auto undone = savepoint->Undo(); !undone) return tl::unexpected(undone.error());
      }
      return ApplyResult(tl::unexpect, ApplyError{.error = std::move(outcome->error()),
                                                  .operation = timestamps.size()});
    }
    timestamps.push_back(**outcome);
  }
  if (savepoint) {
    if (auto released = savepoint->Release(); !released) return tl::unexpected(released.error());
  }
  return ApplyResult(std::move(timestamps));
}

std::optional<ApplyError> RefusalIfPartitionIsEmpty(const ChangeSet& changes) {
  // Row keys are distinct, so the operations do not affect each other.
  for (std::size_t i = 0; i < changes.operations.size(); ++i) {
    auto outcome = store::ApplyOperation(changes.operations[i], changes.partition_key, nullptr);
    if (!outcome) return ApplyError{.error = std::move(outcome.error()), .operation = i};
  }
  return std::nullopt;
}

void CommitGroup(StoreContext& context, PartitionFile& file, std::vector<PendingWrite>& writes) {
  std::vector<ApplyResult> results;
  int wal_pages = 0;
  {
    auto lease = file.Write();
    if (!lease) return RefuseAll(writes, lease.error());
    auto done = RunGroup(context, **lease, writes);
    if (!done) return RefuseAll(writes, lease->Fail(done.error()));
    results = std::move(*done);
    wal_pages = (*lease)->connection().WalPages();
  }
  file.CountChange();
  // Nothing throws after the commit, so that committed writes are not reported as failed.
  // The lease is returned before the answers: a client may read the file as soon as it is answered.
  // The checkpoint comes last because nobody waits for it.
  for (std::size_t i = 0; i < writes.size(); ++i) writes[i].Answer(std::move(results[i]));
  Checkpoint(file, wal_pages);
}

}  // namespace rowhouse::sqlite
