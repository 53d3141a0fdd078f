#include "cli/connection_options.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

namespace rowhouse::cli {

namespace {

const Environment kEnvironment = {{"AZURE_STORAGE_CONNECTION_STRING", "from environment"}};
const Config kConfig = {{"default", {.values = {{"connection-string", "from default"}}}},
                        {"cloud", {.values = {{"account", "contoso"}, {"key", "S0VZ"}}}}};

std::string Fault(const ConnectionOptions& options) {
  const auto found = ChooseCredentials(options, {}, kConfig);
  return found ? "" : found.error();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ConnectionOptionsTest)

BOOST_AUTO_TEST_CASE(FirstPlaceThatHasAnyWins) {
  ConnectionOptions options;
  options.connection_string = "from flag";
  options.profile = "cloud";
  BOOST_TEST(ChooseCredentials(options, kEnvironment, kConfig)->connection_string == "from flag");
  options.connection_string.clear();
  BOOST_TEST(ChooseCredentials(options, kEnvironment, kConfig)->account == "contoso");
  options.profile.clear();
  BOOST_TEST(ChooseCredentials(options, kEnvironment, kConfig)->connection_string ==
             "from environment");
  BOOST_TEST(ChooseCredentials(options, {}, kConfig)->connection_string == "from default");
  BOOST_TEST(ChooseCredentials(options, {}, {})->connection_string == "UseDevelopmentStorage=true");
}

BOOST_AUTO_TEST_CASE(AddressIsMadeOfTheAccount) {
  ConnectionOptions options;
  options.account = "contoso";
  options.key = "S0VZ";
  BOOST_TEST(ChooseCredentials(options, {}, {})->endpoint ==
             "https://contoso.table.core.windows.net");
  options.key.clear();
  options.sas = "?sv=1&sig=x";
  BOOST_TEST(ChooseCredentials(options, {}, {})->sas_url ==
             "https://contoso.table.core.windows.net?sv=1&sig=x");
}

BOOST_AUTO_TEST_CASE(FaultsNameTheRemedyAndNoSecret) {
  ConnectionOptions options;
  options.account = "contoso";
  BOOST_TEST(Fault(options).find("--key or --sas") != std::string::npos);
  options.connection_string = "AccountKey=SECRET";
  BOOST_TEST(Fault(options).find("leave the others out") != std::string::npos);
  BOOST_TEST(Fault(options).find("SECRET") == std::string::npos);
  options = {};
  options.profile = "nowhere";
  BOOST_TEST(Fault(options).find("it has cloud, default") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(TheEnvironmentIsReadAsAzReadsIt) {
  Environment environment = {{"AZURE_STORAGE_ACCOUNT", "fabrikam"}};
  BOOST_TEST(ChooseCredentials({}, environment, {}).error().find("AZURE_STORAGE_SAS_TOKEN") !=
             std::string::npos);
  environment["AZURE_STORAGE_SAS_TOKEN"] = "sv=1&sig=x";
  BOOST_TEST(ChooseCredentials({}, environment, kConfig)->sas_url ==
             "https://fabrikam.table.core.windows.net?sv=1&sig=x");
  ConnectionOptions only_account;
  only_account.account = "contoso";
  BOOST_TEST(ChooseCredentials(only_account, environment, {})->sas_url ==
             "https://contoso.table.core.windows.net?sv=1&sig=x");
  environment["AZURE_STORAGE_KEY"] = "S0VZ";
  environment["AZURE_STORAGE_SERVICE_ENDPOINT"] = "http://127.0.0.1:10002/fabrikam";
  const auto with_key = ChooseCredentials({}, environment, {});
  BOOST_TEST(with_key->account == "fabrikam");
  BOOST_TEST(with_key->key == "S0VZ");
  BOOST_TEST(with_key->endpoint == "http://127.0.0.1:10002/fabrikam");
  environment["AZURE_STORAGE_CONNECTION_STRING"] = "whole";
  BOOST_TEST(ChooseCredentials({}, environment, {})->connection_string == "whole");
}

BOOST_AUTO_TEST_CASE(ConfigIsReadBySections) {
  const auto config = ParseConfig("# x\n[cloud]\n account = contoso \nkey=a=b==\n\n[b]\n");
  BOOST_TEST(config.at("cloud").values.at("account") == "contoso");
  BOOST_TEST(config.at("cloud").values.at("key") == "a=b==");
  BOOST_TEST(config.contains("b"));
}

BOOST_AUTO_TEST_CASE(ABadLineSpoilsOnlyItsOwnSection) {
  const Config config = ParseConfig(
      "[old]\npassword = SECRET\naccount = a\n[cloud]\naccount = contoso\nkey = S0VZ\n[broken\n"
      "account = b\n[more] x\n");
  ConnectionOptions options;
  options.profile = "cloud";
  BOOST_TEST(ChooseCredentials(options, {}, config)->account == "contoso");
  BOOST_TEST(ChooseCredentials({}, {}, config)->connection_string == "UseDevelopmentStorage=true");
  const std::pair<const char*, const char*> faults[] = {
      {"old", "line 2:"}, {"broken", "line 7:"}, {"more", "line 9:"}};
  for (const auto& [name, line] : faults) {
    options.profile = name;
    const auto fault = ChooseCredentials(options, {}, config).error();
    BOOST_TEST(fault.find(line) != std::string::npos, fault);
    BOOST_TEST(fault.find("SECRET") == std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
