#pragma once
// The traffic of the tables in use, by account and table.

#include "base/mutex.h"
#include "table_service/traffic/table_traffic.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rowhouse {

struct TableId {
  std::string account;
  std::string table;  // in lower case

  auto operator<=>(const TableId&) const = default;
};

// Keeps at most kTablesMax tables and, after each Trim(), at most kBytesMax of memory. Another
// table replaces the least recently used one if that has been idle for kIdle; otherwise it is not
// counted, so that many tables used in turn do not keep replacing each other.
//
// Threads: all calls may overlap. Finding a known table takes a shared lock on 1/16 of them;
// recording does not wait (see TableTraffic).
class TrafficRegistry {
 public:
  static constexpr std::size_t kTablesMax = 256;
  static constexpr std::size_t kBytesMax = std::size_t{256} << 20U;
  static constexpr std::chrono::seconds kIdle{10};

  using TablePtr = std::shared_ptr<TableTraffic>;
  struct Entry {
    TableId id;
    TablePtr traffic;
  };

  void Record(std::string_view account, std::string_view table, const KeyAccess& access,
              AccessTime now) {
    Record(account, table, std::span(&access, 1), now);
  }
  void Record(std::string_view account, std::string_view table, std::span<const KeyAccess> accesses,
              AccessTime now);
  // Returns null if the table is not known.
  TablePtr Find(std::string_view account, std::string_view table) const;
  // Must be called when the table is deleted.
  void Forget(std::string_view account, std::string_view table);
  // Returns all known tables, sorted by account and table.
  std::vector<Entry> All() const;
  // Forgets the least recently used tables until the others need at most kBytesMax.
  void Trim();

 private:
  struct Shard {
    mutable SharedMutex mutex;
    std::unordered_map<std::string, Entry> tables ROWHOUSE_TS(guarded_by(mutex));
  };
  static constexpr std::size_t kShards = 16;

  const Shard& ShardOf(const std::string& name) const {
    return shards_[std::hash<std::string>()(name) % kShards];
  }
  Shard& ShardOf(const std::string& name) {
    return shards_[std::hash<std::string>()(name) % kShards];
  }
  TablePtr FindNamed(const std::string& name) const;
  // Returns null if there is no room for another table.
  TablePtr FindOrCreate(std::string_view account, std::string_view table, AccessTime now);
  void ForgetNamed(const std::string& name);
  TablePtr Create(const std::string& name, TableId id, AccessTime now);
  bool MakeRoom(AccessTime now) ROWHOUSE_TS(requires_capability(creating_));

  std::array<Shard, kShards> shards_;
  Mutex creating_;  // held while a table is added
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace rowhouse
