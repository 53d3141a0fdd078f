#pragma once
// What to try first with a server that has just started, for the person who reads its output.

#include "table_service/server/options.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rowhouse::server {

// Where a started server can be reached.
struct Reached {
  std::string host = {};                       // as in a URL: IPv6 addresses in brackets
  std::optional<std::uint16_t> port = {};      // of plain HTTP
  std::optional<std::uint16_t> tls_port = {};  // of TLS
};

// Returns "http://127.0.0.1:10002/", with more than one separated by " and ".
std::string Urls(const Reached& reached);

// Returns three lines: a connection string, a command and an address for the browser. Connection
// strings of accounts other than the development account have a placeholder for the key: output
// ends up in logs. `command` is the program rowhouse as one would type it.
std::string NextSteps(const Options& options, const Reached& reached, const std::string& command);

// Returns the command rowhouse as one would type it in `working_folder` if it is in the folder of the program
// `server`; otherwise only its name.
std::string CommandBeside(const std::filesystem::path& server,
                          const std::filesystem::path& working_folder);

}  // namespace rowhouse::server
