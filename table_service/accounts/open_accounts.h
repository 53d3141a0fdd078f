#pragma once
// The stores of a running server's accounts, which come and go.

#include "table_service/accounts/account_directory.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse {

// Threads: one at a time, except for Directory(), whose calls may overlap with all.
class OpenAccounts {
 public:
  // Opens the store of the account called `name`. Failure: a text for the operator.
  using OpenStore = std::function<tl::expected<std::unique_ptr<store::AccountStore>, std::string>(
      const std::string& name)>;

  explicit OpenAccounts(OpenStore open_store);
  // REQUIRES: no request holds an account any more
  ~OpenAccounts();
  OpenAccounts(const OpenAccounts&) = delete;
  OpenAccounts& operator=(const OpenAccounts&) = delete;

  struct Change {
    std::vector<std::string> added, removed;
  };
  // Requests from now on find `accounts` and no others; those under way go on with what they found.
  // On failure nothing has changed.
  tl::expected<Change, std::string> Use(const Accounts& accounts);
  // Closes the stores of removed accounts that no request uses any more.
  void CloseUnused();
  // Whether a removed account's store is still open.
  bool HasUnused() const;

  const AccountDirectory& Directory() const { return directory_; }

 private:
  struct Entry {
    std::unique_ptr<store::AccountStore> store;
    // How many accounts refer to the store. A request may drop the last one on a thread of the
    // store, which must not close it: so the accounts hold this and not the store.
    std::shared_ptr<std::atomic<int>> users = std::make_shared<std::atomic<int>>(0);
  };
  using Stores = std::map<std::string, Entry, std::less<>>;

  static AccountPtr MakeAccount(const Entry& entry, const AccountKeys& keys);

  OpenStore open_store_;
  Stores stores_;  // those of removed accounts, too
  AccountDirectory directory_;
};

}  // namespace rowhouse
