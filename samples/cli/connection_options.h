#pragma once
// Which account a command talks to, and with which credentials: the options that all commands with
// a connection share.

#include <CLI/App.hpp>
#include <string>

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
  std::string admin_token = {};
};

// Adds --connection-string, --account, ... to `command`; `prefix` is put before each name:
// "to-" makes --to-account. `options` must outlive the parsing.
void AddConnectionOptions(CLI::App& command, ConnectionOptions& options,
                          const std::string& prefix = "");

}  // namespace rowhouse::cli
