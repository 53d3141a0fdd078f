#pragma once
// The tables of one account on disk: the catalog (account.db) with its partition map, and partition
// files. docs/on-disk-format.md describes the files, docs/architecture.md the design.
//
// Threads: as in the port. Reads never wait for writes. Apply() hands its work to the store's
// commit threads; every other call may touch the disk and runs on the caller's thread.
// Errors: kInternalError means that a file or the disk failed; `detail` names the file. A corrupt
// file fails the calls for its own partitions only and is logged with its path.

#include "table_service/store/account_store.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

using store::SyncMode;

class OpenFiles;

struct StoreOptions {
  // DATA/<account>; created if it does not exist. Not used with `in_memory`.
  std::filesystem::path folder = {};
  SyncMode sync = SyncMode::kFull;
  // With SyncMode::kFull: all partition files that are written at once are made durable by one sync
  // of a journal, instead of one sync each.
  bool journal = true;
  std::uint64_t journal_segment_bytes = std::uint64_t{32} << 20U;
  bool in_memory = false;  // nothing touches the disk; the data is gone with the store
  // One connection per file, which keeps it locked from its first use: for data folders on shared
  // storage.
  bool exclusive = false;
  // Per table; partitions created later go to the shared file.
  std::size_t own_file_partitions_max = 256;
  // A partition of the shared file that outgrows this is moved to its own file.
  std::size_t shared_partition_bytes_max = 1U << 20U;
  // What MeasureTable() counts of a table; it estimates the rows of further files, and leaves out
  // further partitions of the shared file.
  std::uint64_t counted_bytes_max = std::uint64_t{256} << 20U;
  std::uint64_t counted_partitions_max = 100000;
  std::size_t commit_threads = 2;
  // The size of a partition file's write-ahead log from which on writes to it are refused: it grows
  // while another program reads the file without an end.
  std::size_t log_bytes_max = std::size_t{1} << 30U;
  // The connections to partition files that may be open at once: those of this store alone, or, if
  // `open_files` is given, those of all stores that share it.
  std::size_t open_connections_max = 1194;  // with three descriptors each
  std::shared_ptr<OpenFiles> open_files = nullptr;
  // Memory for the rows of files that are read again and again without a write in between; 0: none.
  // Not used with `in_memory` and `exclusive`.
  std::size_t row_cache_bytes_max = std::size_t{128} << 20U;
  // Disk space that is given up when the disk is full, so that reading and deleting goes on; 0: none.
  // Not used with `in_memory`.
  std::uint64_t reserve_bytes = 0;
  std::function<std::chrono::system_clock::time_point()> clock = std::chrono::system_clock::now;
  std::string vfs = {};  // name of the SQLite VFS; empty: the default one
};

class TableStore final : public store::AccountStore, public store::PartitionFiles {
 public:
  // Opens or creates the account's files, finishes or undoes what a crash interrupted, and starts
  // the commit threads. The error is a message for the operator that names the path and the remedy.
  // Fails if the path is not a folder, permissions are missing, the catalog is corrupt or from
  // another version, or another process holds the folder.
  static tl::expected<std::unique_ptr<TableStore>, std::string> Open(const StoreOptions& options);
  ~TableStore() override;

  // store::Tables. Policies and service properties are kept in memory.
  Status CreateTable(std::string_view name) override;
  Status DeleteTable(std::string_view name) override;
  Result<std::string> FindTable(std::string_view name) const override;
  Result<std::vector<std::string>> ListTables(std::string_view from,
                                              std::size_t max) const override;
  Result<std::shared_ptr<const AccessPolicies>> GetAccessPolicies(
      std::string_view table) const override;
  Status SetAccessPolicies(std::string_view table, AccessPolicies policies) override;
  std::shared_ptr<const ServiceProperties> GetServiceProperties() const override;
  Status ChangeServiceProperties(const ServicePropertiesChange& change) override;

  // store::Entities. Each partition file has a queue. Writes that arrive during a commit join the
  // next one (group commit): one transaction, one savepoint per change set of several operations,
  // one sync. `done` runs on a commit thread.
  Result<store::EntityRecord> Get(std::string_view table, const EntityKey& key) override;
  Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table) override;
  using Entities::Apply;
  void Apply(std::shared_ptr<const ChangeSet> changes,
             std::function<void(ApplyResult)> done) override;

  // store::Maintenance. Counting walks pages and reads no entities. The size of a partition with
  // more than 10,000 rows is estimated from its first rows and the size of its file.
  Result<std::uint64_t> Count(
      std::string_view table,
      std::optional<std::string_view> partition_key = std::nullopt) const override;
  Result<std::vector<store::PartitionSize>> ListPartitions(std::string_view table,
                                                           std::string_view from,
                                                           std::size_t max) const override;
  Result<store::TableSize> MeasureTable(std::string_view table) const override;

  store::PartitionFiles* partition_files() override { return this; }

  std::size_t CountOwnFiles() const override;
  store::EngineFigures Figures() const override;
  Result<std::vector<store::PartitionSize>> ListLargePartitions(
      std::string_view table, std::uint64_t bytes_min) const override;
  Status MoveToOwnFile(std::string_view table, std::string_view partition_key) override;
  Result<store::TableCopy> CopyTable(std::string_view table,
                                     const std::filesystem::path& folder) const override;
  Result<store::TableCopy> RestoreTable(const std::filesystem::path& folder,
                                        std::string_view table) override;

 private:
  class Impl;
  explicit TableStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowhouse::sqlite
