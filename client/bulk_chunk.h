#pragma once
// One chunk of a BulkWriter: sent, and sent again without what the service refuses, until each of
// its writes has ended.

#include "client/calls/operation.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/query.h>
#include <rowhouse/transaction.h>
#include <span>
#include <string>

namespace rowhouse::tables {

class BulkChunk;

// Where the chunks of one writer go, and who learns what becomes of them.
class ChunkOwner {
 public:
  ChunkOwner(std::shared_ptr<const Connection> connection, std::string table, BulkOptions options)
      : connection_(std::move(connection)),
        table_(std::move(table)),
        options_(std::move(options)) {}
  ChunkOwner(const ChunkOwner&) = delete;
  ChunkOwner& operator=(const ChunkOwner&) = delete;
  virtual ~ChunkOwner() = default;

  const Connection& GetConnection() const { return *connection_; }
  const std::string& Table() const { return table_; }
  const BulkOptions& Options() const { return options_; }

  // Threads: these may be called by any, and overlap.
  virtual void Done(std::span<const Write> writes) = 0;
  virtual void Skipped(std::span<const Write> writes) = 0;
  virtual void Failed(BulkFailure failure) = 0;
  virtual void ConflictSeen() = 0;
  virtual void Busy() = 0;  // the service did not begin a transaction, which will be sent again
  virtual void Ended(const BulkChunk& chunk) = 0;  // last, and once

 private:
  const std::shared_ptr<const Connection> connection_;
  const std::string table_;
  const BulkOptions options_;
};

// Lives until its writes have ended; what it waits for holds it. Its callbacks run one after
// another.
class BulkChunk : public std::enable_shared_from_this<BulkChunk> {
 public:
  // `number` is that of its first write, as BulkWriter::Settled() counts. REQUIRES: not empty
  BulkChunk(std::shared_ptr<ChunkOwner> owner, Transaction writes, std::uint64_t number)
      : owner_(std::move(owner)),
        writes_(std::make_shared<const Transaction>(std::move(writes))),
        rest_(writes_),
        number_(number) {}

  // Sends it; inserts as the writes that replace or merge when `conflicts_expected`.
  // std::invalid_argument: bad options of the call; nothing was sent, and Ended() does not follow.
  void Begin(bool conflicts_expected);

  const Transaction& Writes() const { return *writes_; }
  std::uint64_t Number() const { return number_; }

 private:
  void Submit();
  void Submitted(const Operation<TransactionResult>& operation, Connection::Outcome outcome);
  bool TryResolve(const TableError& unknown);
  void Refused(const TableError& error, std::size_t index);
  bool TryResolveConflict();
  void GoOnWithout(std::size_t index);
  bool Overwrites() const;
  void Overwrite();
  Write OverwritingOf(Write write) const;
  void Look();
  void LookFrom(const QueryOptions& query, const ContinuationToken& start);
  void Looked();
  void FailAll(const TableError& error);

  const std::shared_ptr<ChunkOwner> owner_;
  const std::shared_ptr<const Transaction> writes_;
  std::shared_ptr<const Transaction> rest_;  // those that have not ended
  const std::uint64_t number_;
  bool looked_ = false;
  std::optional<TableError> in_doubt_;         // why rest_ may have been done
  std::map<std::string, std::string> stored_;  // by RowKey: the entities that exist, as text
};

}  // namespace rowhouse::tables
