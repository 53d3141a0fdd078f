#pragma once
// The command line of rowhoused, its accounts file and its environment.

#include "table_service/accounts/account_list.h"
#include "table_service/auth/shared_key.h"
#include "table_service/server/descriptor_plan.h"
#include "table_service/store/account_store.h"
#include "table_service/traffic/throttle.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::server {

struct TlsChoice {
  bool self_signed = false;                // create a certificate in the data folder
  std::filesystem::path certificate = {};  // used otherwise, with `key`
  std::filesystem::path key = {};
  std::uint16_t port = 0;
};

// A file that is loaded into an account at startup.
struct Seed {
  std::string account = {};
  std::filesystem::path file = {};
};

// What is different when the server was called as azurite-table.
struct InAzuritesPlace {
  std::vector<std::string> remarks = {};  // for the log: options without effect
};

enum class Errand : std::uint8_t { kServe, kCheck, kRepair };

struct Options {
  Errand errand = Errand::kServe;
  std::string address = "127.0.0.1";          // numeric, without brackets
  std::optional<std::uint16_t> port = 10002;  // for plain HTTP; none: TLS only
  std::optional<TlsChoice> tls = {};
  std::vector<std::string> hosts = {};  // names of this machine, in lower case
  AccountSources account_sources = {};
  Accounts accounts = {};  // read from the sources at startup; at least one
  bool development_key_anywhere = false;
  std::filesystem::path data = "data";
  std::vector<Seed> seeds = {};
  store::SyncMode sync = store::SyncMode::kFull;
  bool journal = true;
  bool in_memory = false;
  bool exclusive = false;
  std::size_t own_files_max = 256;
  std::size_t io_threads = 2;
  std::size_t commit_threads = 2;
  std::size_t memory_max_mib = 1024;
  std::size_t row_cache_mib = 128;  // per account
  std::size_t log_max_mib = 1024;   // per partition file
  std::string log_level = "info";
  std::filesystem::path debug_log = {};  // a file for what level debug logs; empty: none
  std::chrono::seconds idle_time{600};   // of a connection, between requests
  bool check_dates = true;
  std::string admin_token = {};
  bool allow_reset = false;
  ThrottleOptions throttle = {};
  bool detect = true;       // detect hot keys
  bool next_steps = false;  // print them once requests are answered
  bool stop_with_stdin = false;
  std::optional<InAzuritesPlace> azurite = {};
  DescriptorPlan descriptors = {};  // from the limits of the process, not from the command line

  // Returns true if only this machine can reach the server.
  bool ListensOnLoopbackOnly() const;
  // Reads the accounts from their sources again. Failure: a message for the operator.
  tl::expected<Accounts, std::string> ReadAccounts() const;
};

// The result of a command line that does not start the server: help or version (code 0, for
// stdout), or a refusal (code 2, for stderr; the text names the option and the remedy, and never an
// account key).
struct CommandLineEnd {
  int exit_code = 0;
  std::string text;
};

// Values of environment variables; null: not set.
struct AccountVariables {
  const char* rowhouse = nullptr;  // ROWHOUSE_ACCOUNTS
  const char* azurite = nullptr;   // AZURITE_ACCOUNTS
};
// `commit` is what --version adds, unless it is empty.
tl::expected<Options, CommandLineEnd> ParseCommandLine(int argc, const char* const* argv,
                                                       const AccountVariables& variables,
                                                       std::string_view commit = {});

}  // namespace rowhouse::server
