#include "table_service/server/options.h"

#include "base/ascii.h"
#include "base/near_word.h"
#include "table_service/server/option_list.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <arpa/inet.h>
#include <fmt/ranges.h>
#include <string_view>
#include <thread>

namespace rowhouse::server {
namespace {

// The characters of a bearer token (RFC 6750).
constexpr std::string_view kTokenCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=";

tl::unexpected<CommandLineEnd> Refuse(std::string_view message) {
  return tl::unexpected(CommandLineEnd{
      2, fmt::format("rowhoused: {}\nrowhoused --help shows all options.\n", message)});
}

// Returns true for "127.0.0.1", "::1" and "fe80::1%eth0".
bool IsNumericAddress(const std::string& text) {
  in6_addr address{};
  const std::string without_zone = text.substr(0, text.find('%'));
  return inet_pton(AF_INET, text.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, without_zone.c_str(), &address) == 1;
}

// "HOST:PORT", "[::1]:PORT", "localhost:PORT" or "PORT" alone.
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

// Makes the checks that concern several options.
tl::expected<Options, CommandLineEnd> Complete(Options options, const RawOptions& raw,
                                               const char* accounts_variable) {
  options.sync = ParseSync(raw.sync);
  options.journal = raw.journal == "on";
  if (!raw.data.empty()) options.data = raw.data;
  if (options.in_memory && !raw.data.empty()) {
    return Refuse("--data and --in-memory exclude each other: remove one of them");
  }
  options.check_dates = !raw.skip_date_check;
  if (!ParseListen(raw.listen, options)) {
    return Refuse(fmt::format(
        "--listen {}: give a numeric address and a port, such as 127.0.0.1:10002 or [::1]:10002",
        raw.listen));
  }
  if (const auto chosen = ChooseTls(raw, options); !chosen) return Refuse(chosen.error());
  for (std::string& host : options.hosts) {
    if (!NormalizeHostName(host)) {
      return Refuse(
          fmt::format("--host {}: give a name such as tables.example, without a port", host));
    }
  }
  if (accounts_variable != nullptr) options.account_sources.variable = accounts_variable;
  auto accounts = options.ReadAccounts();
  if (!accounts) return Refuse(accounts.error());
  options.accounts = *std::move(accounts);
  for (const std::string& text : raw.seeds) {
    auto seed = ParseSeed(text, options.accounts);
    if (!seed) return Refuse(seed.error());
    options.seeds.push_back(*std::move(seed));
  }
  if (options.admin_token.find_first_not_of(kTokenCharacters) != std::string::npos) {
    return Refuse("--admin-token: a token can contain only letters, digits and -._~+/=");
  }
  return options;
}

std::vector<std::string> OptionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Describes arguments that belong to no option. A value after a misspelt option may be an account
// key, so if there are any option names, only those are shown.
std::string DescribeUnknown(const CLI::App& app) {
  std::vector<std::string_view> names;
  std::vector<std::string_view> words;
  const std::vector<std::string> arguments = app.remaining();
  for (const std::string_view argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (argument.starts_with('-')) {
      names.push_back(argument.substr(0, equals));
    } else {
      words.push_back(equals == std::string_view::npos ? argument : "a value with '=' in it");
    }
  }
  if (!names.empty()) {
    const auto near = NearWord(names.front(), OptionNames(app));
    return fmt::format("unknown option {}{}", fmt::join(names, ", "),
                       near ? fmt::format("; did you mean {}?", *near) : "");
  }
  return fmt::format("a value must follow its option, as in --data DIR; this one does not: {}",
                     fmt::join(words, ", "));
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

tl::expected<Options, CommandLineEnd> ParseCommandLine(int argc, const char* const* argv,
                                                       const char* accounts_variable) {
  Options options;
  options.io_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  RawOptions raw;
  CLI::App app;
  DescribeOptions(app, options, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return tl::unexpected(CommandLineEnd{0, app.help() + "\n"});
  } catch (const CLI::CallForVersion& version) {
    return tl::unexpected(CommandLineEnd{0, std::string(version.what()) + "\n"});
  } catch (const CLI::ExtrasError&) {
    return Refuse(DescribeUnknown(app));
  } catch (const CLI::ParseError& error) {
    return Refuse(error.what());
  }
  return Complete(std::move(options), raw, accounts_variable);
}

}  // namespace rowhouse::server
