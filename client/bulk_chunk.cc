#include "client/bulk_chunk.h"

#include "client/calls/entity_requests.h"
#include "client/calls/operation.h"
#include "client/calls/transaction_request.h"

#include <algorithm>
#include <rowhouse/entity_json.h>
#include <rowhouse/filter.h>
#include <utility>
#include <vector>

namespace rowhouse::tables {
namespace {

bool IsInsert(const Write& write) { return write.kind == WriteKind::kInsert; }
bool IsInsertOrUpsert(const Write& write) {
  return IsInsert(write) || write.kind == WriteKind::kUpsertMerge ||
         write.kind == WriteKind::kUpsertReplace;
}

// The entities between the first and the last of `writes`, which are all in one partition.
Filter RangeOf(std::span<const Write> writes) {
  const auto [first, last] = std::ranges::minmax_element(
      writes,
      [](const Write& left, const Write& right) { return left.entity.Key() < right.entity.Key(); });
  return Where("PartitionKey") == first->entity.PartitionKey() &&
         Where("RowKey") >= first->entity.RowKey() && Where("RowKey") <= last->entity.RowKey();
}

}  // namespace

void BulkChunk::Begin(bool conflicts_expected) {
  if (conflicts_expected) Overwrite();
  Submit();
}

void BulkChunk::Submit() {
  Operation<TransactionResult> operation =
      SubmitTransaction(owner_->Table(), *rest_, owner_->GetConnection().Url());
  CallSpec spec = std::move(operation.spec);
  spec.on_busy = [owner = owner_] { owner->Busy(); };
  owner_->GetConnection().Start(
      std::move(spec), owner_->Options().call,
      [self = shared_from_this(), read = std::move(operation)](Connection::Outcome outcome) {
        self->Submitted(read, std::move(outcome));
      });
}

void BulkChunk::Submitted(const Operation<TransactionResult>& operation,
                          Connection::Outcome outcome) {
  try {
    ResultOf(operation, std::move(outcome));
    owner_->Done(rest_->Writes());
  } catch (const TransactionError& error) {
    // A missing table fails every write alike.
    if (error.FailedOperation() && !error.Is("TableNotFound")) {
      return Refused(error, *error.FailedOperation());
    }
    FailAll(error);
  } catch (const OutcomeUnknownError& error) {
    if (TryResolve(error)) return;
    FailAll(error);
  } catch (const TableError& error) {
    FailAll(error);
  }
  owner_->Ended(*this);
}

// Begins to find out what became of inserts whose answer was lost, where the options say what to do
// about entities that exist.
bool BulkChunk::TryResolve(const TableError& unknown) {
  const auto& writes = rest_->Writes();
  if (std::ranges::none_of(writes, IsInsert)) return false;
  if (!std::ranges::all_of(writes, IsInsertOrUpsert)) return false;
  if (!looked_) {
    const BulkOptions& options = owner_->Options();
    const bool looks = options.resumed || options.looks_for_lost;
    if (options.on_conflict == OnConflict::kFail && !looks) return false;
    in_doubt_ = unknown;
    Look();
    return true;
  }
  if (!Overwrites()) return false;
  Overwrite();
  Submit();
  return true;
}

void BulkChunk::Refused(const TableError& error, std::size_t index) {
  const Write& write = rest_->Writes()[index];
  if (error.Is("EntityAlreadyExists") && IsInsert(write)) {
    if (TryResolveConflict()) return;
    if (owner_->Options().on_conflict == OnConflict::kSkip) {
      owner_->Skipped({&write, 1});
      return GoOnWithout(index);
    }
  }
  owner_->Failed({.write = write, .error = error, .refused = true});
  GoOnWithout(index);
}

// Begins to deal with all inserts whose entities exist, if the options say how.
bool BulkChunk::TryResolveConflict() {
  const bool asks = owner_->Options().resumed || owner_->Options().on_conflict == OnConflict::kSkip;
  if (asks && !looked_) {
    Look();
    return true;
  }
  if (!Overwrites()) return false;
  owner_->ConflictSeen();
  Overwrite();
  Submit();
  return true;
}

bool BulkChunk::Overwrites() const {
  const OnConflict policy = owner_->Options().on_conflict;
  return policy == OnConflict::kReplace || policy == OnConflict::kMerge;
}

void BulkChunk::GoOnWithout(std::size_t index) {
  Transaction others;
  for (std::size_t i = 0; i < rest_->Size(); ++i) {
    if (i != index) others.Add(rest_->Writes()[i]);
  }
  rest_ = std::make_shared<const Transaction>(std::move(others));
  if (rest_->IsEmpty()) return owner_->Ended(*this);
  Submit();
}

// Turns inserts into writes that succeed when the entity exists.
void BulkChunk::Overwrite() {
  Transaction others;
  for (const Write& write : rest_->Writes()) {
    others.Add(IsInsert(write) ? OverwritingOf(write) : write);
  }
  rest_ = std::make_shared<const Transaction>(std::move(others));
}

Write BulkChunk::OverwritingOf(Write write) const {
  const bool merges = owner_->Options().on_conflict == OnConflict::kMerge;
  write.kind = merges ? WriteKind::kUpsertMerge : WriteKind::kUpsertReplace;
  return write;
}

void BulkChunk::Look() {
  looked_ = true;
  QueryOptions query{.filter = RangeOf(rest_->Writes()), .call = owner_->Options().call};
  if (owner_->Options().on_conflict == OnConflict::kSkip) query.select = {"RowKey"};
  LookFrom(query, {});
}

void BulkChunk::LookFrom(const QueryOptions& query, const ContinuationToken& start) {
  Operation<Page> operation = QueryEntities(owner_->Table(), query, query.page_size, start);
  CallSpec spec = std::move(operation.spec);
  owner_->GetConnection().Start(
      std::move(spec), query.call,
      [self = shared_from_this(), query, read = std::move(operation)](Connection::Outcome outcome) {
        try {
          Page page = ResultOf(read, std::move(outcome));
          for (const Entity& entity : page.entities) {
            if (!self->rest_->HasRow(entity.RowKey())) continue;
            self->stored_.emplace(entity.RowKey(), ToTypedJson(entity));
          }
          if (page.next) return self->LookFrom(query, *page.next);
        } catch (const TableError& error) {
          self->FailAll(self->in_doubt_.value_or(error));
          return self->owner_->Ended(*self);
        }
        self->Looked();
      });
}

// Goes on with what is left to do. Only entities that exist are overwritten: an insert keeps the
// order of the properties, other writes need not.
void BulkChunk::Looked() {
  in_doubt_.reset();
  const bool skips = owner_->Options().on_conflict == OnConflict::kSkip;
  std::vector<Write> settled;
  Transaction others;
  for (const Write& write : rest_->Writes()) {
    const auto found = IsInsert(write) ? stored_.find(write.entity.RowKey()) : stored_.end();
    if (found == stored_.end()) {
      others.Add(write);
    } else if (skips || found->second == ToTypedJson(write.entity)) {
      settled.push_back(write);
    } else {
      others.Add(Overwrites() ? OverwritingOf(write) : write);
    }
  }
  rest_ = std::make_shared<const Transaction>(std::move(others));
  if (skips) {
    owner_->Skipped(settled);
  } else {
    owner_->Done(settled);
  }
  if (rest_->IsEmpty()) return owner_->Ended(*this);
  Submit();
}

void BulkChunk::FailAll(const TableError& error) {
  for (const Write& write : rest_->Writes()) {
    owner_->Failed({.write = write, .error = error, .refused = false});
  }
}

}  // namespace rowhouse::tables
