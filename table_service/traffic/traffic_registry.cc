#include "table_service/traffic/traffic_registry.h"

#include "base/ascii.h"
#include "base/unicode.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

// Returns "account/table" in lower case, valid until the next call on this thread; reuses its
// memory.
const std::string& FullName(std::string_view account, std::string_view table) {
  thread_local std::string name;
  name.assign(account);
  name += '/';
  for (const char c : table) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

}  // namespace

void TrafficRegistry::Record(std::string_view account, std::string_view table,
                             std::span<const KeyAccess> accesses, AccessTime now) {
  TablePtr traffic;
  for (const KeyAccess& access : accesses) {
    if (!IsValidUtf8(access.partition_key) || !IsValidUtf8(access.row_key)) continue;
    if (!traffic) traffic = FindOrCreate(account, table, now);
    if (!traffic) return;
    traffic->Record(access, now);
  }
}

TrafficRegistry::TablePtr TrafficRegistry::FindOrCreate(std::string_view account,
                                                        std::string_view table, AccessTime now) {
  const std::string& name = FullName(account, table);
  if (TablePtr known = FindNamed(name)) return known;
  return Create(name, {.account = std::string(account), .table = AsciiLower(table)}, now);
}

TrafficRegistry::TablePtr TrafficRegistry::Find(std::string_view account,
                                                std::string_view table) const {
  return FindNamed(FullName(account, table));
}

TrafficRegistry::TablePtr TrafficRegistry::FindNamed(const std::string& name) const {
  const Shard& shard = ShardOf(name);
  const SharedLock lock(shard.mutex);
  const auto found = shard.tables.find(name);
  return found == shard.tables.end() ? nullptr : found->second.traffic;
}

TrafficRegistry::TablePtr TrafficRegistry::Create(const std::string& name, TableId id,
                                                  AccessTime now) {
  const MutexLock creating(creating_);
  if (auto traffic = FindNamed(name)) return traffic;
  if (count_ >= kTablesMax && !MakeRoom(now)) return nullptr;
  auto traffic = std::make_shared<TableTraffic>();
  Shard& shard = ShardOf(name);
  const ExclusiveLock lock(shard.mutex);
  shard.tables.emplace(name, Entry{std::move(id), traffic});
  ++count_;
  return traffic;
}

bool TrafficRegistry::MakeRoom(AccessTime now) {
  const std::vector<Entry> all = All();
  const auto oldest = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.traffic->LastUsed() < b.traffic->LastUsed();
  });
  if (oldest == all.end()) return true;
  if (now - oldest->traffic->LastUsed() < kIdle) return false;
  ForgetNamed(oldest->id.account + '/' + oldest->id.table);
  return true;
}

void TrafficRegistry::Forget(std::string_view account, std::string_view table) {
  ForgetNamed(FullName(account, table));
}

void TrafficRegistry::ForgetNamed(const std::string& name) {
  Shard& shard = ShardOf(name);
  const ExclusiveLock lock(shard.mutex);
  count_ -= shard.tables.erase(name);
}

std::vector<TrafficRegistry::Entry> TrafficRegistry::All() const {
  std::vector<Entry> all;
  for (const Shard& shard : shards_) {
    const SharedLock lock(shard.mutex);
    for (const auto& [name, entry] : shard.tables) all.push_back(entry);
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return all;
}

void TrafficRegistry::Trim() {
  std::vector<Entry> all = All();
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.traffic->LastUsed() > b.traffic->LastUsed();
  });
  std::size_t bytes = 0;
  for (const Entry& entry : all) {
    bytes += entry.traffic->Bytes();
    if (bytes > kBytesMax) ForgetNamed(entry.id.account + '/' + entry.id.table);
  }
}

}  // namespace rowhouse
