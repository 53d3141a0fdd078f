#pragma once
// One table in memory, with its part of the partition map, which says where each partition is.

#include "base/mutex.h"
#include "settings/access_policy.h"
#include "table_service/store/sqlite/commit_queue.h"
#include "table_service/store/sqlite/files/log_pace.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/map_view.h"
#include "table_service/store/sqlite/store_context.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

class Table;

// What checkpoint.h knows about the write-ahead log of a file.
struct LogState {
  LogPace pace;
  std::atomic<int> pages = 0;            // after the last commit
  std::atomic<bool> is_pending = false;  // a checkpoint is under way
  std::atomic<bool> is_full = false;     // writes are refused
  bool refusal_is_logged = false;        // used by the thread of Checkpoints only
};

// A partition file with the lane of its writes. Part of its table: a pointer to a lane keeps the
// table alive.
class FileLane final : public CommitLane {
 public:
  FileLane(Table& table, std::shared_ptr<PartitionFile> file, bool is_shared)
      : table_(table), file_(std::move(file)), is_shared_(is_shared) {}

  Table& table() const { return table_; }
  const std::shared_ptr<PartitionFile>& file() const { return file_; }
  bool is_shared() const { return is_shared_; }

  // Must be called with the journal's records of a change that could not be committed. The file is
  // out of service until they are applied. REQUIRES for these three: this thread serves the lane
  void FallBehind(std::string_view records);
  const std::string& missing_records() const { return missing_records_; }
  void CaughtUp() noexcept;

  LogState& log() { return log_; }

 private:
  bool JoinsOthers() const override { return true; }

  Table& table_;
  std::shared_ptr<PartitionFile> file_;
  bool is_shared_;
  LogState log_;
  std::string missing_records_;
};

// The lane of writes to partitions that have no file yet.
class NewPartitionLane final : public CommitLane {
 public:
  explicit NewPartitionLane(Table& table) : table_(table) {}

 private:
  bool JoinsOthers() const override { return false; }
  void Commit(std::span<PendingWrite> writes) override;

  Table& table_;
};

// The partition map lists only partitions with their own file. Once the table has its shared file,
// all other partitions are there; before that, there are no others.
//
// Threads: all calls may overlap. Keys are in stored form.
class Table : public std::enable_shared_from_this<Table> {
 public:
  // Counts the changes of the map. A version includes the keys that were mapped up to it.
  using Version = std::uint64_t;
  struct Mapping {
    std::unique_ptr<FileLane> lane;
    Version since = 0;
  };
  using PartitionMap = std::map<std::string, Mapping, std::less<>>;

  Table(StoreContext& context, CatalogTable row);

  StoreContext& context() const { return context_; }
  std::int64_t id() const { return id_; }
  const std::string& name() const { return name_; }
  const std::filesystem::path& folder() const { return folder_; }

  // Returns the lane of the file of `partition_key`, or null if it has no file yet.
  std::shared_ptr<FileLane> Route(std::string_view partition_key) const;
  // Returns null if the table has no shared file.
  std::shared_ptr<FileLane> SharedLane() const;
  void Post(PendingWrite write);

  // Returns the current map.
  MapView View() const;
  // Calls `read` with the map, which cannot change meanwhile: the first state of the shared file that
  // `read` sees matches the map.
  void ReadWithMap(const std::function<void(MapView)>& read) const;

  // Prepares Map(). Must be called before the catalog commits, since nothing may fail between the
  // commit and Map(): the map would route writes to the partition's old file.
  PartitionMap::node_type MakeMapping(std::string partition_key,
                                      std::shared_ptr<PartitionFile> file);
  // Adds a mapping that the catalog has committed. REQUIRES: its key is not mapped
  void Map(PartitionMap::node_type mapping) noexcept;
  // The same two steps for the shared file.
  std::unique_ptr<FileLane> MakeShared(std::shared_ptr<PartitionFile> file);
  void SetShared(std::unique_ptr<FileLane> lane) noexcept;
  std::size_t OwnCount() const;
  std::shared_ptr<PartitionFile> MakeFile(std::string_view file) const;
  // For a file in memory.
  std::shared_ptr<PartitionFile> MakeFile(std::string_view file,
                                          std::unique_ptr<EntityTable> content) const;

  // Returns the lanes whose files lack changes that the journal has.
  std::vector<std::shared_ptr<FileLane>> LanesBehind() const;

  // Returns the access policies, as the catalog has them; never null.
  std::shared_ptr<const AccessPolicies> Policies() const;
  void SetPolicies(std::shared_ptr<const AccessPolicies> policies) noexcept;

  bool is_deleted() const { return deleted_.load(); }
  // After this no write is begun and no file is opened.
  void MarkDeleted() noexcept;

  // Held while there are files that the catalog does not name yet, which TidyFolder() would delete.
  Mutex& build_mutex() ROWHOUSE_TS(lock_returned(build_mutex_)) { return build_mutex_; }
  // Deletes files that the catalog does not name; those with entities are only renamed. Only the
  // first call does so; later ones return at once.
  void TidyFolder() ROWHOUSE_TS(requires_capability(build_mutex_));

  // New partitions that the journal has and that the catalog could not be told of. They are added
  // before anything else is.
  struct Unlisted {
    CatalogPartition row;
    PartitionMap::node_type mapping;
  };
  std::vector<Unlisted>& unlisted() ROWHOUSE_TS(requires_capability(build_mutex_)) {
    return unlisted_;
  }

 private:
  friend class MapView;

  std::shared_ptr<FileLane> Share(FileLane* lane) const;
  // Returns the first key at or after `from` that is mapped as of `version`.
  std::optional<OwnPartition> NextOwn(std::string_view from, Version version) const;

  StoreContext& context_;
  const std::int64_t id_;
  const std::string name_;
  const std::filesystem::path folder_;
  NewPartitionLane new_partitions_;
  std::atomic<bool> deleted_ = false;

  mutable SharedMutex map_mutex_;
  PartitionMap own_ ROWHOUSE_TS(guarded_by(map_mutex_));
  std::unique_ptr<FileLane> shared_ ROWHOUSE_TS(guarded_by(map_mutex_));
  Version version_ ROWHOUSE_TS(guarded_by(map_mutex_)) = 0;

  mutable SharedMutex policies_mutex_;
  std::shared_ptr<const AccessPolicies> policies_ ROWHOUSE_TS(guarded_by(policies_mutex_)) =
      std::make_shared<const AccessPolicies>();

  Mutex build_mutex_;
  bool tidied_ ROWHOUSE_TS(guarded_by(build_mutex_)) = false;
  std::vector<Unlisted> unlisted_ ROWHOUSE_TS(guarded_by(build_mutex_));
};

}  // namespace rowhouse::sqlite
