#include "table_service/server/azurite_options.h"

#include "base/option_check.h"
#include "base/version_line.h"
#include "table_service/server/option_list.h"
#include "table_service/server/parse_arguments.h"

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr std::string_view kProgram = "azurite-table";
constexpr std::size_t kAzuriteDescriptionColumn = 33;

constexpr std::string_view kAzuritePurpose =
    "rowhoused, called as azurite-table: the same server with the options of Azurite's Table\n"
    "service. Without options it listens on 127.0.0.1:10002 and keeps its data in the current\n"
    "folder. rowhoused --help shows what else it can do.";

constexpr std::string_view kClosing =
    "Prints \"Azurite Table service is successfully listening at URL\" to stdout once requests "
    "are\n"
    "answered. AZURITE_ACCOUNTS='name:key1:key2;...' replaces the account devstoreaccount1.";

// What Azurite's command line says.
struct AzuriteFlags {
  std::string host = "127.0.0.1";
  std::uint16_t port = 10002;
  std::uint32_t keep_alive_seconds = 0;  // 0: not set
  std::string location;                  // empty: not set
  std::string debug_file;
  std::string certificate, key, password, oauth;
  bool in_memory = false;
  bool silent = false;
};

// An option that changes nothing here, and why.
struct WithoutEffect {
  const char* names;
  const char* reason;
};
constexpr std::array<WithoutEffect, 4> kWithoutEffect{{
    {"-L,--loose", "unknown headers are ignored anyway"},
    {"--skipApiVersionCheck", "every x-ms-version is answered"},
    {"--disableProductStyleUrl", "only ACCOUNT.table.localhost is such a URL"},
    {"--disableTelemetry", "nothing is ever sent anywhere"},
}};

void AddListening(CLI::App& app, AzuriteFlags& flags) {
  app.add_option("--tableHost", flags.host,
                 "Numeric address to listen on. Default: 127.0.0.1.\n"
                 "0.0.0.0 serves everyone who reaches the port, also with\n"
                 "the public key of devstoreaccount1, as Azurite does")
      ->type_name("HOST");
  app.add_option("--tablePort", flags.port, "Port; 0: any free one. Default: 10002")
      ->check(Between(0, 65535))
      ->type_name("PORT");
  app.add_option("--tableKeepAliveTimeout", flags.keep_alive_seconds,
                 "How long a connection may be idle. Default: 600")
      ->check(Between(0, 86400))
      ->type_name("SECONDS");
  app.add_option("--cert", flags.certificate, "TLS with this certificate in PEM format")
      ->type_name("FILE");
  app.add_option("--key", flags.key, "Its private key in PEM format")->type_name("FILE");
  app.add_option("--pwd", flags.password,
                 "Refused: convert a .pfx file to PEM first\n"
                 "(openssl pkcs12 -in FILE.pfx -nodes -out FILE.pem)")
      ->type_name("PASSWORD");
  app.add_option("--oauth", flags.oauth,
                 "Refused: requests are signed with a key or a shared\n"
                 "access signature, and bearer tokens are not served")
      ->type_name("LEVEL");
}

void AddDataAndLog(CLI::App& app, AzuriteFlags& flags, Options& options) {
  app.add_option("-l,--location", flags.location,
                 "Data folder; created if missing. Default: the current one.\n"
                 "Azurite's own file in it is not read: rowhouse import\n"
                 "loads it")
      ->type_name("DIR");
  app.add_flag("--inMemoryPersistence", flags.in_memory,
               "Keep everything in memory; all data is lost at the end");
  app.add_flag("-s,--silent", flags.silent, "Log only warnings and errors");
  app.add_option("-d,--debug", flags.debug_file, "Log each request to this file")
      ->type_name("FILE");
  app.add_flag("--stop-with-stdin", options.stop_with_stdin,
               "End when stdin does; Azurite has no such option");
}

void DescribeAzuriteOptions(CLI::App& app, AzuriteFlags& flags, Options& options,
                            std::string_view commit) {
  app.name(std::string(kProgram));
  app.description(std::string(kAzuritePurpose));
  app.get_formatter()->column_width(kAzuriteDescriptionColumn);
  app.footer(std::string(kClosing));
  app.set_version_flag("-v,--version", WithCommit("rowhoused " ROWHOUSE_VERSION, commit));
  AddListening(app, flags);
  AddDataAndLog(app, flags, options);
  for (const WithoutEffect& option : kWithoutEffect) {
    app.add_flag(option.names)->description(fmt::format("No effect: {}", option.reason));
  }
}

// Returns why these options cannot be used together or here, or an empty text.
std::string Unusable(const AzuriteFlags& flags) {
  if (!flags.oauth.empty()) {
    return fmt::format(
        "--oauth {}: bearer tokens are not served; remove the option, and let the application sign "
        "with the account's key or a shared access signature",
        flags.oauth);
  }
  const bool has_pair = !flags.certificate.empty() && !flags.key.empty();
  if (!flags.password.empty() && !has_pair) {
    return "--pwd: a certificate in a .pfx file cannot be used; convert it with openssl pkcs12 -in "
           "FILE.pfx -nodes -out FILE.pem, and use --cert FILE.pem --key FILE.pem";
  }
  if (flags.certificate.empty() != flags.key.empty()) {
    return flags.key.empty() ? "--cert requires its private key: add --key FILE"
                             : "--key requires its certificate: add --cert FILE";
  }
  if (flags.in_memory && !flags.location.empty()) {
    return "--inMemoryPersistence and --location exclude each other: remove one of them";
  }
  return "";
}

std::string ListenText(const AzuriteFlags& flags) {
  const bool is_ipv6 = flags.host.find(':') != std::string::npos;
  return fmt::format("{}:{}", is_ipv6 ? "[" + flags.host + "]" : flags.host, flags.port);
}

RawOptions Translate(const AzuriteFlags& flags) {
  RawOptions raw;
  raw.listen = ListenText(flags);
  if (!flags.in_memory) raw.data = flags.location.empty() ? "." : flags.location;
  raw.tls_certificate = flags.certificate;
  raw.tls_key = flags.key;
  raw.tls_only = !flags.certificate.empty();
  return raw;
}

std::vector<std::string> Remarks(const CLI::App& app, const AzuriteFlags& flags) {
  std::vector<std::string> remarks;
  for (const WithoutEffect& option : kWithoutEffect) {
    const std::string_view names = option.names;
    const std::string name(names.substr(names.find("--")));
    if (app.count(name) > 0)
      remarks.push_back(fmt::format("{} has no effect: {}", name, option.reason));
  }
  if (!flags.password.empty()) {
    remarks.emplace_back("--pwd has no effect: the certificate is in PEM format");
  }
  return remarks;
}

// Options of the program azurite, which starts all three services.
std::string_view OtherService(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    for (const std::string_view prefix : {"--blob", "--queue", "--extentMemoryLimit"}) {
      if (argument.starts_with(prefix)) return argument.substr(0, argument.find('='));
    }
  }
  return {};
}

}  // namespace

bool IsAzuriteTable(std::string_view program) {
  return program.substr(program.rfind('/') + 1) == kProgram;
}

tl::expected<Options, CommandLineEnd> ParseAzuriteCommandLine(int argc, const char* const* argv,
                                                              const AccountVariables& variables,
                                                              std::string_view commit) {
  Options options = DefaultOptions();
  AzuriteFlags flags;
  CLI::App app;
  DescribeAzuriteOptions(app, flags, options, commit);
  if (const std::string_view other = OtherService(argc, argv); !other.empty()) {
    return tl::unexpected(Refusal(
        app, fmt::format("{} is not an option of the Table service; blobs and queues are served by "
                         "azurite-blob and azurite-queue",
                         other)));
  }
  // Azurite has two words for two options.
  const std::string_view only = argc == 2 ? argv[1] : "";
  const std::array<const char*, 2> as_option{argv[0], only == "help" ? "--help" : "--version"};
  const bool is_word = only == "help" || only == "version";
  if (auto end = ParseArguments(app, argc, is_word ? as_option.data() : argv)) {
    return tl::unexpected(*std::move(end));
  }
  if (const std::string reason = Unusable(flags); !reason.empty()) {
    return tl::unexpected(Refusal(app, reason));
  }
  if (!ParseListen(ListenText(flags), options)) {
    return tl::unexpected(Refusal(
        app, fmt::format("--tableHost {}: give a numeric address, such as 127.0.0.1 or 0.0.0.0",
                         flags.host)));
  }
  options.in_memory = flags.in_memory;
  options.development_key_anywhere = true;
  options.log_level = flags.silent ? "warn" : "info";
  options.debug_log = flags.debug_file;
  if (flags.keep_alive_seconds > 0)
    options.idle_time = std::chrono::seconds(flags.keep_alive_seconds);
  options.azurite = InAzuritesPlace{.remarks = Remarks(app, flags)};
  auto complete = CompleteOptions(std::move(options), Translate(flags), variables);
  if (!complete) return tl::unexpected(Refusal(app, complete.error()));
  return *std::move(complete);
}

}  // namespace rowhouse::server
