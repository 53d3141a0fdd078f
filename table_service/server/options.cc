#include "table_service/server/options.h"

#include "base/ascii.h"
#include "table_service/server/option_list.h"
#include "table_service/server/parse_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <arpa/inet.h>
#include <fmt/format.h>
#include <string_view>
#include <thread>

namespace rowhouse::server {
namespace {

// The characters of a bearer token (RFC 6750).
constexpr std::string_view kTokenCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=";

// Returns true for "127.0.0.1", "::1" and "fe80::1%eth0".
bool IsNumericAddress(const std::string& text) {
  in6_addr address{};
  const std::string without_zone = text.substr(0, text.find('%'));
  return inet_pton(AF_INET, text.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, without_zone.c_str(), &address) == 1;
}

// Converts `name` to lower case. Returns true if it is a name that a Host header can have.
bool NormalizeHostName(std::string& name) {
  name = AsciiLower(name);
  const bool has_valid_characters = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
  const bool has_letter =
      std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return has_valid_characters && has_letter && name.front() != '.' && name.back() != '.';
}

// REQUIRES: options.port is that of --listen
tl::expected<void, std::string> ChooseTls(const RawOptions& raw, Options& options) {
  const bool own = !raw.tls_certificate.empty();
  if (own && raw.tls_self_signed) {
    return tl::unexpected(
        std::string("--tls-cert and --tls-self-signed exclude each other: remove one of them"));
  }
  if (!own && !raw.tls_key.empty()) {
    return tl::unexpected(std::string("--tls-key requires its certificate: add --tls-cert FILE"));
  }
  if (!own && !raw.tls_self_signed) {
    if (!raw.tls_port && !raw.tls_only) return {};
    return tl::unexpected(
        fmt::format("{} requires a certificate: add --tls-cert FILE and --tls-key "
                    "FILE, or --tls-self-signed",
                    raw.tls_only ? "--tls-only" : "--tls-port"));
  }
  const std::uint16_t listen = options.port.value_or(0);
  TlsChoice tls{.self_signed = raw.tls_self_signed,
                .certificate = raw.tls_certificate,
                .key = raw.tls_key.empty() ? raw.tls_certificate : raw.tls_key};
  if (raw.tls_only) {
    tls.port = raw.tls_port.value_or(listen);
    options.port.reset();
  } else if (raw.tls_port) {
    tls.port = *raw.tls_port;
  } else if (listen == 65535) {
    return tl::unexpected(
        std::string("there is no port above 65535 for TLS: choose one with --tls-port PORT"));
  } else {
    tls.port = listen == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(listen + 1);
  }
  if (options.port && tls.port != 0 && tls.port == *options.port) {
    return tl::unexpected(std::string(
        "--tls-port is the same port as in --listen: choose another one, or use --tls-only"));
  }
  options.tls = std::move(tls);
  return {};
}

// "ACCOUNT=FILE", or FILE alone if there is only one account.
tl::expected<Seed, std::string> ParseSeed(const std::string& text, const Accounts& accounts) {
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && accounts.contains(text.substr(0, equals))) {
    return Seed{.account = text.substr(0, equals), .file = text.substr(equals + 1)};
  }
  if (accounts.size() == 1) return Seed{.account = accounts.begin()->first, .file = text};
  return tl::unexpected(
      fmt::format("--seed {}: there are several accounts; choose one: --seed {}={}", text,
                  accounts.begin()->first, text));
}

store::SyncMode ParseSync(std::string_view text) {
  if (text == "normal") return store::SyncMode::kNormal;
  return text == "off" ? store::SyncMode::kOff : store::SyncMode::kFull;
}

}  // namespace

bool Options::ListensOnLoopbackOnly() const {
  return address.starts_with("127.") || address == "::1";
}

tl::expected<Accounts, std::string> Options::ReadAccounts() const {
  auto read = rowhouse::ReadAccounts(account_sources);
  if (!read) return read;
  const std::string_view known = AccountWithDevelopmentKey(*read);
  if (!known.empty() && !ListensOnLoopbackOnly() && !development_key_anywhere) {
    return tl::unexpected(fmt::format(
        "--listen {} would serve account '{}' with the development key, which is public, to other "
        "machines. Give the account a key of its own (--account NAME=KEY), listen on 127.0.0.1, or "
        "add --allow-development-key-anywhere.",
        address, known));
  }
  return read;
}

bool ParseListen(std::string_view text, Options& options) {
  const std::size_t colon = text.rfind(':');
  std::string_view host = colon == std::string_view::npos ? "127.0.0.1" : text.substr(0, colon);
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return false;
  }
  if (host == "localhost") host = "127.0.0.1";
  const auto number = ParseNumber<std::uint16_t>(port);
  options.address = host;
  options.port = number.value_or(0);
  return IsNumericAddress(options.address) && number.has_value();
}

tl::expected<Options, std::string> CompleteOptions(Options options, const RawOptions& raw,
                                                   const AccountVariables& variables) {
  options.sync = ParseSync(raw.sync);
  options.journal = raw.journal == "on";
  if (!raw.data.empty()) options.data = raw.data;
  if (options.in_memory && !raw.data.empty()) {
    return tl::unexpected(
        std::string("--data and --in-memory exclude each other: remove one of them"));
  }
  if (raw.check && raw.repair) {
    return tl::unexpected(std::string("--check and --repair exclude each other: repair first"));
  }
  if (raw.check) options.errand = Errand::kCheck;
  if (raw.repair) options.errand = Errand::kRepair;
  options.check_dates = !raw.skip_date_check;
  if (!ParseListen(raw.listen, options)) {
    return tl::unexpected(fmt::format(
        "--listen {}: give a numeric address and a port, such as 127.0.0.1:10002 or [::1]:10002",
        raw.listen));
  }
  if (const auto chosen = ChooseTls(raw, options); !chosen) return tl::unexpected(chosen.error());
  for (std::string& host : options.hosts) {
    if (!NormalizeHostName(host)) {
      return tl::unexpected(
          fmt::format("--host {}: give a name such as tables.example, without a port", host));
    }
  }
  if (variables.rowhouse != nullptr) options.account_sources.variable = variables.rowhouse;
  if (variables.azurite != nullptr) options.account_sources.azurite_variable = variables.azurite;
  auto accounts = options.ReadAccounts();
  if (!accounts) return tl::unexpected(accounts.error());
  options.accounts = *std::move(accounts);
  for (const std::string& text : raw.seeds) {
    auto seed = ParseSeed(text, options.accounts);
    if (!seed) return tl::unexpected(seed.error());
    options.seeds.push_back(*std::move(seed));
  }
  if (options.admin_token.find_first_not_of(kTokenCharacters) != std::string::npos) {
    return tl::unexpected(
        std::string("--admin-token: a token can contain only letters, digits and -._~+/="));
  }
  return options;
}

Options DefaultOptions() {
  Options options;
  options.io_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  return options;
}

tl::expected<Options, CommandLineEnd> ParseCommandLine(int argc, const char* const* argv,
                                                       const AccountVariables& variables,
                                                       std::string_view commit) {
  Options options = DefaultOptions();
  RawOptions raw;
  CLI::App app;
  DescribeOptions(app, options, raw, commit);
  if (auto end = ParseArguments(app, argc, argv)) return tl::unexpected(*std::move(end));
  auto complete = CompleteOptions(std::move(options), raw, variables);
  if (!complete) return tl::unexpected(Refusal(app, complete.error()));
  return *std::move(complete);
}

}  // namespace rowhouse::server
