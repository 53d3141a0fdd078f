#pragma once
// Entity group transactions: up to 100 writes on one partition of one table, all or nothing.

#include <cstddef>
#include <cstdint>
#include <rowhouse/entity.h>
#include <rowhouse/etag.h>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace rowhouse::tables {

enum class WriteKind : std::uint8_t {
  kInsert,         // fails if the entity exists
  kUpsertMerge,    // adds it, or changes the given properties and leaves the others
  kUpsertReplace,  // adds it, or replaces all its properties
  kUpdateMerge,    // fails unless it exists; the given properties
  kUpdateReplace,  // fails unless it exists; all properties
  kDelete          // fails unless it exists
};

struct Write {
  WriteKind kind = WriteKind::kInsert;
  Entity entity = {};                 // of a delete only the keys count, and the version for Own()
  IfMatch if_match = IfMatch::Own();  // of updates and deletes
  std::uint64_t tag = 0;              // the caller's own, for reports; never sent
};

// Writes to be submitted together. Each call adds one, or throws std::invalid_argument and adds
// nothing: another partition than the first one's, a row that is there already, a 101st write, text
// that is not UTF-8, or more than the 4 MiB that a request can have. A value; used by one thread at
// a time.
class Transaction {
 public:
  static constexpr std::size_t kWritesMax = 100;

  Transaction& Insert(Entity entity) { return Add({WriteKind::kInsert, std::move(entity)}); }
  Transaction& UpsertMerge(Entity entity) {
    return Add({WriteKind::kUpsertMerge, std::move(entity)});
  }
  Transaction& UpsertReplace(Entity entity) {
    return Add({WriteKind::kUpsertReplace, std::move(entity)});
  }
  Transaction& UpdateMerge(Entity entity, IfMatch if_match = IfMatch::Own()) {
    return Add({WriteKind::kUpdateMerge, std::move(entity), std::move(if_match)});
  }
  Transaction& UpdateReplace(Entity entity, IfMatch if_match = IfMatch::Own()) {
    return Add({WriteKind::kUpdateReplace, std::move(entity), std::move(if_match)});
  }
  Transaction& Delete(std::string partition_key, std::string row_key,
                      IfMatch if_match = IfMatch::Any()) {
    return Add({WriteKind::kDelete, Entity(std::move(partition_key), std::move(row_key)),
                std::move(if_match)});
  }
  Transaction& Add(Write write);
  // Adds it as Add() does, or returns false, changes nothing and leaves `write` as it is.
  bool TryAdd(Write& write);

  bool HasRow(const std::string& row_key) const { return rows_.contains(row_key); }

  const std::vector<Write>& Writes() const { return writes_; }
  std::size_t Size() const { return writes_.size(); }
  std::size_t Bytes() const { return bytes_; }  // of the request, at most
  bool IsEmpty() const { return writes_.empty(); }
  void Clear();

 private:
  void Take(Write write);
  std::string Refusal(const Write& write, std::size_t bytes) const;

  std::vector<Write> writes_;
  std::unordered_set<std::string> rows_;
  std::size_t bytes_ = 0;
};

// What became of one write.
struct WriteResult {
  int status = 0;  // 204, or what the service answered
  ETag etag = {};  // the version written; empty for a delete
};

// In the order of the writes.
struct TransactionResult {
  std::vector<WriteResult> writes;
};

}  // namespace rowhouse::tables
