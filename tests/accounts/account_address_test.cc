#include "table_service/accounts/account_address.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

namespace {

const std::vector<std::string> kHosts = {"tables.example", "my.table.box", "box"};

// A server with the accounts shop and devstoreaccount1 on a machine with these names.
Result<AccountAddress> Parse(std::optional<std::string_view> host, std::string_view path,
                             bool tls = false, std::string_view signer = "") {
  return ParseAccountAddress({.host = host, .path = path, .signer = signer, .tls = tls},
                             {.hosts = kHosts, .is_account = [](std::string_view name) {
                                return name == "shop" || name == "devstoreaccount1";
                              }});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AccountAddressTest)

BOOST_AUTO_TEST_CASE(FindsTheAccountInPathOrHost) {
  struct Case {
    const char* name;
    const char* host;
    const char* path;
    const char* account;
    bool secondary;
    const char* base_url;
    const char* resource_path;
  };
  const Case cases[] = {
      {"path style", "127.0.0.1:10002", "/devstoreaccount1/Tables", "devstoreaccount1", false,
       "http://127.0.0.1:10002/devstoreaccount1", "/Tables"},
      {"account alone", "127.0.0.1:10002", "/devstoreaccount1", "devstoreaccount1", false,
       "http://127.0.0.1:10002/devstoreaccount1", ""},
      {"any host name", "tables:10002", "/shop/a(PartitionKey='x',RowKey='y')", "shop", false,
       "http://tables:10002/shop", "/a(PartitionKey='x',RowKey='y')"},
      {"path style secondary", "localhost", "/shop-secondary/a", "shop", true,
       "http://localhost/shop-secondary", "/a"},
      {"host style", "shop.table.core.windows.net", "/a", "shop", false,
       "http://shop.table.core.windows.net", "/a"},
      {"host style secondary", "shop-secondary.table.localhost:10002", "/", "shop", true,
       "http://shop-secondary.table.localhost:10002", "/"},
      {"host style in upper case", "SHOP.TABLE.localhost", "/a", "shop", false,
       "http://SHOP.TABLE.localhost", "/a"},
      {"an IPv6 host", "[::1]:10002", "/shop/", "shop", false, "http://[::1]:10002/shop", "/"},
      {"another service's host", "shop.blob.localhost", "/shop/a", "shop", false,
       "http://shop.blob.localhost/shop", "/a"},
      {"label of a configured host", "shop.tables.example:81", "/a", "shop", false,
       "http://shop.tables.example:81", "/a"},
      {"secondary of a configured host", "shop-secondary.box", "/a", "shop", true,
       "http://shop-secondary.box", "/a"},
      {"service of a configured host", "shop.table.tables.example", "/a", "shop", false,
       "http://shop.table.tables.example", "/a"},
      {"configured host in upper case", "SHOP.Tables.Example", "/a", "shop", false,
       "http://SHOP.Tables.Example", "/a"},
      {"a configured host itself", "tables.example", "/shop/a", "shop", false,
       "http://tables.example/shop", "/a"},
      {"a configured host that looks like an account's", "my.table.box", "/shop/a", "shop", false,
       "http://my.table.box/shop", "/a"},
      {"two labels before a configured host", "a.shop.box", "/shop/a", "shop", false,
       "http://a.shop.box/shop", "/a"},
      {"only the path names an account", "pod.table.svc", "/shop/a", "shop", false,
       "http://pod.table.svc/shop", "/a"},
      {"host and path name an account", "shop.table.svc", "/devstoreaccount1/a", "shop", false,
       "http://shop.table.svc", "/devstoreaccount1/a"},
      {"neither names an account", "pod.table.svc", "/other/a", "pod", false,
       "http://pod.table.svc", "/other/a"},
      {"an IPv6 host with port", "[::1]:81", "/shop/", "shop", false, "http://[::1]:81/shop", "/"},
      {"no account", "localhost", "/", "", false, "http://localhost/", ""},
      {"empty segment after the account", "localhost", "/shop//$batch", "shop", false,
       "http://localhost/shop", "/$batch"},
      {"empty segment after the secondary", "localhost", "/shop-secondary//a", "shop", true,
       "http://localhost/shop-secondary", "/a"},
      {"two empty segments", "localhost", "/shop///a", "shop", false, "http://localhost/shop",
       "//a"},
      {"empty segment in host style", "shop.table.localhost", "//a", "shop", false,
       "http://shop.table.localhost", "//a"},
      {"no label before the dot", ".table.localhost", "/shop/a", "shop", false,
       "http://.table.localhost/shop", "/a"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto address = Parse(c.host, c.path);
      BOOST_REQUIRE(address);
      BOOST_TEST(address->account == c.account);
      BOOST_TEST(address->secondary == c.secondary);
      BOOST_TEST(address->base_url == c.base_url);
      BOOST_TEST(address->resource_path == c.resource_path);
    }
  }
}

BOOST_AUTO_TEST_CASE(UsesTheSignerIfNothingElseNamesAnAccount) {
  struct Case {
    const char* name;
    const char* host;
    const char* path;
    const char* signer;
    const char* account;
    const char* base_url;
    const char* resource_path;
  };
  const Case cases[] = {
      {"path without account", "localhost:81", "/orders()", "shop", "shop",
       "http://localhost:81/shop", "/orders()"},
      {"more than a segment", "localhost", "/orders/a", "shop", "shop", "http://localhost/shop",
       "/orders/a"},
      {"the root", "localhost", "/", "shop", "shop", "http://localhost/shop", "/"},
      {"neither host nor path is an account", "pod.table.svc", "/orders", "shop", "shop",
       "http://pod.table.svc/shop", "/orders"},
      {"the path names the signer", "localhost", "/shop/orders", "shop", "shop",
       "http://localhost/shop", "/orders"},
      {"the path names another account", "localhost", "/devstoreaccount1/orders", "shop",
       "devstoreaccount1", "http://localhost/devstoreaccount1", "/orders"},
      {"the host names another account", "devstoreaccount1.table.svc", "/orders", "shop",
       "devstoreaccount1", "http://devstoreaccount1.table.svc", "/orders"},
      {"the signer is unknown", "localhost", "/orders/a", "nobody", "orders",
       "http://localhost/orders", "/a"},
      {"all are unknown", "pod.table.svc", "/orders", "nobody", "pod", "http://pod.table.svc",
       "/orders"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto address = Parse(c.host, c.path, false, c.signer);
      BOOST_REQUIRE(address);
      BOOST_TEST(address->account == c.account);
      BOOST_TEST(!address->secondary);
      BOOST_TEST(address->base_url == c.base_url);
      BOOST_TEST(address->resource_path == c.resource_path);
    }
  }
}

BOOST_AUTO_TEST_CASE(BaseUrlHasHttpsIfTheClientUsedIt) {
  const auto address = Parse("localhost", "/shop/a", true);
  BOOST_REQUIRE(address);
  BOOST_TEST(address->base_url == "https://localhost/shop");
}

BOOST_AUTO_TEST_CASE(RefusesHostsThatAnAnswerCannotRepeat) {
  struct Case {
    const char* name;
    std::optional<std::string_view> host;
    ErrorCode code;
  };
  const Case cases[] = {
      {"none", std::nullopt, ErrorCode::kHostInformationNotPresent},
      {"empty", "", ErrorCode::kHostInformationNotPresent},
      {"a quote", "a\"b", ErrorCode::kInvalidHeaderValue},
      {"a slash", "a/b", ErrorCode::kInvalidHeaderValue},
      {"a space", "a b", ErrorCode::kInvalidHeaderValue},
      {"a control character", "a\x01", ErrorCode::kInvalidHeaderValue},
      {"not ASCII", "a\xC3\xA9", ErrorCode::kInvalidHeaderValue},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto address = Parse(c.host, "/shop");
      BOOST_REQUIRE(!address);
      BOOST_TEST((address.error().code == c.code));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
