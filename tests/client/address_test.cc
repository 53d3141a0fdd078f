#include "client/calls/address.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/sas.h>
#include <rowhouse/table_client.h>
#include <stdexcept>
#include <string_view>

namespace rowhouse::tables {
namespace {

struct AddressCase {
  std::string_view text;
  std::string_view origin;
  std::string_view base_path;
  std::string_view account;
  std::string_view secondary;  // origin and path
};

BOOST_AUTO_TEST_SUITE(ConnectionStringTest)

BOOST_AUTO_TEST_CASE(EachFormGivesAnAddress) {
  const AddressCase cases[] = {
      {"UseDevelopmentStorage=true", "http://127.0.0.1:10002", "/devstoreaccount1",
       "devstoreaccount1", "http://127.0.0.1:10002/devstoreaccount1-secondary"},
      {" usedevelopmentstorage=TRUE ; ", "http://127.0.0.1:10002", "/devstoreaccount1",
       "devstoreaccount1", "http://127.0.0.1:10002/devstoreaccount1-secondary"},
      {"UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite:10000",
       "http://azurite:10002", "/devstoreaccount1", "devstoreaccount1",
       "http://azurite:10002/devstoreaccount1-secondary"},
      {"DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=AAAA;EndpointSuffix=core.test",
       "https://acct.table.core.test", "", "acct", "https://acct-secondary.table.core.test"},
      {"AccountName=acct;AccountKey=AA==", "https://acct.table.core.windows.net", "", "acct",
       "https://acct-secondary.table.core.windows.net"},
      {"AccountName=acct;AccountKey=AAAA;TableEndpoint=http://localhost:1/acct/;",
       "http://localhost:1", "/acct", "acct", "http://localhost:1/acct-secondary"},
      {"; AccountKey = AA== ;;EndpointSuffix=core.test; AccountName = acct "
       ";Defaultendpointsprotocol="
       "HTTP;BlobEndpoint=http://other/",
       "http://acct.table.core.test", "", "acct", "http://acct-secondary.table.core.test"},
      {"UseDevelopmentStorage=false;AccountName=a_b;AccountKey=AAAA;TableEndpoint=https://"
       "a_b:65535//",
       "https://a_b:65535", "", "a_b", "https://a_b:65535"},
      {"AccountName=a;AccountKey=AAAA;TableEndpoint=http://h:1/a;TableSecondaryEndpoint=http://g:2/"
       "a-x",
       "http://h:1", "/a", "a", "http://g:2/a-x"},
      {"TableEndpoint=https://acct.table.core.windows.net;SharedAccessSignature=?sv=1&sig=a%3D",
       "https://acct.table.core.windows.net", "", "acct",
       "https://acct-secondary.table.core.windows.net"},
  };
  for (const AddressCase& item : cases) {
    const AccountAddress address = ParseConnectionString(item.text);
    BOOST_TEST(address.primary.origin == item.origin, item.text);
    BOOST_TEST(address.primary.base_path == item.base_path, item.text);
    BOOST_TEST(address.account == item.account, item.text);
    BOOST_TEST(address.secondary.origin + address.secondary.base_path == item.secondary, item.text);
    BOOST_TEST((address.credential.has_value() == address.sas_query.empty()), item.text);
  }
}

BOOST_AUTO_TEST_CASE(WhatCannotBeReadIsRefusedWithoutItsSecret) {
  for (const char* bad : {"",
                          "nonsense",
                          "=x",
                          "AccountName=a",
                          "AccountKey=U0VDUkVU",
                          "AccountName=a;AccountKey=U0VD*",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=ftp://h",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://user@h/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h/a\r\nx",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h:65536/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h:/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h:1x/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://:1/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://[::1]:1/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h%41/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h\\g/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://\xC3\xA9/a",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h/\xC3\xA9",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h/a\"b",
                          "AccountName=a;AccountKey=U0VDUkVU;TableEndpoint=http://h/a%2"}) {
    try {
      ParseConnectionString(bad);
      BOOST_ERROR(bad);
    } catch (const std::invalid_argument& error) {
      BOOST_TEST(std::string(error.what()).find("U0VD") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(SasUrlsAreSplit) {
  const TableAddress table = ParseTableSasUrl("http://h:1/acct/People?sv=1&tn=people&sig=x");
  BOOST_TEST(table.table == "People");
  BOOST_TEST(table.account.primary.base_path == "/acct");
  BOOST_TEST(table.account.sas_query == "sv=1&tn=people&sig=x");
  BOOST_TEST(ParseTableSasUrl("https://acct.table.x/People()?sig=x").account.account == "acct");
  for (const char* bad : {"http://h/a/People", "http://h?sig=x", "http://h/a/b-c?sig=x", "x"}) {
    BOOST_CHECK_THROW(ParseTableSasUrl(bad), std::invalid_argument);
  }
  BOOST_TEST(ParseAccountSasUrl("http://h:1/acct/?sv=1&sig=x").primary.base_path == "/acct");
  BOOST_CHECK_THROW(ParseAccountSasUrl("http://h:1/acct"), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(ClientsRefuseNamesThatNoTableHas) {
  for (const char* bad : {"", "ab", "1abc", "a-b", "tables"}) {
    BOOST_CHECK_THROW(TableClient::FromConnectionString("UseDevelopmentStorage=true", bad),
                      std::invalid_argument);
  }
  BOOST_CHECK_THROW(TableClient("http://h/a?x=1", "People", SharedKeyCredential::Development()),
                    std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(SasTest)

SasLimits Year2026(std::optional<SasProtocol> protocol = {}) {
  return {.start = *DateTime::Parse("2026-01-01T00:00:00.9Z"),
          .expiry = *DateTime::Parse("2026-12-31T00:00:00Z"),
          .protocol = protocol};
}

BOOST_AUTO_TEST_CASE(SignaturesAreThoseOfTheProtocol) {
  const auto key = SharedKeyCredential::Development();
  BOOST_TEST(SignTableSas(key, {.table = "Orders", .permissions = "raud", .limits = Year2026()}) ==
             "sv=2019-02-02&tn=orders&sp=raud&st=2026-01-01T00%3A00%3A00Z&se=2026-12-31T00%3A00%"
             "3A00Z&sig=jAcyRoCM92MvevyypOHKafBMLem27tTPEcWRrZYQEjM%3D");
  SasLimits limits = Year2026(SasProtocol::kHttpsAndHttp);
  limits.start.reset();
  const std::string ranged =
      SignTableSas(key, {.table = "Orders",
                         .permissions = "r",
                         .limits = limits,
                         .from = SasKeyLimit{.partition_key = "a", .row_key = "1"},
                         .to = SasKeyLimit{.partition_key = "b", .row_key = "9"}});
  BOOST_TEST(ranged.find("sig=u4lm3fCNh9eEiQqCWbcjlCQP%2Bv06XlrBHjw7Ouche%2B8%3D") !=
             std::string::npos);
  BOOST_TEST(SignTableSas(key, {.table = "Orders", .policy = "policy1"}) ==
             "sv=2019-02-02&tn=orders&si=policy1&sig=Q9IxK5yIjM8H7uwU73DWlIKKtRWYJB68pTvzQuGvLbo%"
             "3D");
  const std::string account = SignAccountSas(
      key, {.permissions = "rwdlau", .limits = Year2026(SasProtocol::kHttpsAndHttp)});
  BOOST_TEST(account.find("sig=CVEtVChtVSRr3r5F9AQo3eeXyw9PhxnDCWstRm2tfos%3D") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(WhatTheServiceWouldRefuseIsRefusedHere) {
  const auto key = SharedKeyCredential::Development();
  const TableSas bad_table[] = {
      {.table = "t", .permissions = "r"},                         // no expiry
      {.table = "t", .limits = Year2026()},                       // no permissions
      {.table = "t", .permissions = "dr", .limits = Year2026()},  // order
      {.table = "t", .permissions = "rr", .limits = Year2026()},  // twice
      {.table = "t", .permissions = "w", .limits = Year2026()},   // no such letter
  };
  for (const TableSas& sas : bad_table) {
    BOOST_CHECK_THROW(SignTableSas(key, sas), std::invalid_argument);
  }
  BOOST_CHECK_THROW(SignAccountSas(key, {.permissions = "", .limits = Year2026()}),
                    std::invalid_argument);
  BOOST_CHECK_THROW(SignAccountSas(key, {.permissions = "r"}), std::invalid_argument);
  BOOST_CHECK_THROW(
      SignAccountSas(key, {.permissions = "r", .resource_types = "x", .limits = Year2026()}),
      std::invalid_argument);
  BOOST_CHECK_THROW(SharedKeyCredential("a", "*"), std::invalid_argument);
  BOOST_CHECK_THROW(SharedKeyCredential("a", ""), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(TransactionTest)

BOOST_AUTO_TEST_CASE(WhatTheServiceMustRefuseIsRefusedAtOnce) {
  Transaction transaction;
  transaction.Insert(Entity("p", "0"));
  BOOST_CHECK_THROW(transaction.Insert(Entity("q", "1")), std::invalid_argument);
  BOOST_CHECK_THROW(transaction.Delete("p", "0"), std::invalid_argument);
  BOOST_TEST(transaction.Size() == 1U);  // refused ones change nothing
  for (int i = 1; i < 100; ++i) transaction.UpsertMerge(Entity("p", std::to_string(i)));
  BOOST_CHECK_THROW(transaction.Insert(Entity("p", "100")), std::invalid_argument);
  Write more{.entity = Entity("p", "100")};
  BOOST_TEST(!transaction.TryAdd(more));
  BOOST_TEST(more.entity.RowKey() == "100");
  BOOST_TEST(transaction.HasRow("99"));
  transaction.Clear();
  BOOST_TEST(transaction.IsEmpty());
  transaction.Insert(Entity("q", "1"));
}

BOOST_AUTO_TEST_CASE(FourMebibytesAreTheLimit) {
  Transaction transaction;
  std::size_t taken = 0;
  for (int i = 0; i < 100; ++i) {
    Entity entity("p", std::to_string(i));
    entity["Data"] = Binary{std::vector<std::uint8_t>(60'000)};
    Write write{.kind = WriteKind::kInsert, .entity = std::move(entity)};
    if (!transaction.TryAdd(write)) break;
    ++taken;
  }
  BOOST_TEST(taken == 51U);  // 80 kB of base64 and 1 kB of envelope each
  Write small{.entity = Entity("p", "small")};
  BOOST_TEST(transaction.TryAdd(small));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
