#pragma once
// Writing many entities: grouped by partition, a hundred to a transaction, several in flight.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <rowhouse/error.h>
#include <rowhouse/filter.h>
#include <rowhouse/table_client.h>
#include <rowhouse/transaction.h>
#include <string>
#include <vector>

namespace rowhouse::tables {

struct BulkOptions {
  std::size_t in_flight_max = 8;     // transactions that are sent and not answered
  std::size_t chunk_max = 100;       // writes in one transaction, at most 100
  std::size_t waiting_max = 10'000;  // writes of all partitions that wait for their chunk to fill
  std::size_t failures_max = 1000;   // failures that are kept; with more, adding throws
  // Called for each write that was done, in no order, from any thread but never twice at a time.
  // Must not call the writer or throw.
  std::function<void(const Write&)> on_done = {};
  CallOptions call = {};  // its timeout is for each transaction
};

// A write that was not done, or that may not have been (error.Kind() == kOutcomeUnknown).
struct BulkFailure {
  Write write;
  TableError error;
};

struct BulkReport {
  std::size_t done = 0;
  std::vector<BulkFailure> failures = {};
};

// Collects writes and submits them. The writes of one chunk are done together; a write that the
// service refuses is left out and the rest of its chunk submitted again. Two writes of the same
// entity are done in the order in which they were added; others in any order.
// Threads: Add() and Finish() from one thread at a time.
class BulkWriter {
 public:
  explicit BulkWriter(const TableClient& table, BulkOptions options = {});
  BulkWriter(const BulkWriter&) = delete;
  BulkWriter& operator=(const BulkWriter&) = delete;
  // Waits for what is in flight; what waits for its chunk to fill is not sent. Call Finish().
  ~BulkWriter();

  // Takes the write; blocks while `in_flight_max` are out. std::invalid_argument: a write that no
  // transaction can hold. TableError, once failures exceed failures_max: the last failure.
  void Add(Write write);
  void Insert(Entity entity) { Add({WriteKind::kInsert, std::move(entity)}); }
  void UpsertMerge(Entity entity) { Add({WriteKind::kUpsertMerge, std::move(entity)}); }
  void UpsertReplace(Entity entity) { Add({WriteKind::kUpsertReplace, std::move(entity)}); }
  void Delete(std::string partition_key, std::string row_key) {
    Add({WriteKind::kDelete, Entity(std::move(partition_key), std::move(row_key)), IfMatch::Any()});
  }

  // Sends the rest without waiting for it.
  void Flush();
  // Sends the rest, waits for all answers, and tells what became of the writes since the last
  // Finish(). The writer can be used again.
  BulkReport Finish();

 private:
  class State;
  std::shared_ptr<State> state_;
};

// Deletes the entities that `filter` (not empty, or `all`) holds for, as read: an entity that was
// changed since is left and reported. Returns how many were deleted, and what failed; entities that
// others deleted meanwhile are no failures.
struct DeleteMatchingOptions {
  Filter filter = {};
  bool all = false;  // an empty filter is meant
  BulkOptions bulk = {};
};
BulkReport DeleteMatching(const TableClient& table, const DeleteMatchingOptions& options);

}  // namespace rowhouse::tables
