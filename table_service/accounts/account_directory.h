#pragma once
// The accounts of a service. They can be replaced while it runs: a request continues to use the
// account that it found at the start.

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

// Every request holds its account until it is answered. A store must outlive the accounts that
// refer to it, so it is closed only when no request holds its account any longer.
using AccountPtr = std::shared_ptr<const Account>;
using AccountMap = std::map<std::string, AccountPtr, std::less<>>;  // by name

// Thread-safe. Replace() is atomic for readers.
class AccountDirectory {
 public:
  explicit AccountDirectory(AccountMap accounts = {})
      : accounts_(std::make_shared<const AccountMap>(std::move(accounts))) {}

  // Returns null if there is no account of that name.
  AccountPtr Find(std::string_view name) const;
  // Never returns null.
  std::shared_ptr<const AccountMap> All() const;
  void Replace(AccountMap accounts);

 private:
  mutable SharedMutex mutex_;
  std::shared_ptr<const AccountMap> accounts_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse
