#include "client/bulk_chunk.h"

#include "client/entity_requests.h"
#include "client/operation.h"
#include "client/transaction_request.h"

#include <algorithm>
#include <rowhouse/entity_json.h>
#include <rowhouse/filter.h>
#include <utility>
#include <vector>

namespace rowhouse::tables {
namespace {

bool IsInsert(const Write& write) { return write.kind == WriteKind::kInsert; }

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
      SubmitTransaction(owner_->Table(), rest_, owner_->GetConnection().Url());
  CallSpec spec = std::move(operation.spec);
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
    owner_->Done(rest_.Writes());
  } catch (const TransactionError& error) {
    // A table that is not there fails every write alike.
    if (error.FailedOperation() && !error.Is("TableNotFound")) {
      return Refused(error, *error.FailedOperation());
    }
    FailAll(error);
  } catch (const OutcomeUnknownError& error) {
    if (CanResolve(error)) return;
    FailAll(error);
  } catch (const TableError& error) {
    FailAll(error);
  }
  owner_->Ended(*this);
}

// Begins to find out what became of inserts whose answer was lost, where the options say what to do
// about entities that are there.
bool BulkChunk::CanResolve(const TableError& unknown) {
  if (!std::ranges::all_of(rest_.Writes(), IsInsert)) return false;
  switch (owner_->Options().on_conflict) {
    case OnConflict::kReplace:
    case OnConflict::kMerge:
      Overwrite();
      Submit();
      return true;
    case OnConflict::kSkip:
      break;
    case OnConflict::kFail:
      if (!owner_->Options().resumed) return false;
      break;
  }
  if (looked_) return false;
  in_doubt_ = unknown;
  Look();
  return true;
}

void BulkChunk::Refused(const TableError& error, std::size_t index) {
  const Write& write = rest_.Writes()[index];
  if (error.Is("EntityAlreadyExists") && IsInsert(write)) {
    if (ResolvesConflict()) return;
    if (owner_->Options().on_conflict == OnConflict::kSkip) {
      owner_->Skipped({&write, 1});
      return GoOnWithout(index);
    }
  }
  owner_->Failed({.write = write, .error = error, .refused = true});
  GoOnWithout(index);
}

// Begins to deal with all inserts whose entities are there, if the options say how.
bool BulkChunk::ResolvesConflict() {
  switch (owner_->Options().on_conflict) {
    case OnConflict::kReplace:
    case OnConflict::kMerge:
      owner_->ConflictSeen();
      Overwrite();
      Submit();
      return true;
    case OnConflict::kSkip:
      break;
    case OnConflict::kFail:
      if (!owner_->Options().resumed) return false;
      break;
  }
  if (looked_) return false;
  Look();
  return true;
}

void BulkChunk::GoOnWithout(std::size_t index) {
  Transaction others;
  for (std::size_t i = 0; i < rest_.Size(); ++i) {
    if (i != index) others.Add(rest_.Writes()[i]);
  }
  rest_ = std::move(others);
  if (rest_.IsEmpty()) return owner_->Ended(*this);
  Submit();
}

// Turns inserts into the writes that take entities that are there.
void BulkChunk::Overwrite() {
  const bool merges = owner_->Options().on_conflict == OnConflict::kMerge;
  Transaction others;
  for (Write write : rest_.Writes()) {
    if (IsInsert(write)) write.kind = merges ? WriteKind::kUpsertMerge : WriteKind::kUpsertReplace;
    others.Add(std::move(write));
  }
  rest_ = std::move(others);
}

void BulkChunk::Look() {
  looked_ = true;
  QueryOptions query{.filter = RangeOf(rest_.Writes()), .call = owner_->Options().call};
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
            if (!self->rest_.HasRow(entity.RowKey())) continue;
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

void BulkChunk::Looked() {
  in_doubt_.reset();
  std::vector<Write> settled;
  Transaction others;
  for (const Write& write : rest_.Writes()) {
    if (IsSettled(write)) {
      settled.push_back(write);
    } else {
      others.Add(write);
    }
  }
  rest_ = std::move(others);
  if (owner_->Options().on_conflict == OnConflict::kSkip) {
    owner_->Skipped(settled);
  } else {
    owner_->Done(settled);
  }
  if (rest_.IsEmpty()) return owner_->Ended(*this);
  Submit();
}

// Whether there is nothing left to do for it, as the entities were when we looked.
bool BulkChunk::IsSettled(const Write& write) const {
  if (!IsInsert(write)) return false;
  const auto found = stored_.find(write.entity.RowKey());
  if (found == stored_.end()) return false;
  return owner_->Options().on_conflict == OnConflict::kSkip ||
         found->second == ToTypedJson(write.entity);
}

void BulkChunk::FailAll(const TableError& error) {
  for (const Write& write : rest_.Writes()) {
    owner_->Failed({.write = write, .error = error, .refused = false});
  }
}

}  // namespace rowhouse::tables
