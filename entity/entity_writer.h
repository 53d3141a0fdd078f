#pragma once
// The writing port: one change set, all or nothing. batch/ makes change sets, the store applies
// them. Spec 5.10-5.14, 8.6.

#include "base/date_time.h"
#include "entity/entity_key.h"
#include "entity/error.h"
#include "entity/etag.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse {

enum class OperationKind : std::uint8_t {
  kInsert,
  kReplace,
  kMerge,
  kInsertOrReplace,
  kInsertOrMerge,
  kDelete
};

struct Operation {
  OperationKind kind = OperationKind::kInsert;
  std::string row_key;
  IfMatch if_match;        // kReplace, kMerge, kDelete
  std::string properties;  // stored form, in the order to store; empty for kDelete
};

// REQUIRES: 1..100 operations with distinct row keys, and the characters of keys checked; a delete
// may name a key of any characters, which no entity has. Lengths and sizes are the writer's to
// check.
struct ChangeSet {
  std::string table;  // any spelling
  std::string partition_key;
  std::vector<Operation> operations;
};

struct ApplyError {
  Error error;
  std::size_t operation = 0;  // which one failed; 0 for kTableNotFound
};

// The Timestamp that each operation gave its entity, in order (of a delete: the time of the
// delete).
using ApplyResult = tl::expected<std::vector<DateTime>, ApplyError>;

class EntityWriter {
 public:
  virtual ~EntityWriter() = default;

  // Applies `changes` and then calls `done` exactly once, on any thread, perhaps before Apply()
  // returns. `done` must not block. Success: all of it is durable (as the sync mode promises) and
  // visible to every later read. Failure: nothing of it was done; the first operation that failed
  // is named. Conditional operations look at existence (kResourceNotFound), then at If-Match, then
  // at sizes; the others at sizes, then at existence (kEntityAlreadyExists).
  // Nobody may change `changes` before `done` is called; from then on the writer looks at it no
  // more.
  virtual void Apply(std::shared_ptr<const ChangeSet> changes,
                     std::function<void(ApplyResult)> done) = 0;
  void Apply(ChangeSet changes, std::function<void(ApplyResult)> done) {
    Apply(std::make_shared<const ChangeSet>(std::move(changes)), std::move(done));
  }
};

}  // namespace rowhouse
