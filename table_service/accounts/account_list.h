#pragma once
// Reads the accounts of a server from options, a file and the environment.

#include "table_service/auth/shared_key.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse {

// The words for where a key comes from: KeyOrigin::source.
namespace key_source {
inline constexpr std::string_view kOption = "option";  // --account
inline constexpr std::string_view kFile = "file";      // --accounts-file
inline constexpr std::string_view kVariable = "ROWHOUSE_ACCOUNTS";
inline constexpr std::string_view kAzuriteVariable = "AZURITE_ACCOUNTS";
inline constexpr std::string_view kDevelopment =
    "development";  // nobody gave the server an account
}  // namespace key_source

// Each of these functions adds accounts to `accounts`; `source` is of key_source. A failure is a message for the operator that
// names the account and the remedy, and never a key.

// Adds "NAME=KEY", with KEY in base64. An account may be added twice, for its two keys.
tl::expected<void, std::string> AddAccount(std::string_view name_and_key, std::string_view source,
                                           Accounts& accounts);
// Adds "NAME:KEY[:KEY2];NAME:KEY", the form of ROWHOUSE_ACCOUNTS and AZURITE_ACCOUNTS.
tl::expected<void, std::string> AddAccountsFromVariable(std::string_view value,
                                                        std::string_view source,
                                                        Accounts& accounts);
// Adds a file with one NAME=KEY per line; skips blank lines and lines that begin with '#'.
tl::expected<void, std::string> AddAccountsFromFile(const std::filesystem::path& file,
                                                    Accounts& accounts);

// The sources of accounts. Only the file can change while a server runs.
struct AccountSources {
  std::vector<std::string> named = {};  // NAME=KEY, from the command line
  std::filesystem::path file = {};      // empty: none
  std::string variable = {};            // the value of ROWHOUSE_ACCOUNTS
  std::string azurite_variable = {};    // the value of AZURITE_ACCOUNTS
};
// Reads all sources; AZURITE_ACCOUNTS only if the others have no account. Without any account,
// returns the development account. A failure also names the source.
tl::expected<Accounts, std::string> ReadAccounts(const AccountSources& sources);
// Returns true if ReadAccounts() takes the accounts from AZURITE_ACCOUNTS.
bool UsesAzuriteVariable(const AccountSources& sources);

// Adds devstoreaccount1 with its public key.
void AddDevelopmentAccount(Accounts& accounts);
// Returns the first account that has that key, or an empty text if none has.
std::string_view AccountWithDevelopmentKey(const Accounts& accounts);

}  // namespace rowhouse
