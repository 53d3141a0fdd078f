#include "table_service/accounts/open_accounts.h"

#include <utility>

namespace rowhouse {

OpenAccounts::OpenAccounts(OpenStore open_store) : open_store_(std::move(open_store)) {}

OpenAccounts::~OpenAccounts() { directory_.Replace({}); }

tl::expected<OpenAccounts::Change, std::string> OpenAccounts::Use(const Accounts& accounts) {
  Change change;
  Stores opened;
  for (const auto& [name, keys] : accounts) {
    if (stores_.contains(name)) continue;
    auto store = open_store_(name);
    if (!store) return tl::unexpected(std::move(store.error()));
    opened[name].store = *std::move(store);
  }
  stores_.merge(opened);
  AccountMap map;
  for (const auto& [name, keys] : accounts) {
    map[name] = MakeAccount(stores_.find(name)->second, keys);
  }
  const auto before = directory_.All();
  for (const auto& [name, account] : map) {
    if (!before->contains(name)) change.added.push_back(name);
  }
  for (const auto& [name, account] : *before) {
    if (!map.contains(name)) change.removed.push_back(name);
  }
  directory_.Replace(std::move(map));
  return change;
}

AccountPtr OpenAccounts::MakeAccount(const Entry& entry, const AccountKeys& keys) {
  auto made = std::make_unique<Account>(Account{.keys = keys, .store = entry.store.get()});
  entry.users->fetch_add(1);
  return {made.release(), [users = entry.users](const Account* account) {
            delete account;
            users->fetch_sub(1);
          }};
}

void OpenAccounts::CloseUnused() {
  std::erase_if(stores_, [](const auto& entry) { return *entry.second.users == 0; });
}

bool OpenAccounts::HasUnused() const { return stores_.size() > directory_.All()->size(); }

}  // namespace rowhouse
