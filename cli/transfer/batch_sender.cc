#include "cli/transfer/batch_sender.h"

#include "cli/outcome/command_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <rowhouse/entity_json.h>
#include <rowhouse/error.h>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::TableClient;
using tables::Transaction;
using tables::TransactionError;
using tables::Where;
using tables::WriteKind;

Transaction WithKind(const Transaction& inserts, WriteKind kind) {
  Transaction result;
  for (const tables::Write& write : inserts.Writes()) result.Add({kind, write.entity});
  return result;
}

// Which entities of the batch are in the table already, as their typed JSON by row.
std::map<std::string, std::string> Stored(const TableClient& table, const Transaction& batch) {
  const auto& writes = batch.Writes();
  std::map<std::string, std::string> stored;
  for (const tables::Write& write : writes) stored[write.entity.RowKey()];
  const Entity& any = writes.front().entity;
  const auto key_less = [](const tables::Write& left, const tables::Write& right) {
    return left.entity.Key() < right.entity.Key();
  };
  const auto [first, last] = std::ranges::minmax_element(writes, key_less);
  tables::QueryOptions query;
  query.filter = Where("PartitionKey") == any.PartitionKey() &&
                 Where("RowKey") >= first->entity.RowKey() &&
                 Where("RowKey") <= last->entity.RowKey();
  for (const Entity& entity : table.Query(query)) {
    const auto wanted = stored.find(entity.RowKey());
    if (wanted != stored.end()) wanted->second = tables::ToTypedJson(entity);
  }
  std::erase_if(stored, [](const auto& row) { return row.second.empty(); });
  return stored;
}

// What is left to do of a batch that may have been written: without what is stored just so, or,
// where the old entities stay, without what is stored at all.
Transaction Missing(const TableClient& table, const Transaction& batch, bool keep_old) {
  const auto stored = Stored(table, batch);
  Transaction result;
  for (const tables::Write& write : batch.Writes()) {
    const auto found = stored.find(write.entity.RowKey());
    if (found != stored.end() && (keep_old || found->second == tables::ToTypedJson(write.entity))) {
      continue;
    }
    result.Add(write);
  }
  return result;
}

// "file.jsonl:52: ", where there is a file.
std::string PlaceOf(const std::string& source, const Batch& batch, const std::string& row_key) {
  if (source.empty()) return {};
  const auto& writes = batch.inserts.Writes();
  for (std::size_t index = 0; index < batch.lines.size(); ++index) {
    if (writes[index].entity.RowKey() != row_key) continue;
    return fmt::format("{}:{}: ", source, batch.lines[index]);
  }
  return {};
}

// Names the entity that the service refused. `sent` is what is left to do of `batch`.
[[noreturn]] void ThrowRefused(const std::string& source, const Batch& batch,
                               const Transaction& sent, const TransactionError& error) {
  Explanation explanation = Explain(error);
  const Entity& entity = sent.Writes()[error.FailedOperation().value_or(0)].entity;
  throw CommandError(
      explanation.code,
      fmt::format(
          "{}{}: PartitionKey '{}', RowKey '{}': {}", PlaceOf(source, batch, entity.RowKey()),
          error.FailedOperation() ? "the entity was refused" : "a transaction was refused, from",
          entity.PartitionKey(), entity.RowKey(), explanation.text));
}

void Submit(const std::string& source, const Batch& batch, const Transaction& rest) {
  if (rest.IsEmpty()) return;
  try {
    batch.table.Submit(rest);
  } catch (const TransactionError& error) {
    ThrowRefused(source, batch, rest, error);
  }
}

}  // namespace

BatchSender::BatchSender(Options options) : options_(std::move(options)) {
  for (std::size_t thread = 0; thread < options_.threads; ++thread) {
    threads_.emplace_back([this] { Work(); });
  }
}

BatchSender::~BatchSender() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void BatchSender::RethrowFailure() {
  if (failure_) std::rethrow_exception(failure_);
}

void BatchSender::Add(Batch batch) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || waiting_.size() < 2 * threads_.size(); });
    RethrowFailure();
    waiting_.push_back(std::move(batch));
  }
  changed_.notify_all();
}

void BatchSender::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0 && (failure_ || waiting_.empty()); });
  RethrowFailure();
}

void BatchSender::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return closed_ || (!waiting_.empty() && !failure_); });
    if (closed_) return;
    const Batch batch = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      Send(batch);
      if (options_.on_done) options_.on_done(batch.inserts.Size());
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    --busy_;
    if (failure && !failure_) failure_ = failure;
    changed_.notify_all();
  }
}

void BatchSender::Send(const Batch& batch) {
  const bool keep_old = options_.on_conflict == OnConflict::kSkip;
  Transaction missing;
  if (batch.verify) missing = Missing(batch.table, batch.inserts, keep_old);
  const Transaction* inserts = batch.verify ? &missing : &batch.inserts;
  if (inserts->IsEmpty()) return;
  bool conflict = false;
  {
    const std::lock_guard lock(mutex_);
    conflict = conflicts_expected_;
  }
  try {
    if (!conflict) batch.table.Submit(*inserts);
  } catch (const tables::OutcomeUnknownError&) {
    // Not all that is missing need be free: what was there before counts as for any batch.
    missing = Missing(batch.table, *inserts, keep_old);
    inserts = &missing;
    conflict = true;
  } catch (const TransactionError& error) {
    if (!error.Is("EntityAlreadyExists") || options_.on_conflict == OnConflict::kFail) {
      ThrowRefused(options_.source, batch, *inserts, error);
    }
    conflict = true;
    const std::lock_guard lock(mutex_);
    conflicts_expected_ = true;
  }
  if (conflict) SendOverExisting(batch, *inserts);
}

void BatchSender::SendOverExisting(const Batch& batch, const Transaction& inserts) {
  switch (options_.on_conflict) {
    case OnConflict::kReplace:
      return Submit(options_.source, batch, WithKind(inserts, WriteKind::kUpsertReplace));
    case OnConflict::kMerge:
      return Submit(options_.source, batch, WithKind(inserts, WriteKind::kUpsertMerge));
    case OnConflict::kSkip:
      return Submit(options_.source, batch, Missing(batch.table, inserts, true));
    case OnConflict::kFail:
      return Submit(options_.source, batch, inserts);
  }
}

}  // namespace rowhouse::cli
