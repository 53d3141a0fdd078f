#pragma once
// Writing many entities: grouped by partition, a hundred to a transaction, several in flight.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <rowhouse/error.h>
#include <rowhouse/filter.h>
#include <rowhouse/table_client.h>
#include <rowhouse/transaction.h>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::tables {

// The treatment of an insert whose entity exists.
enum class OnConflict : std::uint8_t {
  kFail,     // it is refused, and reported
  kSkip,     // the stored entity stays as it is
  kMerge,    // the new properties are merged into the stored entity
  kReplace,  // the new entity replaces the stored one
};

struct BulkOptions {
  // Transactions sent and not answered. Each refusal by a busy service (503, 429) halves the number
  // that the writer allows itself, and successes raise it again.
  std::size_t in_flight_max = 8;
  std::size_t chunk_max = 100;       // writes in one transaction, at most 100
  std::size_t waiting_max = 10'000;  // writes, of all partitions, waiting for their chunk to fill
  std::size_t waiting_bytes_max = std::size_t{64} << 20U;  // about; as requests, not in memory
  std::size_t failures_max = 1000;  // with more, Add() throws; the report has all that there are
  OnConflict on_conflict = OnConflict::kFail;
  // Partitions take turns: a full chunk waits, within waiting_max, while chunks of other partitions
  // are sent, so that writes added in key order do not all go to one partition after another. False:
  // chunks are sent as they fill, and those that are not full in the order in which they began.
  bool spread = false;
  // The writes continue a job that was interrupted and may have done some of them: an insert whose
  // entity is stored exactly as given counts as done, and that entity is left alone.
  bool resumed = false;
  // With OnConflict::kFail: an insert whose answer was lost is looked for, and counts as done when its
  // entity is stored exactly as given. Otherwise it is reported as kOutcomeUnknown.
  bool looks_for_lost = false;
  // Called for each write that was done or skipped, in no order, from any thread but never twice at
  // a time. Must not call the writer or throw.
  std::function<void(const Write&)> on_done = {};
  // The timeout is for each transaction; retry.patience is how long a busy service is waited for.
  CallOptions call = {};
};

// A write that was not done, or that may have been (error.Kind() == kOutcomeUnknown).
struct BulkFailure {
  Write write;
  TableError error;
  bool refused = false;  // the service refused this very write, not all of its transaction
};

struct BulkReport {
  std::size_t done = 0;
  std::size_t skipped = 0;  // inserts left out because their entities exist (OnConflict::kSkip)
  std::vector<BulkFailure> failures = {};
};

// Collects writes and submits them. The writes of one chunk are done together; a write that the
// service refuses is left out and the rest of its chunk is submitted again. Two writes of the same
// entity are done in the order in which they were added; others in any order.
// Threads: all calls from one thread at a time.
class BulkWriter {
 public:
  explicit BulkWriter(const TableClient& table, BulkOptions options = {});
  BulkWriter(const BulkWriter&) = delete;
  BulkWriter& operator=(const BulkWriter&) = delete;
  // As Abandon(). Call Finish() first.
  ~BulkWriter();

  // Takes the write; blocks while `in_flight_max` transactions are out. std::invalid_argument: no
  // transaction can hold the write. TableError, once failures exceed failures_max: the last one.
  void Add(Write write);
  void Insert(Entity entity) { Add({WriteKind::kInsert, std::move(entity)}); }
  void UpsertMerge(Entity entity) { Add({WriteKind::kUpsertMerge, std::move(entity)}); }
  void UpsertReplace(Entity entity) { Add({WriteKind::kUpsertReplace, std::move(entity)}); }
  void Delete(std::string partition_key, std::string row_key) {
    Add({WriteKind::kDelete, Entity(std::move(partition_key), std::move(row_key)), IfMatch::Any()});
  }

  // Sends what waits, without waiting for the answers.
  void Flush();
  // Sends what waits, waits for all answers, and reports on the writes since the last report. The
  // writer can be used again.
  BulkReport Finish();
  // Drops what was not sent, waits for all answers, and reports as Finish() does.
  BulkReport Abandon();

  // How many writes, counted in the order in which they were added over the writer's life, have
  // ended together with all before them: done, skipped or failed. A job that keeps its place can
  // be resumed after that many, provided that HasFailures() says no afterwards.
  std::uint64_t Settled() const;
  // Whether any write failed since the last report.
  bool HasFailures() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

// Deletes the entities that match `filter` (not empty, or `all`), as read: an entity that has
// changed since is left and reported. Returns how many were deleted, and what failed; entities that
// others deleted in the meantime are not failures.
struct DeleteMatchingOptions {
  Filter filter = {};
  bool all = false;  // an empty filter is meant
  BulkOptions bulk = {};
};
BulkReport DeleteMatching(const TableClient& table, const DeleteMatchingOptions& options);

}  // namespace rowhouse::tables
