#include "table_service/store/sqlite/change_set.h"

#include "table_service/store/apply_operation.h"
#include "table_service/store/sqlite/files/stored_key.h"

#include <cstdlib>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

class ChangeSetRun {
 public:
  ChangeSetRun(const ApplyTarget& target, const ChangeSet& changes, std::string_view partition_key)
      : target_(target), changes_(changes), partition_key_(partition_key) {}

  DbResult<Result<DateTime>> Run(const Operation& operation) {
    const StoredKey row(operation.row_key);
    const auto timestamp = target_.clock.Next();
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
    const auto inserted = target_.table.Insert(partition_key_, row, timestamp, **properties);
    if (!inserted) return tl::unexpected(inserted.error());
    if (!*inserted) return Status(Fail(ErrorCode::kEntityAlreadyExists));
    if (target_.records) target_.records->Put(row, timestamp, **properties);
    return Status();
  }

  Outcome Update(const Operation& operation, std::string_view row, DateTime timestamp) {
    const auto stored = target_.table.Find(partition_key_, row);
    if (!stored) return tl::unexpected(stored.error());
    return Write(
        store::ApplyOperation(operation, changes_.partition_key, *stored ? &**stored : nullptr),
        row, timestamp);
  }

  Outcome Write(const Result<std::optional<std::string>>& properties, std::string_view row,
                DateTime timestamp) {
    if (!properties) return Status(tl::unexpect, properties.error());
    const auto written = *properties
                             ? target_.table.Put(partition_key_, row, timestamp, **properties)
                             : target_.table.Remove(partition_key_, row);
    if (!written) return tl::unexpected(written.error());
    if (!target_.records) return Status();
    if (*properties) {
      target_.records->Put(row, timestamp, **properties);
    } else {
      target_.records->Remove(row, timestamp);
    }
    return Status();
  }

  const ApplyTarget& target_;
  const ChangeSet& changes_;
  std::string_view partition_key_;
};

}  // namespace

DbResult<ApplyResult> ApplyChangeSet(const ApplyTarget& target, const ChangeSet& changes,
                                     std::string_view partition_key) {
  const std::size_t mark = target.records ? target.records->Mark() : 0;
  if (target.records) target.records->Partition(target.table_id, partition_key);
  // A single operation writes at most once, as its last step, so it needs no savepoint.
  std::optional<Savepoint> savepoint;
  if (changes.operations.size() > 1) {
    auto begun = Savepoint::Begin(target.table.connection());
    if (!begun) return tl::unexpected(begun.error());
    savepoint.emplace(std::move(*begun));
  }
  ChangeSetRun run(target, changes, partition_key);
  std::vector<DateTime> timestamps;
  timestamps.reserve(changes.operations.size());
  for (const auto& operation : changes.operations) {
    auto outcome = run.Run(operation);
    if (!outcome) return tl::unexpected(outcome.error());
    if (!*outcome) {
      if (target.records) target.records->Rewind(mark);
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

DbStatus ApplyRecords(EntityTable& table, std::string_view records) {
  auto transaction = DbTransaction::Begin(table.connection(), DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  JournalRecordReader reader(records);
  while (const auto record = reader.Next()) {
    DbStatus done;
    if (record->kind == JournalRecord::Kind::kPut) {
      done =
          table.Put(record->partition_key, record->row_key, record->timestamp, record->properties);
    } else if (record->kind == JournalRecord::Kind::kRemove) {
      done = table.Remove(record->partition_key, record->row_key);
    }
    if (!done) return done;
  }
  return transaction->Commit();
}

std::optional<ApplyError> RefusalIfPartitionIsEmpty(const ChangeSet& changes) {
  // Row keys are distinct, so the operations do not affect each other.
  for (std::size_t i = 0; i < changes.operations.size(); ++i) {
    auto outcome = store::ApplyOperation(changes.operations[i], changes.partition_key, nullptr);
    if (!outcome) return ApplyError{.error = std::move(outcome.error()), .operation = i};
  }
  return std::nullopt;
}

}  // namespace rowhouse::sqlite
