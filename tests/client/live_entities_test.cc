// Entities through a real server.

#include "tests/client/live_server.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <rowhouse/entity_json.h>
#include <rowhouse/table_client.h>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

Entity EveryType(std::string partition, std::string row) {
  Entity entity(std::move(partition), std::move(row));
  entity["String"] = "h\xC3\xA9 \"quoted\" \xF0\x9F\x98\x80";
  entity["Empty"] = "";
  entity["True"] = true;
  entity["Int32"] = 42;
  entity["Int64"] = std::int64_t{9007199254740993};
  entity["SmallInt64"] = std::int64_t{5};
  entity["Double"] = 0.1;
  entity["Infinite"] = std::numeric_limits<double>::infinity();
  entity["DateTime"] = *DateTime::Parse("2026-01-01T00:00:00.1234567Z");
  entity["Guid"] = *Guid::Parse("01234567-89ab-cdef-0123-456789abcdef");
  entity["Binary"] = Binary{{0, 1, 255}};
  return entity;
}

BOOST_AUTO_TEST_SUITE(LiveEntitiesTest)

BOOST_AUTO_TEST_CASE(EveryTypeSurvivesReadModifyWrite) {
  const TestTable table;
  const Entity written = EveryType("p", "r");
  table->Insert(written);
  const Entity first = table->Get("p", "r");
  BOOST_TEST((first == written));
  table->UpdateReplace(first);
  const Entity second = table->Get("p", "r");
  BOOST_TEST((second == written));
  for (const auto& [name, value] : written.AllProperties()) {
    BOOST_TEST((second[name].Type() == value.Type()), name);
  }
  BOOST_TEST(second.Timestamp().has_value());
  BOOST_TEST((second.ETag() != first.ETag()));
}

BOOST_AUTO_TEST_CASE(AWholeDoubleStaysADouble, *kNotAzurite) {
  const TestTable table;
  Entity entity("p", "r");
  entity["Whole"] = 5.0;
  table->Insert(entity);
  BOOST_TEST(table->Get("p", "r").Get<double>("Whole") == 5.0);
  BOOST_TEST((table->Get("p", "r")["Whole"].Type() == ValueType::kDouble));
}

BOOST_AUTO_TEST_CASE(NotANumberSurvives) {
  const TestTable table;
  Entity entity("p", "r");
  entity["NaN"] = std::nan("");
  table->Insert(entity);
  BOOST_TEST(std::isnan(table->Get("p", "r").Get<double>("NaN")));
}

BOOST_AUTO_TEST_CASE(NullIsNotSent) {
  const TestTable table;
  Entity entity("p", "r");
  entity["Kept"] = 1;
  table->Insert(entity);
  Entity patch("p", "r");
  patch["Kept"] = nullptr;
  patch["New"] = 2;
  table->UpsertMerge(patch);
  const Entity stored = table->Get("p", "r");
  BOOST_TEST(stored.Get<std::int32_t>("Kept") == 1);
  BOOST_TEST(stored.Get<std::int32_t>("New") == 2);
}

BOOST_AUTO_TEST_CASE(KeysWithQuotesAndOddCharactersAreReached) {
  const TestTable table;
  for (const std::string key : {"O'Brien", "''", "a b+c&d=e", "100%", "%27",
                                "h\xC3\xA9\xF0\x9F\x98\x80", "a:b;c,d(e)", "", "$x@y!*"}) {
    Entity entity(key, key);
    entity["N"] = 1;
    table->Insert(entity);
    BOOST_TEST(table->TryGet(key, key).has_value(), key);
    BOOST_TEST((table->Get(key, key).Key() == entity.Key()), key);
    const auto found = table->Query({.filter = KeyIs(key, key)}).ToVector();
    BOOST_TEST(found.size() == 1U, key);
    table->UpdateMerge(entity);
    table->Delete(key, key);
    BOOST_TEST(!table->TryGet(key, key).has_value(), key);
  }
}

BOOST_AUTO_TEST_CASE(WritesDifferInWhatTheyAskOfTheStored) {
  const TestTable table;
  Entity entity("p", "r");
  entity["A"] = 1;
  BOOST_TEST(CodeOf([&] { table->UpdateMerge(entity); }) == "ResourceNotFound");
  BOOST_TEST(CodeOf([&] { table->UpdateReplace(entity); }) == "ResourceNotFound");
  BOOST_TEST(CodeOf([&] { table->Delete("p", "r"); }) == "ResourceNotFound");
  BOOST_TEST(!table->Insert(entity).IsEmpty());
  BOOST_TEST(CodeOf([&] { table->Insert(entity); }) == "EntityAlreadyExists");

  Entity other("p", "r");
  other["B"] = 2;
  BOOST_TEST(!table->UpsertMerge(other).IsEmpty());
  BOOST_TEST(table->Get("p", "r").Has("A"));
  BOOST_TEST(!table->UpsertReplace(other).IsEmpty());
  BOOST_TEST(!table->Get("p", "r").Has("A"));
  BOOST_TEST(!table->UpdateMerge(entity).IsEmpty());
  BOOST_TEST(table->Get("p", "r").Has("B"));
  BOOST_TEST(!table->UpdateReplace(entity).IsEmpty());
  BOOST_TEST(!table->Get("p", "r").Has("B"));
}

BOOST_AUTO_TEST_CASE(ConditionsAreTheCallers) {
  const TestTable table;
  Entity entity("p", "r");
  const ETag first = table->Insert(entity);
  entity.SetETag(first);
  entity["N"] = 1;
  const ETag second = table->UpdateReplace(entity);
  BOOST_TEST(CodeOf([&] { table->UpdateReplace(entity); }) == "UpdateConditionNotSatisfied");
  BOOST_TEST(CodeOf([&] { table->UpdateMerge(entity); }) == "UpdateConditionNotSatisfied");
  BOOST_TEST(CodeOf([&] { table->Delete(entity); }) == "UpdateConditionNotSatisfied");
  BOOST_TEST(CodeOf([&] { table->Delete("p", "r", IfMatch::Version(first)); }) ==
             "UpdateConditionNotSatisfied");
  const ETag third = table->UpdateMerge(entity, IfMatch::Version(second));
  table->UpdateReplace(entity, IfMatch::Any());
  BOOST_TEST(CodeOf([&] { table->Delete("p", "r", IfMatch::Version(third)); }) ==
             "UpdateConditionNotSatisfied");
  table->Delete(table->Get("p", "r"));
  BOOST_TEST(!table->Exists("p", "r"));
}

BOOST_AUTO_TEST_CASE(AbsenceIsNothingAndNoTableIsAnError) {
  const TestTable table;
  BOOST_TEST(!table->TryGet("p", "r").has_value());
  BOOST_TEST(!table->Exists("p", "r"));
  BOOST_TEST(!table->DeleteIfExists("p", "r"));
  table->Insert(Entity("p", "r"));
  BOOST_TEST(table->Exists("p", "r"));
  BOOST_TEST(table->DeleteIfExists("p", "r"));
  const TableClient none = TestService().GetTableClient(NewTableName());
  BOOST_TEST(CodeOf([&] { none.TryGet("p", "r"); }) == "TableNotFound");
  BOOST_TEST(CodeOf([&] { none.Insert(Entity("p", "r")); }) == "TableNotFound");
}

BOOST_AUTO_TEST_CASE(SelectKeepsKeysAndVersion) {
  const TestTable table;
  table->Insert(EveryType("p", "r"));
  const Entity some = table->Get("p", "r", {"Int64", "Missing"});
  BOOST_TEST(some.AllProperties().size() == 1U);
  BOOST_TEST(some.Get<std::int64_t>("Int64") == 9007199254740993);
  BOOST_TEST(some.RowKey() == "r");
  BOOST_TEST(!some.ETag().IsEmpty());
}

BOOST_AUTO_TEST_CASE(ErrorsTellAllThatTheServiceSaid) {
  const TestTable table;
  try {
    table->Get("p", "r", {}, {.client_request_id = "my-own-id"});
    BOOST_ERROR("must throw");
  } catch (const TableError& error) {
    BOOST_TEST((error.Kind() == ErrorKind::kService));
    BOOST_TEST(error.Status() == 404);
    BOOST_TEST(error.Code() == "ResourceNotFound");
    BOOST_TEST(error.Message() == "The specified resource does not exist.");
    BOOST_TEST(!error.RequestId().empty());
    BOOST_TEST(error.Info().client_request_id == "my-own-id");
    BOOST_TEST(error.Info().attempts == 1);
    BOOST_TEST(std::string(error.what()).find("404 ResourceNotFound") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(TypedJsonIsTheSameAfterARoundTrip) {
  const TestTable table;
  const Entity written = EveryType("p", "r");
  table->Insert(FromTypedJson(ToTypedJson(written)));
  const Entity read = table->Get("p", "r");
  BOOST_TEST((FromTypedJson(ToTypedJson(read)) == written));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
