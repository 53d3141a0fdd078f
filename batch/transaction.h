#pragma once
// The rules of an entity group transaction: turns sub-requests into one change set.
// Spec 8.2-8.6.

#include "batch/multipart.h"
#include "entity/change_set.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A rejected transaction: the failing operation (for its Content-ID, Prefer and Accept) and its
// error, without the index.
struct TransactionFailure {
  Error error;
  std::size_t operation = 0;
};

struct EntityGroupTransaction {
  std::vector<EntityWrite> writes;  // without their operations, which are in `changes`
  ChangeSet changes;                // no operations for an empty change set
};

// Checks for which the caller is responsible. An empty function accepts everything.
struct TransactionRules {
  std::function<bool(std::string_view table)> table_exists;
  // Whether the operation is allowed, given its effective method and its address.
  std::function<Status(std::string_view method, const ResourceAddress& address,
                       const SubRequest& request)>
      check_operation = {};
  // Whether this entity may be written.
  std::function<Status(const EntityKey& key)> check_key = {};
};

// Checks the operations in order; the first failure is the answer. For each operation: method,
// address, `check_operation`, conditional headers, table (`table_exists` is called once, for the
// first operation), body and keys, `check_key`, then whether table and partition are those of the
// first operation, then whether an earlier operation has the same row. A 101st operation is
// reported with the index of the last accepted one (spec 8.2). REQUIRES: !request.is_query
tl::expected<EntityGroupTransaction, TransactionFailure> BuildTransaction(
    const BatchRequest& request, const TransactionRules& rules);

// "7:text" where spec 8.5 requires an index, otherwise "text": a storage error in a change set of
// one has no index.
std::string IndexedMessage(const TransactionFailure& error, std::size_t operation_count);
// "0:text": the message of a failed query in a batch always has an index.
std::string IndexedQueryMessage(const Error& error);

}  // namespace rowhouse
