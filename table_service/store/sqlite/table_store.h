#pragma once
// The tables of one account on disk: the catalog (account.db) with its partition map, and one
// SQLite file a partition. docs/on-disk-format.md describes the files; DESIGN decisions are in
// docs/architecture.md.
//
// Threads: all calls may overlap. Reads never wait for writes. Apply() hands its work to the
// store's commit threads; every other call may touch the disk and runs on the caller's thread.
// Lifetime: sources and cursors borrow the store and must go first. The destructor finishes what
// was begun. Errors: whatever a client can cause has its own code. kInternalError means that a file
// or the disk failed; `detail` names the file. A file that SQLite calls corrupt fails each call for
// its own partition (logged with its path) and nothing else.

#include "entity/entity_source.h"
#include "entity/entity_writer.h"
#include "entity/error.h"
#include "settings/access_policy.h"
#include "settings/service_properties.h"

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

enum class SyncMode : std::uint8_t {
  kFull,    // an answered write survives power loss
  kNormal,  // it survives the death of the process; power loss may take the last moments
  kOff      // it survives the death of the process, power loss may damage files
};

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

// A point read's result; owns its text.
struct EntityRecord {
  DateTime timestamp;
  std::string properties;  // stored form
};

// A table that was copied to files.
struct TableCopy {
  std::string name = {};  // as created
  std::size_t files = 0;
  std::uint64_t entities = 0;
};

// What a partition takes up. Of a large one rows and bytes are estimated from its first rows and
// the size of its file.
struct PartitionSize {
  std::string partition_key;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  // of keys and properties as stored; of an estimate, of the file
  bool exact = true;
  std::string file = {};  // in the table's folder
  bool own_file = false;
};

class TableStore final : public EntityWriter {
 public:
  // Opens or creates the account's files, finishes or undoes what a crash left half done, and
  // starts the commit threads. Failure (the message is for the operator and names the path and the
  // remedy): not a folder, no permission, a catalog of another version, corrupt catalog, held by
  // another process.
  static tl::expected<std::unique_ptr<TableStore>, std::string> Open(const StoreOptions& options);
  ~TableStore() override;

  // Tables. Names have been checked; they compare without regard to ASCII case and keep the
  // spelling of their creation. kTableAlreadyExists. On success the table is durable.
  Status CreateTable(std::string_view name);
  // kResourceNotFound. On success the table is gone for every later call, its name can be used at
  // once, and its files are removed in the background.
  Status DeleteTable(std::string_view name);
  bool HasTable(std::string_view name) const;
  // The name as created. kResourceNotFound.
  Result<std::string> FindTable(std::string_view name) const;
  // Up to `max` names in order of their lower-case form, from the first whose lower-case form is
  // `from` or later.
  std::vector<std::string> ListTables(std::string_view from, std::size_t max) const;

  // Stored access policies of a table. They lie in memory with the table: reading them touches no
  // disk. kTableNotFound.
  Result<std::shared_ptr<const AccessPolicies>> GetAccessPolicies(std::string_view table) const;
  // The policy `id` of the table; nothing when either is missing.
  std::optional<AccessPolicy> FindAccessPolicy(std::string_view table, std::string_view id) const;
  // In place of those that the table has. On success the policies are durable, and in force for
  // every later call; they go with their table. kTableNotFound.
  Status SetAccessPolicies(std::string_view table, AccessPolicies policies);

  // Service properties of the account, from memory. Never null.
  std::shared_ptr<const ServiceProperties> GetServiceProperties() const;
  // What `change` does not name stays. On success the change is durable and in force.
  Status ChangeServiceProperties(const ServicePropertiesChange& change);

  // kTableNotFound, kResourceNotFound.
  Result<EntityRecord> Get(std::string_view table, const EntityKey& key);
  // kTableNotFound. The source stays usable while others write to or delete the table; a deleted
  // table scans as kTableNotFound.
  Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table);

  // Up to `max` partitions of a table in key order, from the first whose key is `from` or later.
  // Reads no more than the rows of these, and of each some 10,000 at most. What is written
  // meanwhile may or may not be seen. kTableNotFound.
  Result<std::vector<PartitionSize>> ListPartitions(std::string_view table, std::string_view from,
                                                    std::size_t max);

  // The partitions of a table that have a file of their own with at least `bytes_min`; none in
  // memory. Looks at the size of each file, and reads as ListPartitions() does of the large ones.
  // kTableNotFound.
  Result<std::vector<PartitionSize>> ListLargePartitions(std::string_view table,
                                                         std::uint64_t bytes_min);
  // How many partitions, of all tables, have a file of their own. From memory.
  std::size_t CountOwnFiles() const;

  // See EntityWriter. Each partition file has a queue; whoever comes while a commit runs joins the
  // next one (group commit): one transaction, one savepoint a change set, one sync. `done` runs on
  // a commit thread.
  using EntityWriter::Apply;
  void Apply(std::shared_ptr<const ChangeSet> changes,
             std::function<void(ApplyResult)> done) override;

  // How many entities a table, or one of its partitions, has. Takes the time of walking through
  // pages, not that of reading entities. kTableNotFound.
  Result<std::uint64_t> Count(std::string_view table,
                              std::optional<std::string_view> partition_key = std::nullopt) const;

  // Copies the files of a table into `folder`, which is created; each partition as it is at one
  // moment. kTableNotFound.
  Result<TableCopy> CopyTable(std::string_view table, const std::filesystem::path& folder) const;
  // Makes a table out of what CopyTable() wrote: with all timestamps, and at once for every reader.
  // A crash leaves all of it or nothing. kTableAlreadyExists. REQUIRES: the name was checked, and
  // the store is not in memory
  Result<TableCopy> RestoreTable(const std::filesystem::path& folder, std::string_view table);

  // Moves a partition out of its table's shared file into a file of its own. Success also when it
  // has one or has no entity. A crash at any point leaves every entity in exactly one place.
  // kTableNotFound.
  Status MoveToOwnFile(std::string_view table, std::string_view partition_key);

 private:
  class Impl;
  explicit TableStore(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace rowhouse
