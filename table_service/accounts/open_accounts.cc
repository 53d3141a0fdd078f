#include "table_service/accounts/open_accounts.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace rowhouse {
namespace {

// Says since when the server has known each of `keys`: as long as before, or from now on.
void SetAges(AccountKeys& keys, const AccountKeys& before) {
  keys.origins.resize(keys.keys.size());
  for (std::size_t i = 0; i < keys.keys.size(); ++i) {
    const auto known = std::find(before.keys.begin(), before.keys.end(), keys.keys[i]);
    keys.origins[i].since =
        known == before.keys.end()
            ? std::chrono::system_clock::now()
            : before.origins[static_cast<std::size_t>(known - before.keys.begin())].since;
  }
}

}  // namespace

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
  const auto before = directory_.All();
  for (const auto& [name, keys] : accounts) {
    const auto same = before->find(name);
    map[name] = MakeAccount(stores_.find(name)->second, keys,
                            same == before->end() ? nullptr : same->second.get());
  }
  for (const auto& [name, account] : map) {
    if (!before->contains(name)) change.added.push_back(name);
  }
  for (const auto& [name, account] : *before) {
    if (!map.contains(name)) change.removed.push_back(name);
  }
  directory_.Replace(std::move(map));
  return change;
}

AccountPtr OpenAccounts::MakeAccount(const Entry& entry, AccountKeys keys, const Account* before) {
  SetAges(keys, before == nullptr ? AccountKeys() : before->keys);
  auto made =
      std::make_unique<Account>(Account{.keys = std::move(keys), .store = entry.store.get()});
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
