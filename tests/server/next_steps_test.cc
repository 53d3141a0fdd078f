// The lines that a server prints for the person who started it.
#include "table_service/server/next_steps.h"

#include "table_service/accounts/account_list.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

namespace rowhouse::server {
namespace {

Options DevelopmentOptions() {
  Options options;
  AddDevelopmentAccount(options.accounts);
  return options;
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_CASE(default_server_has_the_short_connection_string) {
  const std::string steps =
      NextSteps(DevelopmentOptions(), {.host = "127.0.0.1", .port = 10002}, "rowhouse");
  BOOST_TEST(steps ==
             "  connection string  UseDevelopmentStorage=true\n"
             "  to try it          rowhouse table create people\n"
             "  in a browser       http://127.0.0.1:10002/\n");
}

BOOST_AUTO_TEST_CASE(any_address_is_shown_as_one_that_can_be_opened) {
  const auto any = NextSteps(DevelopmentOptions(), {.host = "0.0.0.0", .port = 10002}, "rowhouse");
  BOOST_TEST(Contains(any, "UseDevelopmentStorage=true"));
  BOOST_TEST(Contains(any, "http://127.0.0.1:10002/\n"));
  const auto any_ipv6 =
      NextSteps(DevelopmentOptions(), {.host = "[::]", .port = 10002}, "rowhouse");
  BOOST_TEST(Contains(any_ipv6, "TableEndpoint=http://[::1]:10002/devstoreaccount1"));
}

BOOST_AUTO_TEST_CASE(another_port_needs_the_whole_connection_string) {
  const auto steps =
      NextSteps(DevelopmentOptions(), {.host = "127.0.0.1", .port = 4000}, "bin/rowhouse");
  const std::string connection =
      "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6"
      "IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;TableEndpoint=http://127.0.0.1:4000/"
      "devstoreaccount1";
  BOOST_TEST(Contains(steps, "  connection string  " + connection + "\n"));
  BOOST_TEST(Contains(
      steps, "bin/rowhouse table create people --connection-string '" + connection + "'\n"));
}

BOOST_AUTO_TEST_CASE(the_key_of_another_account_is_not_printed) {
  Options options;
  BOOST_TEST_REQUIRE(
      AddAccount("shop=c2VjcmV0", key_source::kOption, options.accounts).has_value());
  const auto steps = NextSteps(options, {.host = "127.0.0.1", .tls_port = 10003}, "rowhouse");
  BOOST_TEST(Contains(steps,
                      "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=KEY;"
                      "TableEndpoint=https://127.0.0.1:10003/shop"));
  BOOST_TEST(!Contains(steps, "c2VjcmV0"));
}

BOOST_AUTO_TEST_CASE(urls_name_both_ports) {
  BOOST_TEST(Urls({.host = "[::1]", .port = 1, .tls_port = 2}) ==
             "http://[::1]:1/ and https://[::1]:2/");
  BOOST_TEST(Urls({.host = "localhost", .tls_port = 2}) == "https://localhost:2/");
}

BOOST_AUTO_TEST_CASE(the_command_is_named_as_one_would_type_it) {
  const auto folder = std::filesystem::temp_directory_path() / "rowhouse_next_steps";
  std::filesystem::create_directories(folder / "bin");
  BOOST_TEST(CommandBeside(folder / "bin" / "rowhoused", folder) == "rowhouse");
  std::ofstream(folder / "bin" / "rowhouse").put('\n');
  BOOST_TEST(CommandBeside(folder / "bin" / "rowhoused", folder) == "bin/rowhouse");
  BOOST_TEST(CommandBeside(folder / "bin" / "rowhoused", "/usr") ==
             (folder / "bin" / "rowhouse").string());
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace rowhouse::server
