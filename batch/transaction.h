#pragma once
// The rules of an entity group transaction: sub-requests in, one change set out, answers back.
// Spec 8.2-8.6.

#include "batch/multipart.h"
#include "entity/change_set.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// A refused transaction: the failing operation (for its Content-ID, Prefer and Accept) and its
// error without index.
struct TransactionError {
  Error error;
  std::size_t operation = 0;
};

struct EntityGroupTransaction {
  std::vector<EntityWrite> writes;  // without their operations, which are those of `changes`
  ChangeSet changes;                // empty operations for an empty change set
};

// What the caller knows of the operations. The checks may be empty: then everything passes.
struct TransactionRules {
  std::function<bool(std::string_view table)> table_exists;
  // Whether the operation is allowed, by its method (the effective one), address and headers.
  std::function<Status(std::string_view method, const ResourceAddress& address,
                       const HeaderList& headers)>
      check_operation = {};
  // Whether this entity may be written.
  std::function<Status(const EntityKey& key)> check_key = {};
};

// Checks operation by operation; the first that fails is the answer. Of one operation: method,
// address, `check_operation`, conditional headers, table (`table_exists` is asked once, for the
// first operation's), body and keys, `check_key`, then whether it differs from the first in table
// or partition, then whether an earlier one has its row. The 101st operation is refused as the last
// accepted one (spec 8.2). REQUIRES: !request.is_query
tl::expected<EntityGroupTransaction, TransactionError> BuildTransaction(
    const BatchRequest& request, const TransactionRules& rules);

// "7:text" where spec 8.5 asks for an index, else "text": an error of the storage has none in a
// change set of one.
std::string IndexedMessage(const TransactionError& error, std::size_t operation_count);
// "0:text": the message of a query in a batch that failed always has an index.
std::string IndexedQueryMessage(const Error& error);

}  // namespace rowhouse
