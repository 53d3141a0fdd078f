#pragma once
// The tables of one account on disk: the catalog (account.db) with its partition map, and one
// SQLite file a partition. docs/on-disk-format.md describes the files; DESIGN decisions are in
// docs/architecture.md.
//
// Threads: as the port says. Reads never wait for writes. Apply() hands its work to the store's
// commit threads; every other call may touch the disk and runs on the caller's thread.
// Errors: kInternalError means that a file or the disk failed; `detail` names the file. A file that
// SQLite calls corrupt fails each call for its own partition (logged with its path) and nothing
// else.

#include "table_service/store/account_store.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

using store::SyncMode;

struct StoreOptions {
  std::filesystem::path folder =
      {};  // DATA/<account>; created when missing. Not used when in_memory
  SyncMode sync = SyncMode::kFull;
  bool in_memory = false;  // nothing touches the disk; all is gone with the store
  bool exclusive = false;  // one connection a file, locked from its first use on: for data folders
                           // on shared storage
  std::size_t own_file_partitions_max =
      256;  // of one table; later partitions are born in the shared file
  std::size_t shared_partition_bytes_max =
      1U << 20U;  // a partition of the shared file that outgrows this moves out
  std::size_t commit_threads = 2;
  std::size_t open_files_max = 512;  // partition files kept open
  std::function<std::chrono::system_clock::time_point()> clock = std::chrono::system_clock::now;
  std::string vfs = {};  // the SQLite VFS underneath, by name; empty: the default one
};

class TableStore final : public store::AccountStore, public store::PartitionFiles {
 public:
  // Opens or creates the account's files, finishes or undoes what a crash left half done, and
  // starts the commit threads. Failure (the message is for the operator and names the path and the
  // remedy): not a folder, no permission, a catalog of another version, corrupt catalog, held by
  // another process.
  static tl::expected<std::unique_ptr<TableStore>, std::string> Open(const StoreOptions& options);
  ~TableStore() override;

  // store::Tables. Policies and service properties lie in memory.
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

  // store::Entities. Each partition file has a queue; whoever comes while a commit runs joins the
  // next one (group commit): one transaction, one savepoint a change set, one sync. `done` runs on
  // a commit thread.
  Result<store::EntityRecord> Get(std::string_view table, const EntityKey& key) override;
  Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table) override;
  using Entities::Apply;
  void Apply(std::shared_ptr<const ChangeSet> changes,
             std::function<void(ApplyResult)> done) override;

  // store::Maintenance. Counting walks through pages and reads no entities. Of a partition with
  // more than some 10,000 rows the size is estimated from its first rows and the size of its file.
  Result<std::uint64_t> Count(
      std::string_view table,
      std::optional<std::string_view> partition_key = std::nullopt) const override;
  Result<std::vector<store::PartitionSize>> ListPartitions(std::string_view table,
                                                           std::string_view from,
                                                           std::size_t max) const override;

  store::PartitionFiles* partition_files() override { return this; }

  std::size_t CountOwnFiles() const override;
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

}  // namespace rowhouse
