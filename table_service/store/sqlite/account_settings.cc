#include "table_service/store/sqlite/account_settings.h"

#include "settings/service_properties_xml.h"

#include <utility>

namespace rowhouse {

AccountSettings::AccountSettings(Catalog& catalog, ServiceProperties properties)
    : catalog_(catalog),
      properties_(std::make_shared<const ServiceProperties>(std::move(properties))) {}

DbResult<std::unique_ptr<AccountSettings>> AccountSettings::Load(Catalog& catalog) {
  const auto document = catalog.ServiceProperties();
  if (!document) return tl::unexpected(document.error());
  ServiceProperties properties;
  if (!document->empty()) {
    const auto change = ParseServiceProperties(*document, PropertiesForm::kCurrent);
    if (!change) {
      return tl::unexpected(
          DbError{DbError::Kind::kCorrupt,
                  "account.db: the service properties cannot be read: " + change.error().detail});
    }
    properties = change->AppliedTo(std::move(properties));
  }
  return std::unique_ptr<AccountSettings>(new AccountSettings(catalog, std::move(properties)));
}

std::shared_ptr<const ServiceProperties> AccountSettings::Get() const {
  const SharedLock lock(mutex_);
  return properties_;
}

DbStatus AccountSettings::Change(const ServicePropertiesChange& change) {
  const MutexLock changing(change_mutex_);
  auto changed = std::make_shared<const ServiceProperties>(change.AppliedTo(*Get()));
  const auto document = WriteServiceProperties(*changed, PropertiesForm::kCurrent);
  if (auto stored = catalog_.SetServiceProperties(document); !stored) return stored;
  const ExclusiveLock lock(mutex_);
  properties_ = std::move(changed);
  return {};
}

}  // namespace rowhouse
