#include "table_service/server/azurite_options.h"

#include "table_service/server/azurites_place.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr const char* kKey = "c2VjcmV0LWtleS1vZi10aGUtc2hvcA==";

tl::expected<Options, CommandLineEnd> Parse(const std::vector<const char*>& arguments,
                                            const AccountVariables& variables = {}) {
  std::vector<const char*> argv{"/usr/bin/azurite-table"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return ParseAzuriteCommandLine(static_cast<int>(argv.size()), argv.data(), variables);
}

std::string RefusalOf(const tl::expected<Options, CommandLineEnd>& parsed) {
  return parsed ? "" : parsed.error().text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AzuriteOptionsTest)

BOOST_AUTO_TEST_CASE(KnowsItsName) {
  for (const char* name : {"azurite-table", "/usr/bin/azurite-table", "./azurite-table"}) {
    BOOST_TEST(IsAzuriteTable(name), name);
  }
  for (const char* name :
       {"rowhoused", "azurite", "azurite-table/rowhoused", "", "my-azurite-table"}) {
    BOOST_TEST(!IsAzuriteTable(name), name);
  }
}

BOOST_AUTO_TEST_CASE(DefaultsAreThoseOfAzurite) {
  const auto options = Parse({});
  BOOST_REQUIRE_MESSAGE(options, RefusalOf(options));
  BOOST_TEST(options->address == "127.0.0.1");
  BOOST_TEST(options->port.value_or(0) == 10002);
  BOOST_TEST(options->data == ".");
  BOOST_TEST(!options->in_memory);
  BOOST_TEST(!options->tls);
  BOOST_TEST(options->log_level == "info");
  BOOST_TEST(options->debug_log.empty());
  BOOST_TEST(options->accounts.contains("devstoreaccount1"));
  BOOST_REQUIRE(options->azurite);
  BOOST_TEST(options->azurite->remarks.empty());
  BOOST_TEST(!options->stop_with_stdin);
}

BOOST_AUTO_TEST_CASE(TranslatesOptions) {
  struct Case {
    const char* name;
    std::vector<const char*> arguments;
    std::function<bool(const Options&)> is_so;
  };
  const Case cases[] = {
      {"location", {"--location", "d"}, [](auto& o) { return o.data == "d"; }},
      {"location, short", {"-l", "d"}, [](auto& o) { return o.data == "d"; }},
      {"location, joined", {"--location=d"}, [](auto& o) { return o.data == "d"; }},
      {"any address",
       {"--tableHost", "0.0.0.0"},
       [](auto& o) { return o.address == "0.0.0.0" && o.development_key_anywhere; }},
      {"localhost", {"--tableHost", "localhost"}, [](auto& o) { return o.address == "127.0.0.1"; }},
      {"IPv6", {"--tableHost", "::1"}, [](auto& o) { return o.address == "::1"; }},
      {"port", {"--tablePort", "7"}, [](auto& o) { return o.port == 7; }},
      {"any port", {"--tablePort=0"}, [](auto& o) { return o.port == 0; }},
      {"idle connections",
       {"--tableKeepAliveTimeout", "5"},
       [](auto& o) { return o.idle_time == std::chrono::seconds(5); }},
      {"idle connections, none said",
       {"--tableKeepAliveTimeout", "0"},
       [](auto& o) { return o.idle_time == std::chrono::seconds(600); }},
      {"silent", {"-s"}, [](auto& o) { return o.log_level == "warn"; }},
      {"silent, long", {"--silent"}, [](auto& o) { return o.log_level == "warn"; }},
      {"debug",
       {"-d", "x/log"},
       [](auto& o) { return o.debug_log == "x/log" && o.log_level == "info"; }},
      {"in memory", {"--inMemoryPersistence"}, [](auto& o) { return o.in_memory; }},
      {"TLS on the only port",
       {"--cert", "c", "--key", "k", "--tablePort", "9"},
       [](auto& o) {
         return !o.port && o.tls && o.tls->port == 9 && o.tls->certificate == "c" &&
                o.tls->key == "k";
       }},
      {"end of stdin", {"--stop-with-stdin"}, [](auto& o) { return o.stop_with_stdin; }},
      {"the image's command line",
       {"-l", "/data", "--tableHost", "0.0.0.0"},
       [](auto& o) { return o.data == "/data" && o.port == 10002; }},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto options = Parse(c.arguments);
      BOOST_REQUIRE_MESSAGE(options, RefusalOf(options));
      BOOST_TEST(c.is_so(*options));
      BOOST_TEST(options->azurite->remarks.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(SaysWhichOptionsHaveNoEffect) {
  const std::pair<std::vector<const char*>, const char*> cases[] = {
      {{"--loose"}, "--loose has no effect: "},
      {{"-L"}, "--loose has no effect: "},
      {{"--skipApiVersionCheck"}, "--skipApiVersionCheck has no effect: "},
      {{"--disableProductStyleUrl"}, "--disableProductStyleUrl has no effect: "},
      {{"--disableTelemetry"}, "--disableTelemetry has no effect: "},
      {{"--cert", "c", "--key", "k", "--pwd", "secret"}, "--pwd has no effect: "},
  };
  for (const auto& [arguments, says] : cases) {
    BOOST_TEST_CONTEXT(says) {
      const auto options = Parse(arguments);
      BOOST_REQUIRE_MESSAGE(options, RefusalOf(options));
      BOOST_REQUIRE(options->azurite->remarks.size() == 1U);
      BOOST_TEST(options->azurite->remarks[0].starts_with(says));
      BOOST_TEST(options->azurite->remarks[0].find("secret") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusalsNameTheOptionAndTheRemedy) {
  struct Case {
    std::vector<const char*> arguments;
    std::vector<const char*> says;
  };
  const Case cases[] = {
      {{"--oauth", "basic"}, {"--oauth basic", "shared access signature"}},
      {{"--cert", "c.pfx", "--pwd", "secret"}, {"--pwd", "openssl pkcs12", "--key FILE.pem"}},
      {{"--pwd", "secret"}, {"--pwd", "openssl pkcs12"}},
      {{"--cert", "c"}, {"--cert requires", "--key FILE"}},
      {{"--key", "k"}, {"--key requires", "--cert FILE"}},
      {{"--inMemoryPersistence", "-l", "d"}, {"--inMemoryPersistence and --location"}},
      {{"--tableHost", "tables.example"},
       {"--tableHost tables.example", "numeric address", "0.0.0.0"}},
      {{"--tablePort", "70000"}, {"--tablePort", "'70000'"}},
      {{"--debug"}, {"--debug"}},
      {{"--blobHost", "0.0.0.0"}, {"--blobHost", "azurite-blob"}},
      {{"--queuePort=1"}, {"--queuePort is", "azurite-queue"}},
      {{"--extentMemoryLimit", "5"}, {"--extentMemoryLimit", "azurite-blob"}},
      {{"--tablePrt", "5"}, {"unknown option --tablePrt; did you mean --tablePort?"}},
      {{"--data", "d"}, {"unknown option --data"}},
      {{"start"}, {"this one does not: start"}},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.arguments.front()) {
      const auto parsed = Parse(c.arguments);
      BOOST_REQUIRE(!parsed);
      BOOST_TEST(parsed.error().exit_code == 2);
      const std::string& text = parsed.error().text;
      BOOST_TEST(text.starts_with("azurite-table: "));
      BOOST_TEST(text.ends_with("azurite-table --help shows all options.\n"));
      for (const char* word : c.says) {
        BOOST_TEST(text.find(word) != std::string::npos, word << " in: " << text);
      }
      BOOST_TEST(text.find("secret") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(HelpAndVersionAreWordsToo) {
  for (const char* argument : {"help", "--help", "-h"}) {
    const auto help = Parse({argument});
    BOOST_REQUIRE(!help);
    BOOST_TEST(help.error().exit_code == 0);
    // Every option that azurite-table --help shows.
    for (const char* option : {"--cert",
                               "-d",
                               "--debug",
                               "--disableProductStyleUrl",
                               "--disableTelemetry",
                               "-h",
                               "--help",
                               "--inMemoryPersistence",
                               "--key",
                               "-l",
                               "--location",
                               "-L",
                               "--loose",
                               "--oauth",
                               "--pwd",
                               "-s",
                               "--silent",
                               "--skipApiVersionCheck",
                               "--tableHost",
                               "--tableKeepAliveTimeout",
                               "--tablePort",
                               "-v",
                               "--version"}) {
      BOOST_TEST(help.error().text.find(option) != std::string::npos, option);
    }
  }
  for (const char* argument : {"version", "--version", "-v"}) {
    BOOST_TEST(RefusalOf(Parse({argument})) == "rowhoused " ROWHOUSE_VERSION "\n");
    const char* const argv[] = {"azurite-table", argument};
    BOOST_TEST(RefusalOf(ParseAzuriteCommandLine(2, argv, {}, "53f2c6a90b1e")) ==
               "rowhoused " ROWHOUSE_VERSION " (53f2c6a90b1e)\n");
  }
}

BOOST_AUTO_TEST_CASE(AccountsOfAzuriteAreUsedIfThereAreNoOthers) {
  const std::string shop = std::string("shop:") + kKey + ":YW5vdGhlcg==;stock:YW5vdGhlcg==;";
  const auto names = [](const tl::expected<Options, CommandLineEnd>& parsed) {
    std::string joined;
    if (!parsed) return parsed.error().text;
    for (const auto& [name, keys] : parsed->accounts) joined += name + " ";
    return joined + (UsesAzuriteVariable(parsed->account_sources) ? "from Azurite" : "");
  };
  const auto as_rowhoused = [](std::vector<const char*> arguments,
                               const AccountVariables& variables) {
    arguments.insert(arguments.begin(), "rowhoused");
    return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data(), variables);
  };
  const std::string option = std::string("mine=") + kKey;
  BOOST_TEST(names(Parse({}, {.azurite = shop.c_str()})) == "shop stock from Azurite");
  BOOST_TEST(names(as_rowhoused({}, {.azurite = shop.c_str()})) == "shop stock from Azurite");
  BOOST_TEST(names(as_rowhoused({}, {.rowhouse = "own:AAAA", .azurite = shop.c_str()})) == "own ");
  BOOST_TEST(names(as_rowhoused({"--account", option.c_str()}, {.azurite = shop.c_str()})) ==
             "mine ");
  BOOST_TEST(names(Parse({}, {.azurite = ""})) == "devstoreaccount1 ");
  const std::string refusal = names(as_rowhoused({}, {.azurite = "shop"}));
  BOOST_TEST(refusal.find("AZURITE_ACCOUNTS: account 'shop' has no key") != std::string::npos,
             refusal);
  // What would not be read is not checked.
  BOOST_TEST(names(as_rowhoused({"--account", option.c_str()}, {.azurite = "shop"})) == "mine ");
}

BOOST_AUTO_TEST_CASE(PrintsTheLinesThatScriptsWaitFor) {
  BOOST_TEST(AzuriteReady({.host = "0.0.0.0", .port = 10002}) ==
             "Azurite Table service is successfully listening at http://0.0.0.0:10002\n"
             "Azurite Table service successfully started on 0.0.0.0:10002\n");
  BOOST_TEST(AzuriteReady({.host = "[::1]", .tls_port = 9}) ==
             "Azurite Table service is successfully listening at https://[::1]:9\n"
             "Azurite Table service successfully started on [::1]:9\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::server
