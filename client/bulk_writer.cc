#include "client/bulk_chunk.h"
#include "client/table_client_parts.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <mutex>
#include <rowhouse/bulk_writer.h>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rowhouse::tables {
namespace {

bool ShareARow(const Transaction& left, const Transaction& right) {
  if (left.Writes().front().entity.PartitionKey() != right.Writes().front().entity.PartitionKey()) {
    return false;
  }
  return std::ranges::any_of(
      left.Writes(), [&right](const Write& write) { return right.HasRow(write.entity.RowKey()); });
}

BulkOptions Checked(BulkOptions options) {
  if (options.chunk_max < 1 || options.chunk_max > Transaction::kWritesMax ||
      options.in_flight_max < 1) {
    throw std::invalid_argument("a chunk has 1 to 100 writes, and at least one is in flight");
  }
  return options;
}

}  // namespace

// Shared by the writer's thread and the chunks in flight.
class BulkWriter::State final : public ChunkOwner, public std::enable_shared_from_this<State> {
 public:
  State(const TableClient& table, BulkOptions options)
      : ChunkOwner(TableClientParts::ConnectionOf(table), TableClientParts::TableOf(table),
                   Checked(std::move(options))) {}

  void Add(Write write) {
    ThrowIfTooManyFailed();
    const std::string partition = write.entity.PartitionKey();
    Filling& filling = waiting_[partition];
    if (!filling.writes.TryAdd(write)) {
      Transaction next;
      next.Add(std::move(write));  // throws for a write that fits nowhere; nothing is sent then
      if (!filling.writes.IsEmpty()) Complete(partition, filling);
      filling.writes = std::move(next);
    }
    if (filling.writes.Size() == 1) filling.number = added_;
    ++added_;
    ++waiting_count_;
    const std::size_t grown = filling.writes.Bytes() - filling.bytes;
    filling.bytes += grown;
    waiting_bytes_ += grown;
    if (filling.writes.Size() >= Options().chunk_max) {
      Complete(partition, filling);
      waiting_.erase(partition);
    }
    while (TooManyWait() && !complete_.empty()) SendNextComplete();
    if (TooManyWait()) Flush();
  }

  void Flush() {
    while (!complete_.empty()) SendNextComplete();
    for (const std::string& partition : FlushOrder()) {
      const auto node = waiting_.extract(partition);
      if (!node.mapped().writes.IsEmpty()) SendFilled(node.mapped());
    }
  }

  void Drop() {
    dropped_from_ = std::min(dropped_from_, FirstWaiting());
    complete_.clear();
    waiting_.clear();
    waiting_count_ = 0;
    waiting_bytes_ = 0;
  }

  // For all answers.
  BulkReport Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return out_.empty(); });
    return std::exchange(report_, {});
  }

  std::uint64_t Settled() const {
    std::uint64_t settled = std::min({added_, dropped_from_, FirstWaiting()});
    const std::lock_guard lock(mutex_);
    for (const auto& chunk : out_) settled = std::min(settled, chunk->Number());
    return settled;
  }

  bool HasFailures() const {
    const std::lock_guard lock(mutex_);
    return !report_.failures.empty();
  }

  void Done(std::span<const Write> writes) override {
    Tell(writes);
    const std::lock_guard lock(mutex_);
    report_.done += writes.size();
    if (++successes_ < allowed_ || allowed_ == Options().in_flight_max) return;
    ++allowed_;
    successes_ = 0;
    changed_.notify_all();
  }
  void Skipped(std::span<const Write> writes) override {
    Tell(writes);
    const std::lock_guard lock(mutex_);
    report_.skipped += writes.size();
  }
  void Failed(BulkFailure failure) override {
    const std::lock_guard lock(mutex_);
    report_.failures.push_back(std::move(failure));
  }
  void ConflictSeen() override {
    const std::lock_guard lock(mutex_);
    // A job that is resumed meets its own writes, and only at its beginning.
    conflicts_expected_ = !Options().resumed;
  }
  void Busy() override {
    // The refusals of one moment are one sign.
    constexpr std::chrono::milliseconds moment{200};
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard lock(mutex_);
    successes_ = 0;
    if (now - busy_since_ < moment) return;
    busy_since_ = now;
    allowed_ = std::max<std::size_t>(1, allowed_ / 2);
  }
  void Ended(const BulkChunk& chunk) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(out_, [&chunk](const auto& out) { return out.get() == &chunk; });
    changed_.notify_all();
  }

 private:
  // A chunk that waits for more writes of its partition.
  struct Filling {
    Transaction writes;
    std::size_t bytes = 0;     // that waiting_bytes_ counts
    std::uint64_t number = 0;  // of the first write
  };

  // The partitions take turns in the order of their hashes, which has nothing to do with that of
  // their keys.
  using Turn = std::pair<std::size_t, std::string>;

  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t FirstWaiting() const {
    std::uint64_t first = kNone;
    for (const auto& [partition, filling] : waiting_) {
      if (!filling.writes.IsEmpty()) first = std::min(first, filling.number);
    }
    for (const auto& [turn, chunks] : complete_) first = std::min(first, chunks.front().number);
    return first;
  }

  bool TooManyWait() const {
    return waiting_count_ > Options().waiting_max || waiting_bytes_ > Options().waiting_bytes_max;
  }

  // The chunk takes no more writes.
  void Complete(const std::string& partition, Filling& filling) {
    if (!Options().spread) return SendFilled(filling);
    complete_[{std::hash<std::string>()(partition), partition}].push_back(
        std::exchange(filling, {}));
  }

  void SendNextComplete() {
    auto next = complete_.upper_bound(last_turn_);
    if (next == complete_.end()) next = complete_.begin();
    last_turn_ = next->first;
    Filling chunk = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty()) complete_.erase(next);
    SendFilled(chunk);
  }

  // The partitions of waiting_ as they are to be sent.
  std::vector<std::string> FlushOrder() const {
    std::vector<std::pair<std::uint64_t, std::string>> order;
    order.reserve(waiting_.size());
    for (const auto& [partition, filling] : waiting_) {
      order.emplace_back(Options().spread ? std::hash<std::string>()(partition) : filling.number,
                         partition);
    }
    std::ranges::sort(order);
    std::vector<std::string> partitions;
    partitions.reserve(order.size());
    for (auto& [place, partition] : order) partitions.push_back(std::move(partition));
    return partitions;
  }

  void ThrowIfTooManyFailed() {
    const std::lock_guard lock(mutex_);
    if (report_.failures.size() <= Options().failures_max) return;
    throw TableError(report_.failures.back().error);
  }

  void SendFilled(Filling& filling) {
    waiting_count_ -= filling.writes.Size();
    waiting_bytes_ -= std::exchange(filling.bytes, 0);
    Send(std::exchange(filling.writes, {}), filling.number);
  }

  // Waits for a place, and for chunks with the same entities.
  void Send(Transaction writes, std::uint64_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return out_.size() < allowed_ && std::ranges::none_of(out_, [&writes](const auto& out) {
               return ShareARow(writes, out->Writes());
             });
    });
    const auto chunk = std::make_shared<BulkChunk>(shared_from_this(), std::move(writes), number);
    out_.push_back(chunk);
    const bool conflicts_expected = conflicts_expected_;
    lock.unlock();
    try {
      chunk->Begin(conflicts_expected);
    } catch (...) {
      Ended(*chunk);
      throw;
    }
  }

  void Tell(std::span<const Write> writes) {
    if (!Options().on_done) return;
    const std::lock_guard lock(done_mutex_);
    for (const Write& write : writes) Options().on_done(write);
  }

  // Of the writer's thread.
  std::unordered_map<std::string, Filling> waiting_;  // by partition
  std::map<Turn, std::deque<Filling>> complete_;      // if they take turns; no deque is empty
  Turn last_turn_;
  std::size_t waiting_count_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::uint64_t added_ = 0;
  std::uint64_t dropped_from_ = kNone;  // the first write that was never sent

  std::mutex done_mutex_;  // held while on_done is called
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::list<std::shared_ptr<BulkChunk>> out_;
  std::size_t allowed_ = Options().in_flight_max;  // of them at a time
  std::size_t successes_ = 0;                      // since allowed_ changed or a refusal came
  std::chrono::steady_clock::time_point busy_since_ = {};
  bool conflicts_expected_ = false;
  BulkReport report_;
};

BulkWriter::BulkWriter(const TableClient& table, BulkOptions options)
    : state_(std::make_shared<State>(table, std::move(options))) {}

BulkWriter::~BulkWriter() { Abandon(); }

void BulkWriter::Add(Write write) { state_->Add(std::move(write)); }

void BulkWriter::Flush() { state_->Flush(); }

BulkReport BulkWriter::Finish() {
  state_->Flush();
  return state_->Wait();
}

BulkReport BulkWriter::Abandon() {
  state_->Drop();
  return state_->Wait();
}

std::uint64_t BulkWriter::Settled() const { return state_->Settled(); }

bool BulkWriter::HasFailures() const { return state_->HasFailures(); }

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
  // An entity that is already gone is not a failure.
  std::erase_if(report.failures,
                [](const BulkFailure& failure) { return failure.error.Is("ResourceNotFound"); });
  return report;
}

}  // namespace rowhouse::tables
