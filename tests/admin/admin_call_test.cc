#include "table_service/admin/admin_call.h"

#include "table_service/admin/table_sizes.h"
#include "table_service/traffic/traffic.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::admin {
namespace {

const ServerFigures kServer;

AccountMap Accounts(std::initializer_list<const char*> names) {
  AccountMap accounts;
  for (const char* const name : names) accounts[name] = std::make_shared<Account>();
  return accounts;
}

template <class Type>
std::string CodeOf(const AdminResult<Type>& result) {
  return result ? "" : std::to_string(result.error().status) + " " + result.error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AdminCallTest)

BOOST_AUTO_TEST_CASE(ReadsParameters) {
  struct Case {
    const char* name;
    const char* query;
    AdminParameters parameters;
  };
  const Case cases[] = {
      {"none", "", {}},
      {"two", "table=orders&account=shop", {{"account", "shop"}, {"table", "orders"}}},
      {"encoded", "a%20b=c%26d+e", {{"a b", "c&d e"}}},
      {"the first of a name", "a=1&a=2", {{"a", "1"}}},
      {"no value", "a&b=", {{"a", ""}, {"b", ""}}},
      {"empty items", "&&a=1&", {{"a", "1"}}},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto parsed = ParseAdminParameters(c.query);
      BOOST_REQUIRE(parsed);
      BOOST_TEST((*parsed == c.parameters));
    }
  }
  for (const char* const bad : {"a=%", "%gg=1", "a=%ff"}) {
    BOOST_TEST(CodeOf(ParseAdminParameters(bad)) == "400 InvalidQuery");
  }
  std::string many;
  for (int i = 0; i < 65; ++i) many += "p" + std::to_string(i) + "=1&";
  BOOST_TEST(CodeOf(ParseAdminParameters(many)) == "400 InvalidQuery");
}

BOOST_AUTO_TEST_CASE(FindsTheAccountOfACall) {
  struct Case {
    const char* name;
    AccountMap accounts;
    const char* query;
    std::optional<std::string> caller;
    const char* outcome;
  };
  const Case cases[] = {
      {"the only one", Accounts({"shop"}), "", {}, "shop"},
      {"by name", Accounts({"shop", "stock"}), "account=stock", {}, "stock"},
      {"several accounts, none named", Accounts({"shop", "stock"}), "", {}, "400 MissingParameter"},
      {"unknown", Accounts({"shop"}), "account=x", {}, "404 AccountNotFound"},
      {"the caller's", Accounts({"shop", "stock"}), "", "stock", "stock"},
      {"the caller's by name", Accounts({"shop", "stock"}), "account=stock", "stock", "stock"},
      {"another than the caller's", Accounts({"shop", "stock"}), "account=shop", "stock",
       "403 OtherAccount"},
      {"unknown, by a caller", Accounts({"shop"}), "account=x", "shop", "403 OtherAccount"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const AccountDirectory directory(c.accounts);
      Traffic traffic({}, directory, std::chrono::system_clock::now);
      TableSizes sizes(directory);
      const AdminServices services{
          .accounts = directory, .traffic = traffic, .sizes = sizes, .server = kServer};
      const wire::Request request;
      const auto parameters = ParseAdminParameters(c.query);
      const auto account = AccountOf({.request = request,
                                      .parameters = *parameters,
                                      .caller = c.caller,
                                      .services = services});
      BOOST_TEST((account ? account->name : CodeOf(account)) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(ReadsNumbersWithinTheirBounds) {
  const AccountDirectory directory(AccountMap{});
  Traffic traffic({}, directory, std::chrono::system_clock::now);
  TableSizes sizes(directory);
  const AdminServices services{
      .accounts = directory, .traffic = traffic, .sizes = sizes, .server = kServer};
  const wire::Request request;
  const AdminParameters parameters{{"one", "1"},  {"ten", "10"},  {"zero", "0"},
                                   {"big", "11"}, {"word", "1a"}, {"empty", ""}};
  const AdminCall call{
      .request = request, .parameters = parameters, .caller = {}, .services = services};
  BOOST_TEST(call.NumberParameter("one", 5, 10).value() == 1U);
  BOOST_TEST(call.NumberParameter("ten", 5, 10).value() == 10U);
  BOOST_TEST(call.NumberParameter("absent", 5, 10).value() == 5U);
  BOOST_TEST(call.NumberParameter("empty", 5, 10).value() == 5U);
  for (const char* const name : {"zero", "big", "word"}) {
    BOOST_TEST(CodeOf(call.NumberParameter(name, 5, 10)) == "400 InvalidParameter");
  }
  BOOST_TEST(call.RequiredParameter("ten").value() == "10");
  BOOST_TEST(CodeOf(call.RequiredParameter("empty")) == "400 MissingParameter");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::admin
