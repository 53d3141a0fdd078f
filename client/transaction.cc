#include "client/calls/connection.h"
#include "client/calls/entity_requests.h"
#include "client/calls/transaction_request.h"
#include "entity/limits.h"

#include <fmt/format.h>
#include <rowhouse/transaction.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

// More than the envelope of a change set takes.
constexpr std::size_t kEnvelopeBytes = 1024;

static_assert(Transaction::kWritesMax == limits::kBatchOperationsMax);

}  // namespace

Transaction& Transaction::Add(Write write) {
  if (const std::string refusal = Refusal(write, BytesInTransaction(write)); !refusal.empty()) {
    throw std::invalid_argument(refusal);
  }
  Take(std::move(write));
  return *this;
}

bool Transaction::TryAdd(Write& write) {
  if (!Refusal(write, BytesInTransaction(write)).empty()) return false;
  Take(std::move(write));
  return true;
}

void Transaction::Take(Write write) {
  rows_.insert(write.entity.RowKey());
  bytes_ += BytesInTransaction(write);
  writes_.push_back(std::move(write));
}

void Transaction::Clear() {
  writes_.clear();
  rows_.clear();
  bytes_ = 0;
}

std::string Transaction::Refusal(const Write& write, std::size_t bytes) const {
  if (writes_.size() == kWritesMax) return "a transaction has at most 100 writes";
  if (!writes_.empty() && writes_.front().entity.PartitionKey() != write.entity.PartitionKey()) {
    return fmt::format("a transaction is confined to one partition: '{}' is not '{}'",
                       write.entity.PartitionKey(), writes_.front().entity.PartitionKey());
  }
  if (rows_.contains(write.entity.RowKey())) {
    return fmt::format("a transaction can have a row only once: '{}' is already in it",
                       write.entity.RowKey());
  }
  if (!IsHeaderText(write.if_match.Header(write.entity.ETag()))) {
    return "a version cannot have a control character";
  }
  if (std::string fault = Utf8Fault(write.entity); !fault.empty()) return fault;
  if (kEnvelopeBytes + bytes_ + bytes > limits::kBodyBytesMax) {
    return "a transaction has at most 4 MiB";
  }
  return {};
}

}  // namespace rowhouse::tables
