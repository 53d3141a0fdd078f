#include "table_service/accounts/account_list.h"
#include "table_service/server/options.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr const char* kKey = "c2VjcmV0LWtleS1vZi10aGUtc2hvcA==";
constexpr const char* kKey2 = "YW5vdGhlci1zZWNyZXQ=";

tl::expected<Options, CommandLineEnd> Parse(std::initializer_list<const char*> arguments,
                                            const char* variable = nullptr) {
  std::vector<const char*> argv{"rowhoused"};
  argv.insert(argv.end(), arguments);
  return ParseCommandLine(static_cast<int>(argv.size()), argv.data(), {.rowhouse = variable});
}

// Set for as long as the object lives.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~EnvironmentVariable() { unsetenv(name_); }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

 private:
  const char* name_;
};

std::string RefusalOf(const tl::expected<Options, CommandLineEnd>& parsed) {
  return parsed ? "" : parsed.error().text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(CommandLineTest)

BOOST_AUTO_TEST_CASE(DefaultsServeTheDevelopmentAccountOnLoopback) {
  const auto options = Parse({});
  BOOST_REQUIRE(options);
  BOOST_TEST(options->address == "127.0.0.1");
  BOOST_TEST(options->port.value_or(0) == 10002);
  BOOST_TEST(options->accounts.size() == 1U);
  BOOST_TEST(options->accounts.begin()->first == "devstoreaccount1");
  BOOST_TEST(options->accounts.begin()->second.keys.at(0).size() == 64U);
  BOOST_TEST(options->data == "data");
  BOOST_TEST((options->sync == store::SyncMode::kFull));
  BOOST_TEST(options->journal);
  BOOST_TEST(options->check_dates);
  BOOST_TEST(!options->in_memory);
}

BOOST_AUTO_TEST_CASE(ReadsEveryOption) {
  const std::string account = std::string("shop=") + kKey;
  const auto options = Parse({"--listen",
                              "[::1]:0",
                              "--account",
                              account.c_str(),
                              "--data",
                              "d",
                              "--sync",
                              "normal",
                              "--journal",
                              "off",
                              "--exclusive",
                              "--own-files-max",
                              "7",
                              "--io-threads",
                              "3",
                              "--commit-threads",
                              "4",
                              "--memory-max",
                              "512",
                              "--row-cache",
                              "16",
                              "--log-max",
                              "64",
                              "--log-level",
                              "debug",
                              "--skip-date-check",
                              "--admin-token",
                              "t0ken"});
  BOOST_TEST(RefusalOf(options) == "");
  BOOST_REQUIRE(options);
  BOOST_TEST(options->address == "::1");
  BOOST_TEST(options->port.value_or(1) == 0);
  BOOST_TEST(options->accounts.at("shop").keys.at(0) == "secret-key-of-the-shop");
  BOOST_TEST(options->accounts.count("devstoreaccount1") == 0U);
  BOOST_TEST(options->data == "d");
  BOOST_TEST((options->sync == store::SyncMode::kNormal));
  BOOST_TEST(!options->journal);
  BOOST_TEST(options->exclusive);
  BOOST_TEST(options->own_files_max == 7U);
  BOOST_TEST(options->io_threads == 3U);
  BOOST_TEST(options->commit_threads == 4U);
  BOOST_TEST(options->memory_max_mib == 512U);
  BOOST_TEST(options->row_cache_mib == 16U);
  BOOST_TEST(options->log_max_mib == 64U);
  BOOST_TEST(options->log_level == "debug");
  BOOST_TEST(!options->check_dates);
  BOOST_TEST(options->admin_token == "t0ken");
  BOOST_TEST(options->ListensOnLoopbackOnly());
}

BOOST_AUTO_TEST_CASE(TlsHasAPortBesideThePlainOneOrItAlone) {
  struct Case {
    const char* name;
    std::vector<const char*> arguments;
    int plain, tls;  // -1: none
  };
  const Case cases[] = {
      {"no TLS", {}, 10002, -1},
      {"the next port", {"--tls-self-signed"}, 10002, 10003},
      {"a chosen port", {"--tls-self-signed", "--tls-port", "443"}, 10002, 443},
      {"any free ports", {"--tls-self-signed", "--listen", "127.0.0.1:0"}, 0, 0},
      {"TLS alone", {"--tls-self-signed", "--tls-only"}, -1, 10002},
      {"TLS alone, port chosen", {"--tls-self-signed", "--tls-only", "--tls-port", "9"}, -1, 9},
      {"own certificate", {"--tls-cert", "c"}, 10002, 10003},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      std::vector<const char*> argv{"rowhoused"};
      argv.insert(argv.end(), c.arguments.begin(), c.arguments.end());
      const auto options = ParseCommandLine(static_cast<int>(argv.size()), argv.data(), {});
      BOOST_REQUIRE_MESSAGE(options, RefusalOf(options));
      BOOST_TEST((options->port ? int{*options->port} : -1) == c.plain);
      BOOST_TEST((options->tls ? int{options->tls->port} : -1) == c.tls);
    }
  }
  const auto own = Parse({"--tls-cert", "c", "--tls-key", "k"});
  BOOST_REQUIRE(own);
  BOOST_TEST(own->tls->certificate == "c");
  BOOST_TEST(own->tls->key == "k");
  BOOST_TEST(!own->tls->self_signed);
  BOOST_TEST(Parse({"--tls-cert", "both"})->tls->key == "both");
}

BOOST_AUTO_TEST_CASE(HelpAndVersionEndWell) {
  const auto help = Parse({"--help"});
  BOOST_REQUIRE(!help);
  BOOST_TEST(help.error().exit_code == 0);
  for (const char* word :
       {"--listen", "--account", "--data", "--in-memory", "--sync", "Examples"}) {
    BOOST_TEST(help.error().text.find(word) != std::string::npos, word);
  }
  const auto version = Parse({"--version"});
  BOOST_REQUIRE(!version);
  BOOST_TEST(version.error().exit_code == 0);
  BOOST_TEST(version.error().text == "rowhoused " ROWHOUSE_VERSION "\n");
  const char* const argv[] = {"rowhoused", "--version"};
  BOOST_TEST(ParseCommandLine(2, argv, {}, "53f2c6a90b1e").error().text ==
             "rowhoused " ROWHOUSE_VERSION " (53f2c6a90b1e)\n");
}

BOOST_AUTO_TEST_CASE(DetectsHotKeysUnlessToldNotTo) {
  BOOST_TEST(Parse({})->detect);
  BOOST_TEST(!Parse({"--no-detector"})->detect);
}

BOOST_AUTO_TEST_CASE(AcceptsBothNamesOfTheLevelOfWarnings) {
  BOOST_TEST(Parse({"--log-level", "warn"}).has_value());
  BOOST_TEST(Parse({"--log-level", "warning"}).has_value());
}

BOOST_AUTO_TEST_CASE(RefusalsNameTheOptionAndTheRemedy) {
  struct Case {
    const char* name;
    std::vector<const char*> arguments;
    std::vector<const char*> says;
  };
  const Case cases[] = {
      {"unknown option", {"--prot", "1"}, {"--prot", "--help"}},
      {"not a number",
       {"--io-threads", "many"},
       {"--io-threads", "'many' is not a whole number from 1 to 256", "--help"}},
      {"out of range", {"--io-threads", "0"}, {"--io-threads", "'0'", "from 1 to 256"}},
      {"a fraction", {"--io-threads", "1.5"}, {"--io-threads", "'1.5'"}},
      {"unknown mode", {"--sync", "sometimes"}, {"--sync", "full"}},
      {"unknown level", {"--log-level", "loud"}, {"--log-level", "debug"}},
      {"no port", {"--listen", "127.0.0.1:"}, {"--listen", "127.0.0.1:10002"}},
      {"port too large", {"--listen", "127.0.0.1:65536"}, {"--listen", "127.0.0.1:10002"}},
      {"bare IPv6", {"--listen", "::1:10002"}, {"--listen", "[::1]:10002"}},
      {"no host", {"--listen", ":10002"}, {"--listen", "127.0.0.1:10002"}},
      {"a name", {"--listen", "tables.example:10002"}, {"--listen tables.example", "numeric"}},
      {"no address", {"--listen", "127.0.0:10002"}, {"--listen 127.0.0:10002", "numeric"}},
      {"account without key", {"--account", "shop"}, {"--account", "NAME=KEY"}},
      {"key that is not base64", {"--account", "shop=se!cret"}, {"shop", "openssl rand"}},
      {"bad account name", {"--account", "My-Shop=AAAA"}, {"My-Shop", "lower-case"}},
      {"missing file",
       {"--accounts-file", "/nonexistent/a"},
       {"--accounts-file", "/nonexistent/a"}},
      {"host with a port", {"--host", "tables.example:80"}, {"--host", "without a port"}},
      {"host that is an address", {"--host", "10.0.0.1"}, {"--host", "tables.example"}},
      {"seed without account",
       {"--seed", "s", "--account", "abc=AAAA", "--account", "abd=AAAA"},
       {"--seed s", "--seed abc=s"}},
      {"key without certificate", {"--tls-key", "k"}, {"--tls-key", "--tls-cert"}},
      {"two certificates",
       {"--tls-cert", "c", "--tls-self-signed"},
       {"--tls-cert", "--tls-self-signed"}},
      {"TLS port without TLS", {"--tls-port", "443"}, {"--tls-port", "--tls-self-signed"}},
      {"only TLS without TLS", {"--tls-only"}, {"--tls-only", "--tls-cert"}},
      {"one port for both",
       {"--tls-self-signed", "--tls-port", "10002"},
       {"--tls-port", "--tls-only"}},
      {"no port left",
       {"--tls-self-signed", "--listen", "127.0.0.1:65535"},
       {"65535", "--tls-port"}},
      {"development key for all over TLS",
       {"--listen", "0.0.0.0:0", "--tls-self-signed", "--tls-only"},
       {"devstoreaccount1", "--account"}},
      {"two places for data", {"--data", "d", "--in-memory"}, {"--in-memory", "--data"}},
      {"development key for all",
       {"--listen", "0.0.0.0:0"},
       {"devstoreaccount1", "--account", "--allow-development-key-anywhere"}},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      std::vector<const char*> argv{"rowhoused"};
      argv.insert(argv.end(), c.arguments.begin(), c.arguments.end());
      const auto parsed = ParseCommandLine(static_cast<int>(argv.size()), argv.data(), {});
      BOOST_REQUIRE(!parsed);
      BOOST_TEST(parsed.error().exit_code == 2);
      for (const char* text : c.says) {
        BOOST_TEST(parsed.error().text.find(text) != std::string::npos,
                   text << " in: " << parsed.error().text);
      }
      BOOST_TEST(parsed.error().text.find("se!cret") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(SeedsGoToTheirAccount) {
  const auto one = Parse({"--seed", "a=b.jsonl"});
  BOOST_REQUIRE(one);
  BOOST_TEST(one->seeds.at(0).account == "devstoreaccount1");
  BOOST_TEST(one->seeds.at(0).file == "a=b.jsonl");
  const auto two = Parse(
      {"--account", "abc=AAAA", "--account", "abd=AAAA", "--seed", "abc=x", "--seed", "abd=y"});
  BOOST_REQUIRE(two);
  BOOST_TEST(two->seeds.at(0).account == "abc");
  BOOST_TEST(two->seeds.at(1).account == "abd");
  BOOST_TEST(two->seeds.at(1).file == "y");
}

BOOST_AUTO_TEST_CASE(HostNamesAreKeptInLowerCase) {
  const auto options = Parse({"--host", "Tables.Example", "--host", "box"});
  BOOST_REQUIRE(options);
  BOOST_TEST(options->hosts == (std::vector<std::string>{"tables.example", "box"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(DevelopmentKeyMayGoAnywhereWhenToldSo) {
  BOOST_TEST(Parse({"--listen", "0.0.0.0:1", "--allow-development-key-anywhere"}).has_value());
  const std::string account = std::string("shop=") + kKey;
  BOOST_TEST(Parse({"--listen", "0.0.0.0:1", "--account", account.c_str()}).has_value());
  const std::string known = "shop=" + std::string(kDevelopmentKeyBase64);
  BOOST_TEST(!Parse({"--listen", "0.0.0.0:1", "--account", known.c_str()}).has_value());
}

BOOST_AUTO_TEST_CASE(TheImageListensByItsEnvironment) {
  const EnvironmentVariable listen("ROWHOUSE_LISTEN", "0.0.0.0:1");
  BOOST_TEST(RefusalOf(Parse({})).find("--allow-development-key-anywhere") != std::string::npos);
  const EnvironmentVariable allow("ROWHOUSE_ALLOW_DEVELOPMENT_KEY_ANYWHERE", "true");
  const auto options = Parse({});
  BOOST_REQUIRE(options);
  BOOST_TEST(options->address == "0.0.0.0");
  const auto told_otherwise = Parse({"--listen", "127.0.0.1:2"});
  BOOST_REQUIRE(told_otherwise);
  BOOST_TEST(told_otherwise->address == "127.0.0.1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(AccountListTest)

BOOST_AUTO_TEST_CASE(ReadsTheVariable) {
  const std::string value = std::string("shop:") + kKey + ":" + kKey2 + "; stock:" + kKey2 + " ;";
  const auto options = Parse({}, value.c_str());
  BOOST_REQUIRE(options);
  BOOST_TEST(options->accounts.size() == 2U);
  BOOST_TEST(options->accounts.at("shop").keys.size() == 2U);
  BOOST_TEST(options->accounts.at("stock").keys.at(0) == "another-secret");
}

BOOST_AUTO_TEST_CASE(RefusalsShowNoKey) {
  const std::string account = std::string("shop=") + kKey;
  const std::string option = "--acount=" + account;
  const tl::expected<Options, CommandLineEnd> refusals[] = {
      Parse({"--acount", account.c_str()}), Parse({option.c_str()}),    Parse({account.c_str()}),
      Parse({"--admin-tokn", kKey}),        Parse({}, account.c_str()),
  };
  for (const auto& refused : refusals) {
    BOOST_TEST_CONTEXT(RefusalOf(refused)) {
      BOOST_TEST(RefusalOf(refused) != "");
      BOOST_TEST(RefusalOf(refused).find(kKey) == std::string::npos);
    }
  }
  BOOST_TEST(RefusalOf(refusals[0]).find("unknown option --acount; did you mean --account?\n") !=
             std::string::npos);
  BOOST_TEST(RefusalOf(refusals[1]).find("unknown option --acount; did you mean --account?\n") !=
             std::string::npos);
  BOOST_TEST(RefusalOf(Parse({"data"})).find("this one does not: data\n") != std::string::npos);
  BOOST_TEST(RefusalOf(refusals[4]).find("':' is missing between") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(RefusesAVariableWithoutKeyAndAThirdKey) {
  BOOST_TEST(RefusalOf(Parse({}, "shop")).find("ROWHOUSE_ACCOUNTS: account 'shop' has no key") !=
             std::string::npos);
  BOOST_TEST(RefusalOf(Parse({}, "shop:AAAA:AAAB:AAAC")).find("more than two keys") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(TheFileIsReadAnewAndHeldToTheSameRules) {
  const auto file = std::filesystem::temp_directory_path() / "rowhouse_account_list_test";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write(std::string("shop=") + kKey);
  const auto options = Parse({"--accounts-file", file.c_str(), "--listen", "0.0.0.0:0"});
  BOOST_REQUIRE(options);
  write(std::string("shop=") + kKey2 + "\nstock=" + kKey);
  const auto again = options->ReadAccounts();
  BOOST_REQUIRE(again);
  BOOST_TEST(again->size() == 2U);
  BOOST_TEST(again->at("shop").keys.at(0) == "another-secret");
  write("shop=" + std::string(kDevelopmentKeyBase64));
  BOOST_TEST(options->ReadAccounts().error().find("development key") != std::string::npos);
  write("# nobody\n");
  BOOST_TEST(options->ReadAccounts().error().find("contains no account") != std::string::npos);
  std::filesystem::remove(file);
  BOOST_TEST(options->ReadAccounts().error().find("cannot be read: No such file") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(ReadsAFileAndNamesItsBadLine) {
  const auto file = std::filesystem::temp_directory_path() / "rowhouse_account_list_test";
  std::ofstream(file) << "# the shop\n\n  shop=" << kKey << "\r\nshop=" << kKey2 << "\nstock\n";
  Accounts accounts;
  const auto added = AddAccountsFromFile(file, accounts);
  std::filesystem::remove(file);
  BOOST_TEST(accounts.at("shop").keys.size() == 2U);
  BOOST_REQUIRE(!added);
  BOOST_TEST(added.error() ==
             file.string() + ":5: an account must have the form NAME=KEY, with the key in base64");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::server
