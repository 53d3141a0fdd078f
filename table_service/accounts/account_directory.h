#pragma once
// The accounts that a service has. They can be replaced while it runs: a request goes on with what
// it found when it came in.

#include "base/mutex.h"
#include "table_service/auth/shared_key.h"
#include "table_service/store/account_store.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace rowhouse {

struct Account {
  AccountKeys keys = {};
  store::AccountStore* store = nullptr;
};

// Every request holds that of its account until it is answered. Lifetime: a store must outlive what
// refers to it, so whoever closes stores waits until nobody else holds their account.
using AccountPtr = std::shared_ptr<const Account>;
using AccountMap = std::map<std::string, AccountPtr, std::less<>>;  // by name

// Threads: all calls may overlap. A reader sees all of a Replace() or nothing of it.
class AccountDirectory {
 public:
  explicit AccountDirectory(AccountMap accounts = {})
      : accounts_(std::make_shared<const AccountMap>(std::move(accounts))) {}

  // Null when there is none of that name.
  AccountPtr Find(std::string_view name) const;
  // Never null.
  std::shared_ptr<const AccountMap> All() const;
  void Replace(AccountMap accounts);

 private:
  mutable SharedMutex mutex_;
  std::shared_ptr<const AccountMap> accounts_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse
