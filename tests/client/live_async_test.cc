// The task form of every call through a real server.

#include "tests/client/live_server.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <rowhouse/async.h>
#include <stdexcept>
#include <string>
#include <utility>
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

BOOST_AUTO_TEST_CASE(AQueryGivesAllItsEntities) {
  const TestTable table;
  for (const std::string row : {"1", "2", "3", "4", "5"}) table->Insert(Entity("p", row));
  const auto rows = [&](const QueryOptions& options) {
    std::string found;
    for (const Entity& entity : table->QueryAsync(options).get()) found += entity.RowKey();
    return found;
  };
  BOOST_TEST(rows({}) == "12345");
  BOOST_TEST(rows({.page_size = 2}) == "12345");
  BOOST_TEST(rows({.limit = 3, .page_size = 2}) == "123");
  BOOST_TEST(rows({.limit = 0}).empty());
  BOOST_TEST(rows({.filter = Where("RowKey") > "3", .page_size = 1}) == "45");
  const Page first = table->QueryPage({.page_size = 2});
  BOOST_TEST(rows({.page_size = 2, .start = *first.next}) == "345");
  BOOST_CHECK_THROW(table->QueryAsync({.page_size = 0}), std::invalid_argument);
  BOOST_TEST(CodeOf([&] { table->QueryAsync({.filter = Filter("RowKey eq")}).get(); }) ==
             "InvalidInput");
}

BOOST_AUTO_TEST_CASE(APageIsUsedBeforeTheNextIsAskedFor) {
  std::atomic<int> asked = 0;
  const TestTable table({.observer = [&](const AttemptReport&) { ++asked; }});
  for (const std::string row : {"1", "2", "3"}) table->Insert(Entity("p", row));
  asked = 0;
  std::vector<std::pair<std::string, int>> seen;
  const auto use = [&](const Page& page) {
    seen.emplace_back(page.entities.at(0).RowKey(), asked);
    BOOST_TEST(table->Exists("p", "1"));  // blocking here starves nothing
    return page.entities.at(0).RowKey() != "2";
  };
  table->QueryPagesAsync({.page_size = 1}, use).get();
  BOOST_TEST((seen == std::vector<std::pair<std::string, int>>{{"1", 1}, {"2", 3}}));
  const auto fail = [](const Page&) -> bool { throw std::domain_error("enough"); };
  BOOST_CHECK_THROW(table->QueryPagesAsync({}, fail).get(), std::domain_error);
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
