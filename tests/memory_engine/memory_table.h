#pragma once
// A table of the engine in memory: an ordered map.

#include "base/mutex.h"
#include "entity/entity_source.h"
#include "settings/access_policy.h"
#include "table_service/store/entities.h"
#include "table_service/store/maintenance.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::memory_engine {

// Threads: all calls may overlap. Once deleted, every call but name() fails with kTableNotFound.
class MemoryTable {
 public:
  explicit MemoryTable(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  void MarkDeleted();

  Result<std::shared_ptr<const AccessPolicies>> Policies() const;
  Status SetPolicies(AccessPolicies policies);

  Result<store::EntityRecord> Get(const EntityKey& key) const;
  // `next_time` returns the Timestamp for each operation.
  ApplyResult Apply(const ChangeSet& changes, const std::function<DateTime()>& next_time);

  using Row = std::pair<EntityKey, store::EntityRecord>;
  // Returns the first `max` entities of `range` whose key is `from` or later.
  Result<std::vector<Row>> Read(const ScanRange& range, const EntityKey& from,
                                std::size_t max) const;
  Result<std::uint64_t> Count(std::optional<std::string_view> partition) const;
  Result<std::vector<store::PartitionSize>> ListPartitions(std::string_view from,
                                                           std::size_t max) const;
  Result<store::TableSize> Measure() const;

 private:
  using Rows = std::map<EntityKey, store::EntityRecord>;
  store::PartitionSize MeasureLocked(Rows::const_iterator first) const
      ROWHOUSE_TS(requires_capability(mutex_));

  const std::string name_;
  mutable Mutex mutex_;
  Rows rows_ ROWHOUSE_TS(guarded_by(mutex_));
  std::shared_ptr<const AccessPolicies> policies_ ROWHOUSE_TS(guarded_by(mutex_)) =
      std::make_shared<const AccessPolicies>();
  bool is_deleted_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

}  // namespace rowhouse::memory_engine
