#pragma once
// The options of rowhoused's command line and their texts in --help.

#include "table_service/server/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace rowhouse::server {

// The values as read by CLI11, before they are checked and turned into Options.
struct RawOptions {
  std::string listen = "127.0.0.1:10002";
  std::string sync = "full";
  std::string journal = "on";
  std::string data;  // empty: not set
  bool check = false;
  bool repair = false;
  std::vector<std::string> seeds;
  std::string tls_certificate;
  std::string tls_key;
  std::optional<std::uint16_t> tls_port;
  bool tls_self_signed = false;
  bool tls_only = false;
  bool skip_date_check = false;
};

// Sets the name, help and options of `app`. Values that need no further check are stored directly
// in `options`, the others in `raw`.
void DescribeOptions(CLI::App& app, Options& options, RawOptions& raw, std::string_view commit);

// Returns what holds on this machine without any option.
Options DefaultOptions();

// Reads "HOST:PORT", "[::1]:PORT", "localhost:PORT" or "PORT" alone. Returns false if `text` is
// none of these; what `options` then says about the address is not defined.
bool ParseListen(std::string_view text, Options& options);

// Makes the checks that concern several options, and reads the accounts. Failure: a message that
// names the option and the remedy.
tl::expected<Options, std::string> CompleteOptions(Options options, const RawOptions& raw,
                                                   const AccountVariables& variables);

}  // namespace rowhouse::server
