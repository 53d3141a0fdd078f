// Tables, settings and signatures through a real server.

#include "tests/client/live_server.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <rowhouse/table_service_client.h>
#include <stdexcept>
#include <string>

namespace rowhouse::tables {
namespace {

using std::chrono::hours;

SasLimits ForAnHour() {
  return {.start = DateTime::Now() - hours(1), .expiry = DateTime::Now() + hours(1)};
}

BOOST_AUTO_TEST_SUITE(LiveServiceTest)

BOOST_AUTO_TEST_CASE(TablesComeAndGo) {
  const TableServiceClient service = TestService();
  const std::string name = NewTableName();
  const TableClient table = service.CreateTable(name);
  BOOST_TEST(table.Name() == name);
  BOOST_TEST(table.Url() == TestEndpoint() + "/" + name);
  BOOST_TEST(service.Url() == TestEndpoint());
  BOOST_TEST(table.TableExists());
  BOOST_TEST(!table.CreateIfNotExists());
  BOOST_TEST(service.CreateTableIfNotExists(name).Name() == name);
  BOOST_TEST(CodeOf([&] { table.Create(); }) == "TableAlreadyExists");
  BOOST_TEST(CodeOf([&] { service.CreateTable(name); }) == "TableAlreadyExists");
  table.DeleteTable();
  BOOST_TEST(!table.TableExists());
  BOOST_TEST(!table.DeleteTableIfExists());
  BOOST_TEST(CodeOf([&] { service.DeleteTable(name); }) == "ResourceNotFound");
  BOOST_TEST(table.CreateIfNotExists());
  BOOST_TEST(table.DeleteTableIfExists());
  BOOST_CHECK_THROW(service.GetTableClient("a-b"), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(ListsAreCompleteAndBounded) {
  const TableServiceClient service = TestService();
  const std::string prefix = NewTableName() + "list";
  std::vector<std::string> wanted;
  for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
    wanted.push_back(prefix + letter);
    service.CreateTable(wanted.back());
  }
  BOOST_TEST(service.ListTables({.prefix = prefix, .page_size = 2}) == wanted);
  BOOST_TEST(service.ListTables({.prefix = prefix, .limit = 3, .page_size = 2}).size() == 3U);
  BOOST_TEST(service.ListTables({.filter = Where("TableName") == wanted[1]}).size() == 1U);
  const TablePage page = service.ListTablesPage({.prefix = prefix, .page_size = 4});
  BOOST_TEST(page.names.size() == 4U);
  BOOST_REQUIRE(page.next.has_value());
  BOOST_TEST(service.ListTablesPage({.prefix = prefix, .page_size = 4}, page.next).names.size() ==
             1U);
  for (const std::string& name : wanted) service.DeleteTable(name);
  BOOST_TEST(service.ListTables({.prefix = prefix}).empty());
}

BOOST_AUTO_TEST_CASE(AccessPoliciesAreReadAsTheyWereSet, *kNotAzurite) {
  const TestTable table;
  BOOST_TEST(table->GetAccessPolicies().empty());
  const AccessPolicies policies = {
      {.id = "first",
       .start = *DateTime::Parse("2026-01-01T00:00:00Z"),
       .expiry = *DateTime::Parse("2027-01-01T00:00:00.5Z"),
       .permissions = "raud"},
      {.id = "second", .permissions = "r"},
  };
  table->SetAccessPolicies(policies);
  BOOST_TEST((table->GetAccessPolicies() == policies));
  table->SetAccessPolicies({});
  BOOST_TEST(table->GetAccessPolicies().empty());
  BOOST_CHECK_THROW(table->SetAccessPolicies(AccessPolicies(6)), std::invalid_argument);
  BOOST_CHECK_THROW(table->SetAccessPolicies({{.id = "a"}, {.id = "a"}}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(ServicePropertiesChangeOnlyWhatIsNamed) {
  const TableServiceClient service = TestService();
  const ServiceProperties before = service.GetProperties();
  const CorsRule rule{.allowed_methods = {"GET", "PUT"},
                      .allowed_origins = {"http://example.org"},
                      .allowed_headers = {"x-ms-date"},
                      .exposed_headers = {"x-ms-version"},
                      .max_age_seconds = 60};
  service.SetProperties({.cors = std::vector{rule}});
  ServiceProperties after = service.GetProperties();
  BOOST_TEST((after.cors == std::vector{rule}));
  BOOST_TEST((after.logging == before.logging));
  const LoggingProperties logging{.read = true, .retention_days = 7};
  const MetricsProperties metrics{.enabled = true, .include_apis = true, .retention_days = 3};
  service.SetProperties({.logging = logging, .hour_metrics = metrics, .minute_metrics = metrics});
  after = service.GetProperties();
  BOOST_TEST((after.logging == logging));
  BOOST_TEST((after.hour_metrics == metrics));
  BOOST_TEST((after.minute_metrics == metrics));
  BOOST_TEST((after.cors == std::vector{rule}));
  service.SetProperties(ServicePropertiesChange::To(before));
}

BOOST_AUTO_TEST_CASE(StatisticsAreAskedOfTheSecondary) {
  const ServiceStatistics statistics = TestService().GetStatistics();
  BOOST_TEST(statistics.status == "live");
  BOOST_TEST(statistics.last_sync.has_value());
}

BOOST_AUTO_TEST_CASE(ATableSignatureGrantsWhatItSays, *kNotAzurite) {
  const TestTable table;
  table->Insert(Entity("p", "r"));
  const TableClient reader =
      TableClient::FromSasUrl(table->SasUrl({.permissions = "r", .limits = ForAnHour()}));
  BOOST_TEST(reader.Name() == table->Name());
  BOOST_TEST(reader.Exists("p", "r"));
  BOOST_TEST(CodeOf([&] { reader.Insert(Entity("p", "s")); }) == "AuthorizationPermissionMismatch");
  const TableClient writer =
      TableClient::FromSasUrl(table->SasUrl({.permissions = "raud", .limits = ForAnHour()}));
  Transaction transaction;
  transaction.UpsertMerge(Entity("p", "s")).Delete("p", "r");
  writer.Submit(transaction);
  BOOST_TEST(writer.Query().Count() == 1U);
  BOOST_CHECK_THROW(reader.SasUrl({.permissions = "r", .limits = ForAnHour()}), std::logic_error);
}

BOOST_AUTO_TEST_CASE(ATableSignatureKeepsToItsKeys, *kNotAzurite) {
  const TestTable table;
  for (const char* partition : {"a", "b", "c"}) table->Insert(Entity(partition, "r"));
  const TableClient part = TableClient::FromSasUrl(
      table->SasUrl({.permissions = "r",
                     .limits = ForAnHour(),
                     .from = SasKeyLimit{.partition_key = "b"},
                     .to = SasKeyLimit{.partition_key = "b", .row_key = "z"}}));
  BOOST_TEST(part.Query().Count() == 1U);
  BOOST_TEST(CodeOf([&] { part.TryGet("a", "r"); }) == "AuthorizationFailure");
}

BOOST_AUTO_TEST_CASE(ASignatureByPolicyEndsWithThePolicy, *kNotAzurite) {
  const TestTable table;
  table->Insert(Entity("p", "r"));
  table->SetAccessPolicies(
      {{.id = "readers", .expiry = DateTime::Now() + hours(1), .permissions = "r"}});
  const TableClient reader = TableClient::FromSasUrl(table->SasUrl({.policy = "readers"}));
  BOOST_TEST(reader.Exists("p", "r"));
  table->SetAccessPolicies({});
  BOOST_TEST(CodeOf([&] { reader.Exists("p", "r"); }) == "AuthenticationFailed");
}

BOOST_AUTO_TEST_CASE(AnAccountSignatureWorksInUrlsAndConnectionStrings) {
  const TestTable table;
  const TableServiceClient owner = TestService();
  const std::string url = owner.SasUrl({.permissions = "rwdlacu", .limits = ForAnHour()});
  const TableServiceClient service = TableServiceClient::FromSasUrl(url);
  BOOST_TEST(!service.ListTables({.prefix = table->Name()}).empty());
  service.GetTableClient(table->Name()).Insert(Entity("p", "r"));
  BOOST_TEST(CodeOf([&] { service.GetTableClient(table->Name()).GetAccessPolicies(); }) != "");
  const std::string connection =
      "TableEndpoint=" + TestEndpoint() + ";SharedAccessSignature=" + url.substr(url.find('?') + 1);
  BOOST_TEST(TableClient::FromConnectionString(connection, table->Name()).Exists("p", "r"));
  BOOST_CHECK_THROW(service.SasUrl({.permissions = "r", .limits = ForAnHour()}), std::logic_error);
}

BOOST_AUTO_TEST_CASE(AConnectionStringWithAKeyWorks, *kNotAzurite) {
  const TestTable table;
  const std::string connection =
      "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/"
      "KBHBeksoGMGw==;TableEndpoint=" +
      TestEndpoint() + ";";
  BOOST_TEST(TableClient::FromConnectionString(connection, table->Name()).Query().Count() == 0U);
  BOOST_TEST(TableServiceClient::FromConnectionString(connection).Url() == TestEndpoint());
  const TableServiceClient stranger(TestEndpoint(),
                                    SharedKeyCredential("devstoreaccount1", "AAAA"));
  BOOST_TEST(CodeOf([&] { stranger.ListTables(); }) == "AuthenticationFailed");
}

// There is no authority that it could trust.
BOOST_AUTO_TEST_CASE(RowhouseRefusesTokens, *kNotAzurite) {
  const TableServiceClient service(TestEndpoint(), [] { return std::string("a.b.c"); });
  try {
    service.ListTables();
    BOOST_ERROR("must throw");
  } catch (const TableError& error) {
    BOOST_TEST(error.Status() == 401);
    BOOST_TEST(error.Is("InvalidAuthenticationInfo"));
    BOOST_TEST(error.Info().attempts == 1);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
