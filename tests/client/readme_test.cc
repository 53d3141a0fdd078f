// The examples of client/README.md, as they appear there between the marks.

#include "tests/client/live_server.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <iostream>
#include <rowhouse/async.h>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/entity_mapping.h>
#include <rowhouse/fan_out.h>
#include <string>
#include <vector>

namespace rowhouse::tables {
namespace {

struct Person {
  std::string country;
  std::string name;
  std::int32_t born = 0;
};

std::string GetToken() { return "token"; }

std::string ConnectionString() {
  return "AccountName=devstoreaccount1;AccountKey="
         "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/"
         "KBHBeksoGMGw==;TableEndpoint=" +
         TestEndpoint();
}

BOOST_AUTO_TEST_SUITE(ReadmeTest)

BOOST_AUTO_TEST_CASE(GettingStarted) {
  const std::string connection_string = ConnectionString();
  // [connect]
  const auto service = TableServiceClient::FromConnectionString(connection_string);
  const TableClient people = service.CreateTableIfNotExists("People");
  // [/connect]
  // [write]
  Entity ada("uk", "ada");
  ada["Born"] = 1815;                             // Edm.Int32
  ada["Steps"] = std::int64_t{9007199254740993};  // Edm.Int64
  ada["Height"] = 1.65;                           // Edm.Double, also when it is whole
  ada["Seen"] = DateTime::Now();                  // Edm.DateTime, 100 ns
  ada["Id"] = Guid::New();
  people.Insert(ada);
  // [/write]
  // [read]
  Entity read = people.Get("uk", "ada");
  const auto born = read.Get<std::int32_t>("Born");     // PropertyError if absent or not an Int32
  const auto died = read.TryGet<std::int32_t>("Died");  // empty if absent
  const bool known = people.TryGet("uk", "nobody").has_value();
  // [/read]
  BOOST_TEST(born == 1815);
  BOOST_TEST(!died.has_value());
  BOOST_TEST(!known);
  // [update]
  read["Born"] = 1816;
  people.UpdateMerge(read);                    // only if nobody changed it since Get()
  people.UpdateReplace(read, IfMatch::Any());  // whatever is stored
  people.UpsertMerge(ada);                     // whether or not it exists
                                               // [/update]
  people.Insert(Entity("uk", "charles"));
  // [query]
  const Filter filter = Where("PartitionKey") == "uk" && Where("Born") > 1800;
  for (const Entity& person : people.Query({.filter = filter, .select = {"Born"}, .limit = 100})) {
    std::cout << person.RowKey() << '\n';
  }
  // [/query]
  // [text]
  const Filter typed = Filter("Born ge 1800 and Born lt 1900") && Where("PartitionKey") == "uk";
  // [/text]
  BOOST_TEST(people.Query({.filter = typed}).Count() == 1U);
  // [transaction]
  Transaction transaction;
  transaction.Insert(Entity("uk", "alan")).UpsertReplace(ada).Delete("uk", "charles");
  try {
    people.Submit(transaction);
  } catch (const TransactionError& error) {
    std::cout << "nothing was done: write " << *error.FailedOperation() << ": " << error.Code()
              << '\n';
  }
  // [/transaction]
  BOOST_TEST(people.Exists("uk", "alan"));
  // [bulk]
  BulkWriter writer(people, {.in_flight_max = 8});
  for (int i = 0; i < 1000; ++i)
    writer.UpsertReplace(Entity("p" + std::to_string(i % 4), std::to_string(i)));
  const BulkReport report = writer.Finish();  // report.done, report.failures
  DeleteMatching(people, {.filter = Where("PartitionKey") == "p0"});
  // [/bulk]
  BOOST_TEST(report.done == 1000U);
  BOOST_TEST(!people.Exists("p0", "0"));
  // [async]
  people.GetAsync("uk", "ada")
      .then([](const Entity& entity) { return entity.Get<std::int32_t>("Born"); })
      .then([](int year) { std::cout << year << '\n'; })
      .wait();
  people.QueryAsync({.filter = filter})
      .then([](const std::vector<Entity>& found) { std::cout << found.size() << '\n'; })
      .wait();
  // [/async]
  // [deadline]
  std::stop_source stop;  // stop.request_stop() from any thread
  people.Get("uk", "ada", {},
             {.timeout = std::chrono::seconds(2), .cancellation = stop.get_token()});
  // [/deadline]
  // [errors]
  try {
    people.Insert(ada);
  } catch (const OutcomeUnknownError& error) {
    // It was sent, but no answer came: look before you write again.
  } catch (const TableError& error) {
    if (!error.Is("EntityAlreadyExists")) throw;
    std::cout << error.Status() << ' ' << error.Message() << ' ' << error.RequestId() << '\n';
  }
  // [/errors]
  // [sas]
  const std::string url = people.SasUrl(
      {.permissions = "r", .limits = {.expiry = DateTime::Now() + std::chrono::hours(1)}});
  const TableClient reader = TableClient::FromSasUrl(url);
  // [/sas]
  BOOST_TEST(reader.Exists("uk", "ada"));
  // [token]
  const TableClient cloud("https://contoso.table.core.windows.net", "People", GetToken,
                          {.proxy = "http://proxy.contoso.example:3128"});
  // [/token]
  BOOST_TEST(cloud.Url() == "https://contoso.table.core.windows.net/People");
  // [mapping]
  const auto mapping = EntityMapping<Person>()
                           .PartitionKey(&Person::country)
                           .RowKey(&Person::name)
                           .Property("Born", &Person::born);
  people.UpsertReplace(mapping.ToEntity({.country = "uk", .name = "grace", .born = 1906}));
  const Person grace = mapping.FromEntity(people.Get("uk", "grace"));
  // [/mapping]
  BOOST_TEST(grace.born == 1906);
  // [suffix]
  const RandomSuffix suffix(400);
  people.Insert(Entity(suffix.Of("2026-03-01"), "12:00:00.123"));
  for (const Entity& line : FanOutQuery(people, suffix.Suffixes(), "2026-03-01")) {
    std::cout << line.RowKey() << '\n';
  }
  // [/suffix]
  BOOST_TEST(FanOutQuery(people, suffix.Suffixes(), "2026-03-01").Count() == 1U);
  people.DeleteTable();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
