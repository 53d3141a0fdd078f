#include "cli/connection_options.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::cli {

namespace {

const Environment kEnvironment = {{"AZURE_STORAGE_CONNECTION_STRING", "from environment"}};
const Config kConfig = {{"default", {{"connection-string", "from default"}}},
                        {"cloud", {{"account", "contoso"}, {"key", "S0VZ"}}}};

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

BOOST_AUTO_TEST_CASE(ConfigIsReadBySections) {
  const auto config = ParseConfig("# x\n[cloud]\n account = contoso \nkey=a=b==\n\n[b]\n");
  BOOST_TEST_REQUIRE(config.has_value());
  BOOST_TEST(config->at("cloud").at("account") == "contoso");
  BOOST_TEST(config->at("cloud").at("key") == "a=b==");
  BOOST_TEST(config->contains("b"));
  const auto wrong = ParseConfig("[cloud]\npassword = SECRET\n");
  BOOST_TEST_REQUIRE(!wrong.has_value());
  BOOST_TEST(wrong.error().starts_with("line 2:"));
  BOOST_TEST(wrong.error().find("SECRET") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
