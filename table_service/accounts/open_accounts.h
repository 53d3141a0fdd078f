#pragma once
// The open stores of a running server's accounts, which can be added and removed.

#include "table_service/accounts/account_directory.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse {

// Not thread-safe, except for Directory().
class OpenAccounts {
 public:
  // Opens the store of the account `name`. Failure: a message for the operator.
  using OpenStore = std::function<tl::expected<std::unique_ptr<store::AccountStore>, std::string>(
      const std::string& name)>;

  explicit OpenAccounts(OpenStore open_store);
  // REQUIRES: no request holds an account any longer
  ~OpenAccounts();
  OpenAccounts(const OpenAccounts&) = delete;
  OpenAccounts& operator=(const OpenAccounts&) = delete;

  struct Change {
    std::vector<std::string> added, removed;
  };
  // Makes `accounts` the only accounts for new requests; requests in progress keep the accounts
  // that they have. On failure nothing is changed.
  tl::expected<Change, std::string> Use(const Accounts& accounts);
  // Closes the stores of removed accounts that no request uses any longer.
  void CloseUnused();
  // Returns true if the store of a removed account is still open.
  bool HasUnused() const;

  const AccountDirectory& Directory() const { return directory_; }

 private:
  struct Entry {
    std::unique_ptr<store::AccountStore> store;
    // The number of accounts that refer to the store. The accounts own this counter, not the store:
    // a request may drop the last account on a thread of the store, which must not close the store.
    std::shared_ptr<std::atomic<int>> users = std::make_shared<std::atomic<int>>(0);
  };
  using Stores = std::map<std::string, Entry, std::less<>>;

  // `before`: the account as it was; null if it is new.
  static AccountPtr MakeAccount(const Entry& entry, AccountKeys keys, const Account* before);

  OpenStore open_store_;
  Stores stores_;  // including those of removed accounts still in use
  AccountDirectory directory_;
};

}  // namespace rowhouse
