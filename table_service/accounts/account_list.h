#pragma once
// The accounts that a server has, from options, a file and the environment.

#include "table_service/auth/shared_key.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse {

// Each adds what it reads to `accounts`. A failure is a text for the operator that names the
// account and the remedy, and never a key.

// "NAME=KEY", KEY in base64. An account may be named twice, for its two keys.
tl::expected<void, std::string> AddAccount(std::string_view name_and_key, Accounts& accounts);
// "NAME:KEY[:KEY2];NAME:KEY": the value of ROWHOUSE_ACCOUNTS.
tl::expected<void, std::string> AddAccountsFromVariable(std::string_view value, Accounts& accounts);
// A line for each NAME=KEY; blank lines and lines that begin with '#' are skipped.
tl::expected<void, std::string> AddAccountsFromFile(const std::filesystem::path& file,
                                                    Accounts& accounts);

// Where accounts come from. Only the file can change while a server runs.
struct AccountSources {
  std::vector<std::string> named = {};  // NAME=KEY, from the command line
  std::filesystem::path file = {};      // empty: none
  std::string variable = {};            // of ROWHOUSE_ACCOUNTS
};
// All of them together; the development account where no source is given. The failure also names
// the source.
tl::expected<Accounts, std::string> ReadAccounts(const AccountSources& sources);

// devstoreaccount1 with the key that everyone knows.
void AddDevelopmentAccount(Accounts& accounts);
// The first account that has that key; empty when none has.
std::string_view AccountWithDevelopmentKey(const Accounts& accounts);

}  // namespace rowhouse
