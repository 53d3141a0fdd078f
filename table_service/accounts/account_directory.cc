#include "table_service/accounts/account_directory.h"

#include <utility>

namespace rowhouse {

AccountPtr AccountDirectory::Find(std::string_view name) const {
  const SharedLock lock(mutex_);
  const auto found = accounts_->find(name);
  return found == accounts_->end() ? nullptr : found->second;
}

std::shared_ptr<const AccountMap> AccountDirectory::All() const {
  const SharedLock lock(mutex_);
  return accounts_;
}

void AccountDirectory::Replace(AccountMap accounts) {
  auto shared = std::make_shared<const AccountMap>(std::move(accounts));
  const ExclusiveLock lock(mutex_);
  accounts_.swap(shared);  // the old ones are freed outside the lock
}

}  // namespace rowhouse
