#pragma once
// Transactions as operations.

#include "client/calls/operation.h"

#include <rowhouse/transaction.h>
#include <string>
#include <string_view>

namespace rowhouse::tables {

// `base_url` is the account's, without a slash at its end. std::invalid_argument: it is empty.
Operation<TransactionResult> SubmitTransaction(const std::string& table,
                                               const Transaction& transaction,
                                               std::string_view base_url);

// Whether this is the answer to a transaction of which a write was refused.
bool IsRefusedTransaction(const HttpResponse& response);

// At least what the write takes in the body of a transaction; exact only where it matters.
std::size_t BytesInTransaction(const Write& write);

}  // namespace rowhouse::tables
