#include "table_service/accounts/account_list.h"

#include "entity/edm_value.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace rowhouse {
namespace {

constexpr std::size_t kKeysMax = 2;

bool IsAccountName(std::string_view name) {
  return name.size() >= 3 && name.size() <= 24 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
         });
}

// Returns `name` for a message. A text that cannot be meant as a name is not shown, as it may
// contain a key.
std::string Shown(std::string_view name) {
  const bool is_like_a_name =
      name.size() <= 24 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
      });
  return is_like_a_name ? fmt::format("'{}'", name) : "the text before the key";
}

std::string DecodeBase64(std::string_view text) {
  const auto binary = Binary::ParseBase64(text);
  return binary ? std::string(binary->bytes.begin(), binary->bytes.end()) : std::string();
}

tl::expected<void, std::string> AddKey(std::string_view name, std::string_view key,
                                       std::string_view source, Accounts& accounts) {
  if (!IsAccountName(name)) {
    return tl::unexpected(fmt::format(
        "{} is not a valid account name: use 3 to 24 lower-case letters and digits before "
        "'=' and the key",
        Shown(name)));
  }
  std::string bytes = DecodeBase64(key);
  if (bytes.empty()) {
    return tl::unexpected(fmt::format(
        "the key of account '{}' is not base64 (create one with: openssl rand -base64 64 -A)",
        name));
  }
  auto& [keys, origins] = accounts[std::string(name)];
  if (std::find(keys.begin(), keys.end(), bytes) != keys.end()) return {};
  if (keys.size() == kKeysMax) {
    return tl::unexpected(fmt::format("account '{}' has more than two keys; remove one", name));
  }
  keys.push_back(std::move(bytes));
  origins.push_back({.source = source});
  return {};
}

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Removes the text up to `separator` from the start of `rest`, and returns it trimmed.
std::string_view TakeUpTo(std::string_view& rest, char separator) {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view head = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return Trim(head);
}

}  // namespace

tl::expected<void, std::string> AddAccount(std::string_view name_and_key, std::string_view source,
                                           Accounts& accounts) {
  if (name_and_key.find('=') == std::string_view::npos) {
    return tl::unexpected(
        std::string("an account must have the form NAME=KEY, with the key in base64"));
  }
  std::string_view key = name_and_key;
  const std::string_view name = TakeUpTo(key, '=');
  return AddKey(name, Trim(key), source, accounts);
}

tl::expected<void, std::string> AddAccountsFromVariable(std::string_view value,
                                                        std::string_view source,
                                                        Accounts& accounts) {
  while (!value.empty()) {
    std::string_view item = TakeUpTo(value, ';');
    if (item.empty()) continue;
    const std::string_view name = TakeUpTo(item, ':');
    if (item.empty()) {
      const std::string what = IsAccountName(name)
                                   ? fmt::format("account '{}' has no key", name)
                                   : "':' is missing between an account's name and its key";
      return tl::unexpected(what + "; the form is name:key[:key2];name2:key");
    }
    while (!item.empty()) {
      if (auto added = AddKey(name, TakeUpTo(item, ':'), source, accounts); !added) return added;
    }
  }
  return {};
}

tl::expected<void, std::string> AddAccountsFromFile(const std::filesystem::path& file,
                                                    Accounts& accounts) {
  std::ifstream in(file);
  if (!in) {
    return tl::unexpected(fmt::format("{} cannot be read: {}; check its path and permissions",
                                      file.string(), std::generic_category().message(errno)));
  }
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string_view text = Trim(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (const auto added = AddAccount(text, key_source::kFile, accounts); !added) {
      return tl::unexpected(fmt::format("{}:{}: {}", file.string(), number, added.error()));
    }
  }
  return {};
}

tl::expected<Accounts, std::string> ReadAccounts(const AccountSources& sources) {
  Accounts accounts;
  for (const std::string& account : sources.named) {
    if (auto added = AddAccount(account, key_source::kOption, accounts); !added) {
      return tl::unexpected("--account: " + added.error());
    }
  }
  if (!sources.file.empty()) {
    if (auto added = AddAccountsFromFile(sources.file, accounts); !added) {
      return tl::unexpected("--accounts-file: " + added.error());
    }
    if (accounts.empty()) {
      return tl::unexpected(
          fmt::format("--accounts-file: {} contains no account; write a line NAME=KEY for each key",
                      sources.file.string()));
    }
  }
  if (auto added = AddAccountsFromVariable(sources.variable, key_source::kVariable, accounts);
      !added) {
    return tl::unexpected(std::string(key_source::kVariable) + ": " + added.error());
  }
  if (accounts.empty()) {
    if (auto added = AddAccountsFromVariable(sources.azurite_variable, key_source::kAzuriteVariable,
                                             accounts);
        !added) {
      return tl::unexpected(std::string(key_source::kAzuriteVariable) + ": " + added.error());
    }
  }
  if (accounts.empty()) AddDevelopmentAccount(accounts);
  return accounts;
}

bool UsesAzuriteVariable(const AccountSources& sources) {
  Accounts others;
  Accounts from_azurite;
  return sources.named.empty() && sources.file.empty() &&
         AddAccountsFromVariable(sources.variable, key_source::kVariable, others) &&
         others.empty() &&
         AddAccountsFromVariable(sources.azurite_variable, key_source::kAzuriteVariable,
                                 from_azurite) &&
         !from_azurite.empty();
}

void AddDevelopmentAccount(Accounts& accounts) {
  accounts[std::string(kDevelopmentAccount)] = {.keys = {DecodeBase64(kDevelopmentKeyBase64)},
                                                .origins = {{.source = key_source::kDevelopment}}};
}

std::string_view AccountWithDevelopmentKey(const Accounts& accounts) {
  const std::string key = DecodeBase64(kDevelopmentKeyBase64);
  for (const auto& [name, secrets] : accounts) {
    if (std::find(secrets.keys.begin(), secrets.keys.end(), key) != secrets.keys.end()) {
      return name;
    }
  }
  return {};
}

}  // namespace rowhouse
