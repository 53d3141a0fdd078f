#include "client/table_client_parts.h"
#include "client/transaction_request.h"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <rowhouse/bulk_writer.h>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace rowhouse::tables {
namespace {

bool ShareARow(const Transaction& left, const Transaction& right) {
  if (left.Writes().front().entity.PartitionKey() != right.Writes().front().entity.PartitionKey()) {
    return false;
  }
  return std::any_of(left.Writes().begin(), left.Writes().end(),
                     [&right](const Write& write) { return right.HasRow(write.entity.RowKey()); });
}

}  // namespace

// What the writer's thread and the callbacks of requests share. `waiting_` is the thread's alone.
class BulkWriter::State : public std::enable_shared_from_this<State> {
 public:
  State(const TableClient& table, BulkOptions options)
      : connection_(TableClientParts::ConnectionOf(table)),
        table_(TableClientParts::TableOf(table)),
        options_(std::move(options)) {
    if (options_.chunk_max < 1 || options_.chunk_max > Transaction::kWritesMax ||
        options_.in_flight_max < 1) {
      throw std::invalid_argument("a chunk has 1 to 100 writes, and at least one is in flight");
    }
  }

  void Add(Write write) {
    ThrowIfTooManyFailed();
    const std::string partition = write.entity.PartitionKey();
    Transaction& chunk = waiting_[partition];
    if (!chunk.TryAdd(write)) {
      if (!chunk.IsEmpty()) {
        waiting_count_ -= chunk.Size();
        Send(std::exchange(chunk, Transaction()));
      }
      chunk.Add(std::move(write));
    }
    ++waiting_count_;
    if (chunk.Size() >= options_.chunk_max) {
      waiting_count_ -= chunk.Size();
      const auto node = waiting_.extract(partition);
      Send(std::move(node.mapped()));
    } else if (waiting_count_ > options_.waiting_max) {
      Flush();
    }
  }

  void Flush() {
    auto waiting = std::exchange(waiting_, {});
    waiting_count_ = 0;
    for (auto& [partition, chunk] : waiting) {
      if (!chunk.IsEmpty()) Send(std::move(chunk));
    }
  }

  BulkReport Finish() {
    Flush();
    Wait();
    const std::lock_guard lock(mutex_);
    one_too_many_.reset();
    return std::exchange(report_, {});
  }

  // For all answers.
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return out_.empty(); });
  }

 private:
  using Chunk = std::shared_ptr<const Transaction>;
  using Chunks = std::list<Chunk>;

  void ThrowIfTooManyFailed() {
    const std::lock_guard lock(mutex_);
    if (one_too_many_) throw TableError(*one_too_many_);
  }

  // Waits for a place, and for chunks with the same entities.
  void Send(Transaction chunk) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return out_.size() < options_.in_flight_max &&
             std::none_of(out_.begin(), out_.end(),
                          [&chunk](const Chunk& other) { return ShareARow(chunk, *other); });
    });
    const Chunk sent = std::make_shared<const Transaction>(std::move(chunk));
    const auto place = out_.insert(out_.end(), sent);
    lock.unlock();
    try {
      Submit(place, sent);
    } catch (...) {  // bad options of the call: nothing was sent
      Release(place);
      throw;
    }
  }

  // Sends what is left of the chunk at `place`, whose rows stay taken until all of it has ended.
  void Submit(Chunks::iterator place, const Chunk& rest) {
    Operation<TransactionResult> operation = SubmitTransaction(table_, *rest, connection_->Url());
    CallSpec spec = std::move(operation.spec);
    connection_->Start(
        std::move(spec), options_.call,
        [self = shared_from_this(), place, rest, read = std::move(operation)](
            Connection::Outcome outcome) { self->Ended(place, *rest, read, std::move(outcome)); });
  }

  void Ended(Chunks::iterator place, const Transaction& rest,
             const Operation<TransactionResult>& operation, Connection::Outcome outcome) {
    try {
      ResultOf(operation, std::move(outcome));
      Succeed(rest);
    } catch (const TransactionError& error) {
      // A table that is not there fails every write alike.
      if (error.FailedOperation() && !error.Is("TableNotFound")) {
        return Refused(place, rest, error, *error.FailedOperation());
      }
      FailAll(rest, error);
    } catch (const TableError& error) {
      FailAll(rest, error);
    }
    Release(place);
  }

  // Goes on without the write that the service refused.
  void Refused(Chunks::iterator place, const Transaction& rest, const TableError& error,
               std::size_t refused) {
    Transaction others;
    for (std::size_t i = 0; i < rest.Size(); ++i) {
      if (i != refused) others.Add(rest.Writes()[i]);
    }
    Fail(rest.Writes()[refused], error);
    if (others.IsEmpty()) return Release(place);
    Submit(place, std::make_shared<const Transaction>(std::move(others)));
  }

  void Succeed(const Transaction& chunk) {
    if (options_.on_done) {
      const std::lock_guard lock(done_mutex_);
      for (const Write& write : chunk.Writes()) options_.on_done(write);
    }
    const std::lock_guard lock(mutex_);
    report_.done += chunk.Size();
  }

  void FailAll(const Transaction& chunk, const TableError& error) {
    for (const Write& write : chunk.Writes()) Fail(write, error);
  }

  void Fail(const Write& write, const TableError& error) {
    const std::lock_guard lock(mutex_);
    if (report_.failures.size() < options_.failures_max) {
      report_.failures.push_back({write, error});
    } else {
      one_too_many_ = error;
    }
  }

  void Release(Chunks::iterator place) {
    const std::lock_guard lock(mutex_);
    out_.erase(place);
    changed_.notify_all();
  }

  const std::shared_ptr<const Connection> connection_;
  const std::string table_;
  const BulkOptions options_;
  std::unordered_map<std::string, Transaction> waiting_;  // by partition
  std::size_t waiting_count_ = 0;

  std::mutex done_mutex_;  // held while on_done is called
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  Chunks out_;
  BulkReport report_;
  std::optional<TableError> one_too_many_;  // the last failure that was not kept
};

BulkWriter::BulkWriter(const TableClient& table, BulkOptions options)
    : state_(std::make_shared<State>(table, std::move(options))) {}

BulkWriter::~BulkWriter() { state_->Wait(); }

void BulkWriter::Add(Write write) { state_->Add(std::move(write)); }

void BulkWriter::Flush() { state_->Flush(); }

BulkReport BulkWriter::Finish() { return state_->Finish(); }

BulkReport DeleteMatching(const TableClient& table, const DeleteMatchingOptions& options) {
  if (options.filter.IsEmpty() && !options.all) {
    throw std::invalid_argument("an empty filter deletes everything: say so by `all`");
  }
  BulkWriter writer(table, options.bulk);
  const QueryOptions query{
      .filter = options.filter, .select = {"RowKey"}, .call = options.bulk.call};
  for (const Entity& entity : table.Query(query)) {
    writer.Add({.kind = WriteKind::kDelete, .entity = entity});
  }
  BulkReport report = writer.Finish();
  // Gone is what was wanted.
  std::erase_if(report.failures,
                [](const BulkFailure& failure) { return failure.error.Is("ResourceNotFound"); });
  return report;
}

}  // namespace rowhouse::tables
