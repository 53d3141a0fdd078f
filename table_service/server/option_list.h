#pragma once
// What the command line of rowhoused may hold, and what --help says of it.

#include "table_service/server/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rowhouse::server {

// What CLI11 reads before it is checked and turned into Options.
struct RawOptions {
  std::string listen = "127.0.0.1:10002";
  std::string sync = "full";
  std::string data;  // empty: not given
  std::vector<std::string> seeds;
  std::string tls_certificate;
  std::string tls_key;
  std::optional<std::uint16_t> tls_port;
  bool tls_self_signed = false;
  bool tls_only = false;
  bool skip_date_check = false;
};

// Sets name, help and options of `app`. What needs no further check goes into `options` at once.
void DescribeOptions(CLI::App& app, Options& options, RawOptions& raw);

}  // namespace rowhouse::server
