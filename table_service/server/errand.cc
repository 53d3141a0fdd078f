#include "table_service/server/errand.h"

#include "base/counted.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <spdlog/spdlog.h>
#include <string>
#include <system_error>
#include <vector>

namespace rowhouse::server {
namespace {

// Returns the accounts that a server has used, whether or not one would serve them now: it left its lock
// in their folders. Folders of other purposes begin with '~'.
std::vector<std::string> AccountsIn(const std::filesystem::path& data, std::error_code& error) {
  std::vector<std::string> accounts;
  for (const auto& entry : std::filesystem::directory_iterator(data, error)) {
    const auto name = entry.path().filename().string();
    std::error_code missing;
    const bool was_used = std::filesystem::exists(entry.path() / "account.lock", missing) ||
                          std::filesystem::exists(entry.path() / "account.db", missing);
    if (was_used && !name.starts_with('~')) accounts.push_back(name);
  }
  std::sort(accounts.begin(), accounts.end());
  return accounts;
}

void Print(std::string_view line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);  // an account can take minutes
}

int Refuse(const std::string& message) {
  spdlog::critical(message);
  return EXIT_FAILURE;
}

// Does it for each account, also after one that failed. Returns the number of faults that are left; none
// if it could not be done for all.
std::optional<std::size_t> DoForAll(const std::vector<std::string>& accounts,
                                    const Engine::Maintain& maintain) {
  std::optional<std::size_t> faults = 0;
  for (const auto& account : accounts) {
    Print("Account " + account);
    if (const auto done = maintain(account, Print); !done) {
      spdlog::critical(done.error());
      faults.reset();
    } else if (faults) {
      *faults += *done;
    }
  }
  return faults;
}

}  // namespace

int RunErrand(const Options& options, const Engine& engine) {
  const bool is_check = options.errand == Errand::kCheck;
  const auto& maintain = is_check ? engine.check : engine.repair;
  const char* const option = is_check ? "--check" : "--repair";
  if (!maintain) {
    return Refuse(fmt::format("{}: the data is in memory: leave out --in-memory", option));
  }
  std::error_code error;
  const auto accounts = AccountsIn(options.data, error);
  if (error) {
    return Refuse(fmt::format("{}: cannot read the data folder {}: {}; name it with --data DIR",
                              option, options.data.string(), error.message()));
  }
  if (accounts.empty()) {
    return Refuse(fmt::format("{}: there is no account in {}: name the data folder with --data DIR",
                              option, options.data.string()));
  }
  const auto faults = DoForAll(accounts, maintain);
  if (!faults) return EXIT_FAILURE;
  if (is_check) {
    Print(*faults == 0 ? "No faults." : Counted(*faults, "fault") + ".");
  } else {
    Print("To look for other damage, run rowhoused --check.");
  }
  return *faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace rowhouse::server
