#pragma once
// A second storage engine, in memory, for tests. It shows what an engine needs and that nothing
// above the port depends on a particular engine.

#include "base/mutex.h"
#include "table_service/store/account_store.h"
#include "tests/memory_engine/memory_table.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::memory_engine {

class MemoryStore : public store::AccountStore {
 public:
  // store::Tables
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

  // store::Entities. Answers before Apply() returns.
  Result<store::EntityRecord> Get(std::string_view table, const EntityKey& key) override;
  Result<std::unique_ptr<EntitySource>> OpenSource(std::string_view table) override;
  using Entities::Apply;
  void Apply(std::shared_ptr<const ChangeSet> changes,
             std::function<void(ApplyResult)> done) override;

  // store::Maintenance
  Result<std::uint64_t> Count(
      std::string_view table,
      std::optional<std::string_view> partition_key = std::nullopt) const override;
  Result<std::vector<store::PartitionSize>> ListPartitions(std::string_view table,
                                                           std::string_view from,
                                                           std::size_t max) const override;
  Result<store::TableSize> MeasureTable(std::string_view table) const override;

  store::PartitionFiles* partition_files() override { return nullptr; }

 private:
  // Fails with kTableNotFound.
  Result<std::shared_ptr<MemoryTable>> Find(std::string_view name) const;
  // Returns a time later than every earlier result.
  DateTime NextTime();

  mutable Mutex mutex_;
  std::map<std::string, std::shared_ptr<MemoryTable>> tables_
      ROWHOUSE_TS(guarded_by(mutex_));  // by lower-case name
  std::shared_ptr<const ServiceProperties> properties_ ROWHOUSE_TS(guarded_by(mutex_)) =
      std::make_shared<const ServiceProperties>();
  DateTime last_time_ ROWHOUSE_TS(guarded_by(mutex_)) = {};
};

}  // namespace rowhouse::memory_engine
