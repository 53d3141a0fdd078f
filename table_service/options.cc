#include "table_service/options.h"

#include "table_service/account_list.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string_view>
#include <thread>
#include <vector>

namespace rowhouse {
namespace {

constexpr std::size_t kDescriptionColumn = 29;

constexpr std::string_view kPurpose =
    "rowhoused serves the REST API of Azure Table storage from SQLite files.\n"
    "Without options it listens on 127.0.0.1:10002 for the development account devstoreaccount1,\n"
    "so UseDevelopmentStorage=true works, and keeps its data in ./data.";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  rowhoused --in-memory --listen 127.0.0.1:0        for a test run: any free port, nothing "
    "kept\n"
    "  rowhoused --data /srv/tables --listen 0.0.0.0:10002 --accounts-file /etc/rowhouse/accounts\n"
    "  ROWHOUSE_ACCOUNTS='shop:KEY1:KEY2;stock:KEY' rowhoused\n"
    "  rowhoused --tls-self-signed                       plain on port 10002, TLS on 10003\n"
    "\n"
    "The one line on stdout, \"listening on ...\", comes when requests are answered; messages go "
    "to\n"
    "stderr. SIGTERM and Ctrl-C finish the requests under way, then end with status 0. Status 1: "
    "the\n"
    "data or the address could not be had; 2: a refused command line.";

// Of a bearer token (RFC 6750).
constexpr std::string_view kTokenCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=";

// What CLI11 reads before it is checked and turned into Options.
struct RawOptions {
  std::string listen = "127.0.0.1:10002";
  std::vector<std::string> accounts;
  std::string accounts_file;
  std::string sync = "full";
  std::string data;  // empty: not given
  std::string tls_certificate;
  std::string tls_key;
  std::optional<std::uint16_t> tls_port;
  bool tls_self_signed = false;
  bool tls_only = false;
  bool allow_development_key_anywhere = false;
  bool skip_date_check = false;
};

// One of `values`; keeps the set out of --help, where the type name has it.
CLI::Validator OneOf(std::vector<std::string> values) {
  return CLI::IsMember(std::move(values)).description("");
}

CLI::Validator Between(std::size_t low, std::size_t high) {
  return CLI::Range(low, high).description("");
}

void AddListenAndAccountOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--listen", raw.listen,
                 "Address to listen on; port 0 takes any free one.\n"
                 "Default: 127.0.0.1:10002")
      ->type_name("HOST:PORT")
      ->group("Listening");
  app.add_flag("--allow-development-key-anywhere", raw.allow_development_key_anywhere,
               "Serve an account with the well-known development key to\n"
               "other machines, too")
      ->group("Listening");
  app.add_option("--account", raw.accounts,
                 "An account and its key in base64; repeatable, twice for a\n"
                 "second key. Any account given here, in the file or in\n"
                 "$ROWHOUSE_ACCOUNTS replaces devstoreaccount1")
      ->type_name("NAME=KEY")
      ->expected(1)
      ->take_all()
      ->group("Accounts");
  app.add_option("--accounts-file", raw.accounts_file,
                 "A file with a line NAME=KEY for each key; it keeps the keys\n"
                 "out of the list of processes")
      ->type_name("FILE")
      ->group("Accounts");
  app.add_flag("--skip-date-check", raw.skip_date_check,
               "Take signed requests of any date, for replaying recordings.\n"
               "Default: not more than 15 minutes off")
      ->group("Accounts");
  app.add_option("--admin-token", options.admin_token,
                 "Opens the routes under /_rowhouse/ to \"Authorization:\n"
                 "Bearer TOKEN\". Without it they are open to this machine\n"
                 "while the server listens on loopback only. Better given\n"
                 "as $ROWHOUSE_ADMIN_TOKEN: others see command lines")
      ->type_name("TOKEN")
      ->envname("ROWHOUSE_ADMIN_TOKEN")
      ->group("Accounts");
}

void AddTlsOptions(CLI::App& app, RawOptions& raw) {
  app.add_option("--tls-cert", raw.tls_certificate,
                 "Certificate in PEM form, with those that lead to its root\n"
                 "behind it; turns TLS on")
      ->type_name("FILE")
      ->group("TLS");
  app.add_option("--tls-key", raw.tls_key,
                 "Its private key, not encrypted. Default: in the\n"
                 "certificate's file")
      ->type_name("FILE")
      ->group("TLS");
  app.add_flag("--tls-self-signed", raw.tls_self_signed,
               "Turn TLS on with a certificate for development, made and\n"
               "kept in DATA/~tls; says how clients are made to trust it")
      ->group("TLS");
  app.add_option("--tls-port", raw.tls_port,
                 "Port for TLS, beside the plain one. Default: the next one,\n"
                 "or any free one when that of --listen is 0")
      ->check(Between(0, 65535))
      ->type_name("PORT")
      ->group("TLS");
  app.add_flag("--tls-only", raw.tls_only,
               "No plain port: TLS on the port of --listen, or on that of\n"
               "--tls-port")
      ->group("TLS");
}

void AddDataOptions(CLI::App& app, Options& options, RawOptions& raw) {
  app.add_option("--data", raw.data, "Folder for the data; made if missing. Default: data")
      ->type_name("DIR")
      ->group("Data");
  app.add_flag("--in-memory", options.in_memory,
               "Keep everything in memory; all is gone at the end")
      ->group("Data");
  app.add_option("--sync", raw.sync,
                 "What an answered write survives.\n"
                 "full: power loss (default)\n"
                 "normal: the death of the process; power loss may take the\n"
                 "last moments\n"
                 "off: the same, but power loss may damage files")
      ->check(OneOf({"full", "normal", "off"}))
      ->type_name("full|normal|off")
      ->group("Data");
  app.add_flag("--exclusive", options.exclusive,
               "Lock each file from its first use on, for a data folder on\n"
               "shared storage")
      ->group("Data");
  app.add_option("--own-files-max", options.own_files_max,
                 "Partitions of a table that get a file of their own; later\n"
                 "ones share one. Default: 256")
      ->check(Between(0, 1000000))
      ->type_name("N")
      ->group("Data");
}

void AddTuningOptions(CLI::App& app, Options& options) {
  app.add_option("--io-threads", options.io_threads,
                 "Threads for connections and point reads. Default: one for\n"
                 "each processor, 2 to 8")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--commit-threads", options.commit_threads,
                 "Threads that commit, for each account. Default: 2")
      ->check(Between(1, 256))
      ->type_name("N")
      ->group("Tuning");
  app.add_option("--log-level", options.log_level,
                 "trace, debug (shows each request), info (default),\n"
                 "warning, error or off")
      ->check(OneOf({"trace", "debug", "info", "warning", "error", "off"}))
      ->type_name("LEVEL")
      ->group("Tuning");
}

tl::unexpected<CommandLineEnd> Refuse(std::string_view message) {
  return tl::unexpected(CommandLineEnd{
      2, fmt::format("rowhoused: {}\nrowhoused --help shows all options.\n", message)});
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
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  options.address = host;
  options.port = number;
  return !host.empty() && error == std::errc() && end == port.data() + port.size();
}

tl::expected<void, std::string> ReadAccounts(const RawOptions& raw, const char* variable,
                                             Accounts& accounts) {
  for (const std::string& account : raw.accounts) {
    if (auto added = AddAccount(account, accounts); !added) {
      return tl::unexpected("--account: " + added.error());
    }
  }
  if (!raw.accounts_file.empty()) {
    if (auto added = AddAccountsFromFile(raw.accounts_file, accounts); !added) {
      return tl::unexpected("--accounts-file: " + added.error());
    }
  }
  if (variable != nullptr) {
    if (auto added = AddAccountsFromVariable(variable, accounts); !added) {
      return tl::unexpected("ROWHOUSE_ACCOUNTS: " + added.error());
    }
  }
  if (accounts.empty()) AddDevelopmentAccount(accounts);
  return {};
}

// REQUIRES: options.port is that of --listen
tl::expected<void, std::string> ChooseTls(const RawOptions& raw, Options& options) {
  const bool own = !raw.tls_certificate.empty();
  if (own && raw.tls_self_signed) {
    return tl::unexpected(std::string(
        "--tls-cert and --tls-self-signed contradict each other: leave one of them out"));
  }
  if (!own && !raw.tls_key.empty()) {
    return tl::unexpected(
        std::string("--tls-key needs the certificate that belongs to it: give --tls-cert FILE"));
  }
  if (!own && !raw.tls_self_signed) {
    if (!raw.tls_port && !raw.tls_only) return {};
    return tl::unexpected(
        fmt::format("{} needs a certificate: give --tls-cert FILE and --tls-key "
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
        std::string("there is no port behind 65535 for TLS: choose one with --tls-port PORT"));
  } else {
    tls.port = listen == 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(listen + 1);
  }
  if (options.port && tls.port != 0 && tls.port == *options.port) {
    return tl::unexpected(
        std::string("--tls-port is the port of --listen: choose another one, or say --tls-only"));
  }
  options.tls = std::move(tls);
  return {};
}

SyncMode ParseSync(std::string_view text) {
  if (text == "normal") return SyncMode::kNormal;
  return text == "off" ? SyncMode::kOff : SyncMode::kFull;
}

// The checks that look at several options at once.
tl::expected<Options, CommandLineEnd> Complete(Options options, const RawOptions& raw,
                                               const char* accounts_variable) {
  options.sync = ParseSync(raw.sync);
  if (!raw.data.empty()) options.data = raw.data;
  if (options.in_memory && !raw.data.empty()) {
    return Refuse("--data and --in-memory contradict each other: leave one of them out");
  }
  options.check_dates = !raw.skip_date_check;
  if (!ParseListen(raw.listen, options)) {
    return Refuse(fmt::format(
        "--listen {}: give a numeric address and a port, such as 127.0.0.1:10002 or [::1]:10002",
        raw.listen));
  }
  if (const auto chosen = ChooseTls(raw, options); !chosen) return Refuse(chosen.error());
  const auto read = ReadAccounts(raw, accounts_variable, options.accounts);
  if (!read) return Refuse(read.error());
  const std::string_view known = AccountWithDevelopmentKey(options.accounts);
  if (!known.empty() && !options.ListensOnLoopbackOnly() && !raw.allow_development_key_anywhere) {
    return Refuse(fmt::format(
        "--listen {} would serve account '{}' with the development key, which everyone knows, to "
        "other machines. Give accounts keys of their own (--account NAME=KEY), listen on "
        "127.0.0.1, or say --allow-development-key-anywhere.",
        raw.listen, known));
  }
  if (options.admin_token.find_first_not_of(kTokenCharacters) != std::string::npos) {
    return Refuse("--admin-token: a token is made of letters, digits and -._~+/= only");
  }
  return options;
}

}  // namespace

bool Options::ListensOnLoopbackOnly() const {
  return address.starts_with("127.") || address == "::1";
}

tl::expected<Options, CommandLineEnd> ParseCommandLine(int argc, const char* const* argv,
                                                       const char* accounts_variable) {
  Options options;
  options.io_threads = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  RawOptions raw;
  CLI::App app{std::string(kPurpose), "rowhoused"};
  app.get_formatter()->column_width(kDescriptionColumn);
  app.footer(std::string(kExamples));
  app.set_version_flag("--version", "rowhoused " ROWHOUSE_VERSION);
  AddListenAndAccountOptions(app, options, raw);
  AddTlsOptions(app, raw);
  AddDataOptions(app, options, raw);
  AddTuningOptions(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return tl::unexpected(CommandLineEnd{0, app.help() + "\n"});
  } catch (const CLI::CallForVersion& version) {
    return tl::unexpected(CommandLineEnd{0, std::string(version.what()) + "\n"});
  } catch (const CLI::ParseError& error) {
    return Refuse(error.what());
  }
  return Complete(std::move(options), raw, accounts_variable);
}

}  // namespace rowhouse
