// The task form of every call through a real server.

#include "tests/client/live_server.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/async.h>
#include <vector>

namespace rowhouse::tables {
namespace {

BOOST_AUTO_TEST_SUITE(LiveAsyncTest)

BOOST_AUTO_TEST_CASE(TablesAndSettings, *kNotAzurite) {
  const TableServiceClient service = TestService();
  const std::string name = NewTableName();
  service.CreateTableAsync(name).get();
  BOOST_TEST(CodeOf([&] { service.CreateTableAsync(name).get(); }) == "TableAlreadyExists");
  BOOST_TEST(!service.CreateTableIfNotExistsAsync(name).get());
  const TableClient table = service.GetTableClient(name);
  BOOST_TEST(table.TableExistsAsync().get());
  BOOST_TEST(service.ListTablesPageAsync({.prefix = name}).get().names.size() == 1U);
  BOOST_TEST(service.ListTablesAsync({.prefix = name, .limit = 1}).get().size() == 1U);
  table.SetAccessPoliciesAsync({{.id = "a"}}).get();
  BOOST_TEST(table.GetAccessPoliciesAsync().get().size() == 1U);
  const ServiceProperties properties = service.GetPropertiesAsync().get();
  service.SetPropertiesAsync(ServicePropertiesChange::To(properties)).get();
  BOOST_TEST(service.GetStatisticsAsync().get().status == "live");
  table.DeleteTableAsync().get();
  BOOST_TEST(!table.DeleteTableIfExistsAsync().get());
  table.CreateAsync().get();
  service.DeleteTableAsync(name).get();
  BOOST_TEST(table.CreateIfNotExistsAsync().get());
  BOOST_TEST(table.DeleteTableIfExistsAsync().get());
}

BOOST_AUTO_TEST_CASE(Entities) {
  const TestTable table;
  Entity entity("p", "r");
  entity["N"] = 1;
  BOOST_TEST(!table->InsertAsync(entity).get().IsEmpty());
  BOOST_TEST(CodeOf([&] { table->InsertAsync(entity).get(); }) == "EntityAlreadyExists");
  BOOST_TEST(!table->UpsertMergeAsync(entity).get().IsEmpty());
  BOOST_TEST(!table->UpsertReplaceAsync(entity).get().IsEmpty());
  BOOST_TEST(!table->UpdateMergeAsync(entity).get().IsEmpty());
  BOOST_TEST(!table->UpdateReplaceAsync(entity).get().IsEmpty());
  BOOST_TEST((table->GetAsync("p", "r").get() == entity));
  BOOST_TEST(table->TryGetAsync("p", "r").get().has_value());
  BOOST_TEST(!table->TryGetAsync("p", "x").get().has_value());
  BOOST_TEST(table->ExistsAsync("p", "r").get());
  BOOST_TEST(!table->ExistsAsync("p", "x").get());
  BOOST_TEST(table->QueryPageAsync({.filter = Where("N") == 1}).get().entities.size() == 1U);
  table->DeleteAsync("p", "r").get();
  BOOST_TEST(!table->DeleteIfExistsAsync("p", "r").get());
  Transaction transaction;
  transaction.Insert(entity);
  BOOST_TEST(table->SubmitAsync(transaction).get().writes.size() == 1U);
  try {
    table->SubmitAsync(transaction).get();
    BOOST_ERROR("must throw");
  } catch (const TransactionError& error) {
    BOOST_TEST((error.FailedOperation() == 0U));
  }
  table->DeleteAsync(table->Get("p", "r")).get();
}

BOOST_AUTO_TEST_CASE(ManyAtATimeShareTheClient) {
  const TestTable table;
  std::vector<pplx::task<ETag>> tasks;
  for (int i = 0; i < 200; ++i) {
    const TableClient copy = *table;
    tasks.push_back(copy.InsertAsync(Entity("p", std::to_string(i))));
  }
  const pplx::task<std::vector<ETag>> all = pplx::when_all(tasks.begin(), tasks.end());
  BOOST_TEST(all.get().size() == 200U);
  BOOST_TEST(table->Query().Count() == 200U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
