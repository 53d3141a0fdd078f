#include "tests/memory_engine/memory_store.h"

#include "base/ascii.h"

#include <algorithm>
#include <utility>

namespace rowhouse::memory_engine {
namespace {

// Rows that a cursor copies at a time, so that it does not hold the table's lock between two calls.
// Enough for a page and the row after it.
constexpr std::size_t kChunkRows = 1024;

class MemoryCursor final : public EntityCursor {
 public:
  MemoryCursor(std::shared_ptr<MemoryTable> table, ScanRange range)
      : table_(std::move(table)), range_(std::move(range)), from_(range_.from) {}

  Result<bool> Next(StoredEntity& entity) override {
    if (at_ == rows_.size()) {
      auto read = table_->Read(range_, from_, kChunkRows);
      if (!read) return tl::unexpected(std::move(read.error()));
      rows_ = *std::move(read);
      at_ = 0;
      if (rows_.empty()) return false;
      from_ = rows_.back().first;
      from_.row += '\0';  // the next key
    }
    const auto& [key, record] = rows_[at_++];
    entity = {.partition_key = key.partition,
              .row_key = key.row,
              .timestamp = record.timestamp,
              .properties = record.properties};
    return true;
  }

 private:
  const std::shared_ptr<MemoryTable> table_;
  const ScanRange range_;
  EntityKey from_;
  std::vector<MemoryTable::Row> rows_;
  std::size_t at_ = 0;
};

class MemorySource final : public EntitySource {
 public:
  explicit MemorySource(std::shared_ptr<MemoryTable> table) : table_(std::move(table)) {}

  Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) override {
    return std::make_unique<MemoryCursor>(table_, range);
  }

 private:
  const std::shared_ptr<MemoryTable> table_;
};

}  // namespace

Result<std::shared_ptr<MemoryTable>> MemoryStore::Find(std::string_view name) const {
  const MutexLock lock(mutex_);
  const auto found = tables_.find(AsciiLower(name));
  if (found == tables_.end()) return Fail(ErrorCode::kTableNotFound);
  return found->second;
}

DateTime MemoryStore::NextTime() {
  const DateTime now = DateTime::FromSystem(std::chrono::system_clock::now());
  const MutexLock lock(mutex_);
  last_time_.ticks = std::max(now.ticks, last_time_.ticks + 1);
  return last_time_;
}

// --- store::Tables

Status MemoryStore::CreateTable(std::string_view name) {
  const MutexLock lock(mutex_);
  const auto [at, is_new] = tables_.try_emplace(AsciiLower(name));
  if (!is_new) return Fail(ErrorCode::kTableAlreadyExists);
  at->second = std::make_shared<MemoryTable>(std::string(name));
  return {};
}

Status MemoryStore::DeleteTable(std::string_view name) {
  std::shared_ptr<MemoryTable> table;
  {
    const MutexLock lock(mutex_);
    const auto found = tables_.find(AsciiLower(name));
    if (found == tables_.end()) return Fail(ErrorCode::kResourceNotFound);
    table = std::move(found->second);
    tables_.erase(found);
  }
  table->MarkDeleted();
  return {};
}

Result<std::string> MemoryStore::FindTable(std::string_view name) const {
  const auto table = Find(name);
  if (!table) return Fail(ErrorCode::kResourceNotFound);
  return (*table)->name();
}

Result<std::vector<std::string>> MemoryStore::ListTables(std::string_view from,
                                                         std::size_t max) const {
  const MutexLock lock(mutex_);
  std::vector<std::string> names;
  for (auto at = tables_.lower_bound(AsciiLower(from)); at != tables_.end() && names.size() < max;
       ++at) {
    names.push_back(at->second->name());
  }
  return names;
}

Result<std::shared_ptr<const AccessPolicies>> MemoryStore::GetAccessPolicies(
    std::string_view table) const {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->Policies();
}

Status MemoryStore::SetAccessPolicies(std::string_view table, AccessPolicies policies) {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->SetPolicies(std::move(policies));
}

std::shared_ptr<const ServiceProperties> MemoryStore::GetServiceProperties() const {
  const MutexLock lock(mutex_);
  return properties_;
}

Status MemoryStore::ChangeServiceProperties(const ServicePropertiesChange& change) {
  const MutexLock lock(mutex_);
  properties_ = std::make_shared<const ServiceProperties>(change.AppliedTo(*properties_));
  return {};
}

// --- store::Entities

Result<store::EntityRecord> MemoryStore::Get(std::string_view table, const EntityKey& key) {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->Get(key);
}

Result<std::unique_ptr<EntitySource>> MemoryStore::OpenSource(std::string_view table) {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return std::make_unique<MemorySource>(*found);
}

void MemoryStore::Apply(std::shared_ptr<const ChangeSet> changes,
                        std::function<void(ApplyResult)> done) {
  const auto table = Find(changes->table);
  if (!table) return done(tl::unexpected(ApplyError{.error = table.error()}));
  done((*table)->Apply(*changes, [this] { return NextTime(); }));
}

// --- store::Maintenance

Result<std::uint64_t> MemoryStore::Count(std::string_view table,
                                         std::optional<std::string_view> partition_key) const {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->Count(partition_key);
}

Result<std::vector<store::PartitionSize>> MemoryStore::ListPartitions(std::string_view table,
                                                                      std::string_view from,
                                                                      std::size_t max) const {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->ListPartitions(from, max);
}

Result<store::TableSize> MemoryStore::MeasureTable(std::string_view table) const {
  const auto found = Find(table);
  if (!found) return tl::unexpected(found.error());
  return (*found)->Measure();
}

}  // namespace rowhouse::memory_engine
