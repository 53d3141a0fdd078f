#pragma once
// The service properties of the account, kept in memory and stored in the catalog.

#include "base/mutex.h"
#include "settings/service_properties.h"
#include "table_service/store/sqlite/files/catalog.h"

#include <memory>

namespace rowhouse::sqlite {

// Threads: all calls may overlap. Lifetime: the catalog must outlive it.
class AccountSettings {
 public:
  // Reads them from the catalog.
  static DbResult<std::unique_ptr<AccountSettings>> Load(Catalog& catalog);

  // Returns the current properties, never null.
  std::shared_ptr<const ServiceProperties> Get() const;
  // Durable when it returns.
  DbStatus Change(const ServicePropertiesChange& change);

 private:
  AccountSettings(Catalog& catalog, ServiceProperties properties);

  Catalog& catalog_;
  Mutex change_mutex_;  // held during a change
  mutable SharedMutex mutex_;
  std::shared_ptr<const ServiceProperties> properties_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
