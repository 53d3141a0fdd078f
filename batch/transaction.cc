#include "batch/transaction.h"

#include "base/ascii.h"
#include "entity/limits.h"

#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace rowhouse {
namespace {

// Takes the operations in order and keeps the state that later ones are compared with.
class TransactionBuilder {
 public:
  TransactionBuilder(const TransactionRules& rules, std::size_t operations) : rules_(rules) {
    transaction_.writes.reserve(operations);
    transaction_.changes.operations.reserve(operations);
    rows_.reserve(operations);
  }

  Status Add(const SubRequest& request) {
    auto write = Parse(request);
    if (!write) return tl::unexpected<Error>(std::move(write.error()));
    if (rules_.check_key) {
      if (auto allowed = rules_.check_key(write->key); !allowed) return allowed;
    }
    if (transaction_.writes.empty()) {
      transaction_.changes.table = write->table;
      transaction_.changes.partition_key = write->key.partition;
    } else if (!EqualsIgnoringAsciiCase(write->table, transaction_.changes.table) ||
               write->key.partition != transaction_.changes.partition_key) {
      return Fail(ErrorCode::kCommandsInBatchActOnDifferentPartitions);
    }
    transaction_.changes.operations.push_back(std::move(write->operation));
    transaction_.writes.push_back(std::move(*write));
    if (rows_.insert(transaction_.writes.back().key.row).second) return {};
    return Fail(ErrorCode::kInvalidDuplicateRow);
  }

  EntityGroupTransaction Take() { return std::move(transaction_); }

 private:
  // With a method other than POST the header is ignored, because SDKs send it with a MERGE. Outside
  // a change set that is rejected.
  static Result<std::string> MethodOf(const SubRequest& request, const WriteHeaders& headers) {
    if (request.method != "POST") return std::string(request.method);
    return EffectiveMethod(request.method, headers);
  }

  // Inserts all have the same target, so that of the operation before is not read again.
  Status ReadAddress(const SubRequest& request) {
    if (address_ && request.target == target_) return {};
    address_ = ParseAddress(SubRequestPath(request.target));
    target_ = request.target;
    return *address_ ? Status() : Status(tl::unexpected<Error>(address_->error()));
  }

  Result<EntityWrite> Parse(const SubRequest& request) {
    const WriteHeaders headers = request.headers;
    const auto method = MethodOf(request, headers);
    if (!method) return tl::unexpected<Error>(method.error());
    // A change set contains only changes.
    if (*method == "GET") return Fail(ErrorCode::kInvalidInput);
    if (auto read = ReadAddress(request); !read) {
      return tl::unexpected<Error>(std::move(read.error()));
    }
    const ResourceAddress& address = **address_;
    if (rules_.check_operation) {
      auto allowed = rules_.check_operation(*method, address, request);
      if (!allowed) return tl::unexpected<Error>(std::move(allowed.error()));
    }
    if (auto head = CheckWriteHead(*method, address, headers); !head) {
      return tl::unexpected<Error>(std::move(head.error()));
    }
    if (transaction_.writes.empty() && !rules_.table_exists(address.table)) {
      return Fail(ErrorCode::kTableNotFound);
    }
    return ParseEntityWrite(*method, address, headers, request.body);
  }

  const TransactionRules& rules_;
  EntityGroupTransaction transaction_;         // its vectors have room for all operations
  std::unordered_set<std::string_view> rows_;  // keys in transaction_
  std::string_view target_;                    // of address_
  std::optional<Result<ResourceAddress>> address_;
};

}  // namespace

tl::expected<EntityGroupTransaction, TransactionFailure> BuildTransaction(
    const BatchRequest& request, const TransactionRules& rules) {
  TransactionBuilder builder(rules, request.operations.size());
  for (std::size_t i = 0; i < request.operations.size(); ++i) {
    if (i == limits::kBatchOperationsMax) {
      return tl::unexpected(TransactionFailure{
          .error = Error(ErrorCode::kInvalidInput,
                         fmt::format("The batch request operation exceeds the maximum {} changes "
                                     "per change set.",
                                     limits::kBatchOperationsMax)),
          .operation = i - 1});
    }
    if (auto added = builder.Add(request.operations[i]); !added) {
      return tl::unexpected(TransactionFailure{.error = std::move(added.error()), .operation = i});
    }
  }
  return builder.Take();
}

std::string IndexedMessage(const TransactionFailure& error, std::size_t operation_count) {
  if (error.error.stage == ErrorStage::kStorage && operation_count == 1) {
    return error.error.message;
  }
  return fmt::format("{}:{}", error.operation, error.error.message);
}

std::string IndexedQueryMessage(const Error& error) { return fmt::format("0:{}", error.message); }

}  // namespace rowhouse
