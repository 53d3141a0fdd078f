#pragma once
// Which account a command talks to, and with which credentials: the options that all commands with
// a connection share, and what becomes of them.

#include "cli/config_file.h"

#include <CLI/App.hpp>
#include <map>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::cli {

// As given on the command line; empty where not given.
struct ConnectionOptions {
  std::string connection_string = {};
  std::string account = {};
  std::string key = {};
  std::string sas = {};
  std::string endpoint = {};
  std::string profile = {};
  std::string config = {};
  std::string ca_file = {};
  bool insecure = false;
  int timeout_seconds = 60;
  int wait_seconds = 0;  // for a busy server; see AddWaitOption()
  std::string admin_token = {};
  bool bulk_load = false;  // no option: set by commands that fill or empty tables
};

// Adds --connection-string, --account, ... to `command`; `prefix` is put before each name:
// "to-" makes --to-account. `options` must outlive the parsing.
void AddConnectionOptions(CLI::App& command, ConnectionOptions& options,
                          const std::string& prefix = "");
// Adds --wait: for commands whose many requests rather wait for a busy or restarting server than fail.
void AddWaitOption(CLI::App& command, ConnectionOptions& options);
// Adds --admin-token as well: for commands that ask a Rowhouse server what the cloud does not know.
void AddAdminOptions(CLI::App& command, ConnectionOptions& options);

// Credentials from one place: a connection string, or an endpoint with a key, or an address with a
// shared access signature.
struct Credentials {
  std::string connection_string = {};
  std::string endpoint = {};
  std::string account = {};
  std::string key = {};
  std::string sas_url = {};
  std::string admin_token = {};
  std::string origin = {};  // where they were found, for messages
};

using Environment = std::map<std::string, std::string>;

// Credentials are taken from one place, the first that has any:
//   1. flags
//   2. --profile, a section of the config file
//   3. $AZURE_STORAGE_CONNECTION_STRING
//   4. $AZURE_STORAGE_ACCOUNT with $AZURE_STORAGE_KEY or $AZURE_STORAGE_SAS_TOKEN
//   5. the section [default] of the config file
//   6. the development account on this machine
// An account without a key and a signature gets those of the environment. What is wrong, for a person; it
// never holds a key or a signature.
tl::expected<Credentials, std::string> ChooseCredentials(const ConnectionOptions& options,
                                                         const Environment& environment,
                                                         const Config& config);

}  // namespace rowhouse::cli
