#include "entity/entity_json.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

namespace {

constexpr std::string_view kProperties =
    R"({"Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\u00e9"})";

StoredEntity Entity() {
  return {"p'1", "r 1", *DateTime::Parse("2026-01-01T00:00:00.12Z"), kProperties};
}

WireContext Context(MetadataLevel level, const Selection* selection = nullptr) {
  return {level, "http://127.0.0.1:10002/acct", "acct", "orders", selection};
}

std::string Print(const StoredEntity& entity, const WireContext& context) {
  std::string out;
  AppendEntity(out, entity, context);
  return out;
}

constexpr auto kNone = MetadataLevel::kNone;
constexpr auto kMinimal = MetadataLevel::kMinimal;
constexpr auto kFull = MetadataLevel::kFull;

}  // namespace

BOOST_AUTO_TEST_SUITE(AppendEntityTest)

BOOST_AUTO_TEST_CASE(MinimalHasMetadataAndETag) {
  BOOST_TEST(Print(Entity(), Context(kMinimal)) ==
             R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders/@Element",)"
             R"("odata.etag":"W/\"datetime'2026-01-01T00%3A00%3A00.12Z'\"",)"
             R"("PartitionKey":"p'1","RowKey":"r 1","Timestamp":"2026-01-01T00:00:00.12Z",)"
             R"("Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\u00e9"})");
}

BOOST_AUTO_TEST_CASE(NoneHasValuesOnly) {
  BOOST_TEST(Print(Entity(), Context(kNone)) ==
             R"({"PartitionKey":"p'1","RowKey":"r 1","Timestamp":"2026-01-01T00:00:00.12Z",)"
             R"("Qty":3,"Big":"42","Note":"a\u00e9"})");
}

BOOST_AUTO_TEST_CASE(FullHasTypesAndLinks) {
  BOOST_TEST(
      Print(Entity(), Context(kFull)) ==
      R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders/@Element",)"
      R"("odata.type":"acct.orders",)"
      R"j("odata.id":"http://127.0.0.1:10002/acct/orders(PartitionKey='p''1',RowKey='r%201')",)j"
      R"("odata.etag":"W/\"datetime'2026-01-01T00%3A00%3A00.12Z'\"",)"
      R"j("odata.editLink":"orders(PartitionKey='p''1',RowKey='r%201')",)j"
      R"("PartitionKey":"p'1","RowKey":"r 1",)"
      R"("Timestamp@odata.type":"Edm.DateTime","Timestamp":"2026-01-01T00:00:00.12Z",)"
      R"("Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\u00e9"})");
}

BOOST_AUTO_TEST_CASE(EntityWithoutCustomProperties) {
  StoredEntity entity = Entity();
  entity.properties = "{}";
  const std::string system =
      R"({"PartitionKey":"p'1","RowKey":"r 1","Timestamp":"2026-01-01T00:00:00.12Z"})";
  BOOST_TEST(Print(entity, Context(kNone)) == system);
  BOOST_TEST(Print(entity, Context(kMinimal)).ends_with(system.substr(1)));
}

BOOST_AUTO_TEST_CASE(EscapesKeys) {
  StoredEntity entity = Entity();
  entity.partition_key = "\"\u00e9\U0001F600";
  entity.row_key = "";
  BOOST_TEST(Print(entity, Context(kNone))
                 .starts_with(R"({"PartitionKey":"\"\u00e9\ud83d\ude00","RowKey":"",)"));
}

BOOST_AUTO_TEST_CASE(SelectionPrintsSystemPropertiesThenOrdinalOrder) {
  struct Row {
    const char* name;
    std::vector<std::string> names;
    std::string members;
  };
  const Row rows[] = {
      {"one", {"Qty"}, R"("Qty":3})"},
      {"annotated", {"Big"}, R"("Big@odata.type":"Edm.Int64","Big":"42"})"},
      {"order of the list does not matter",
       {"Qty", "Note", "RowKey", "PartitionKey"},
       R"("PartitionKey":"p'1","RowKey":"r 1","Note":"a\u00e9","Qty":3})"},
      {"absent", {"Qty", "Absent", "Zzz"}, R"("Absent":null,"Qty":3,"Zzz":null})"},
      {"absent and not ASCII", {"\u00e9"}, R"("\u00e9":null})"},
      {"case matters", {"qty"}, R"("qty":null})"},
      {"twice", {"Qty", "Qty"}, R"("Qty":3})"},
      {"Timestamp", {"Timestamp"}, R"("Timestamp":"2026-01-01T00:00:00.12Z"})"},
  };
  for (const Row& row : rows) {
    const Selection selection{"x", row.names};
    BOOST_TEST(
        Print(Entity(), Context(kMinimal, &selection)) ==
            R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders/@Element&$select=x",)"
            R"("odata.etag":"W/\"datetime'2026-01-01T00%3A00%3A00.12Z'\"",)" +
                row.members,
        row.name);
  }
}

BOOST_AUTO_TEST_CASE(SelectionAtTheOtherLevels) {
  const Selection selection{"Big,Timestamp", {"Big", "Timestamp"}};
  BOOST_TEST(Print(Entity(), Context(kNone, &selection)) ==
             R"({"Timestamp":"2026-01-01T00:00:00.12Z","Big":"42"})");
  const std::string full = Print(Entity(), Context(kFull, &selection));
  BOOST_TEST(full.find(R"j("odata.editLink":"orders(PartitionKey='p''1',RowKey='r%201')")j") !=
             std::string::npos);
  BOOST_TEST(full.ends_with(
      R"("Timestamp@odata.type":"Edm.DateTime","Timestamp":"2026-01-01T00:00:00.12Z",)"
      R"("Big@odata.type":"Edm.Int64","Big":"42"})"));
}

BOOST_AUTO_TEST_CASE(SelectionTextIsPrintedAsInAnAddress) {
  struct Row {
    const char* text;
    const char* printed;
  };
  const Row rows[] = {{"", "&$select="},
                      {"*", "&$select=*"},
                      {"age, sex", "&$select=age,%20sex"},
                      {"\u00e9\"", "&$select=%C3%A9%22"}};
  for (const Row& row : rows) {
    const Selection selection{row.text, {}};
    const std::string body = Print(Entity(), Context(kMinimal, &selection));
    BOOST_TEST(body.find(std::string("/@Element") + row.printed + "\",") != std::string::npos);
    BOOST_TEST(body.ends_with(kProperties.substr(1)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(EntitySetTest)

BOOST_AUTO_TEST_CASE(PrintsAnEmptySet) {
  struct Row {
    MetadataLevel level;
    const char* text;
  };
  const Row rows[] = {
      {kNone, R"({"value":[]})"},
      {kMinimal, R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders","value":[]})"},
      {kFull, R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders","value":[]})"},
  };
  for (const Row& row : rows) {
    std::string out;
    BeginEntitySet(out, Context(row.level));
    EndEntitySet(out);
    BOOST_TEST(out == row.text);
  }
}

BOOST_AUTO_TEST_CASE(ElementsHaveNoMetadata) {
  const Selection selection{"Qty,None", {"Qty", "None"}};
  std::string out;
  BeginEntitySet(out, Context(kMinimal, &selection));
  AppendSetEntity(out, Entity(), Context(kMinimal, &selection), true);
  AppendSetEntity(out, Entity(), Context(kMinimal, &selection), false);
  EndEntitySet(out);
  const std::string element =
      R"({"odata.etag":"W/\"datetime'2026-01-01T00%3A00%3A00.12Z'\"","None":null,"Qty":3})";
  BOOST_TEST(out ==
             R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#orders&$select=Qty,None",)"
             R"("value":[)" +
                 element + "," + element + "]}");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(AppendTableTest)

BOOST_AUTO_TEST_CASE(PrintsOneTable) {
  struct Row {
    MetadataLevel level;
    const char* text;
  };
  const Row rows[] = {
      {kNone, R"({"TableName":"orders"})"},
      {kMinimal,
       R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#Tables/@Element","TableName":"orders"})"},
      {kFull,
       R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#Tables/@Element",)"
       R"j("odata.type":"acct.Tables","odata.id":"http://127.0.0.1:10002/acct/Tables('orders')",)j"
       R"j("odata.editLink":"Tables('orders')","TableName":"orders"})j"},
  };
  for (const Row& row : rows) {
    std::string out;
    AppendTable(out, "orders", Context(row.level));
    BOOST_TEST(out == row.text);
  }
}

BOOST_AUTO_TEST_CASE(PrintsASetOfTables) {
  struct Row {
    MetadataLevel level;
    std::vector<std::string> tables;
    const char* text;
  };
  const Row rows[] = {
      {kNone, {}, R"({"value":[]})"},
      {kNone, {"a", "b"}, R"({"value":[{"TableName":"a"},{"TableName":"b"}]})"},
      {kMinimal,
       {"a"},
       R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#Tables","value":[{"TableName":"a"}]})"},
      {kFull,
       {"a"},
       R"({"odata.metadata":"http://127.0.0.1:10002/acct/$metadata#Tables","value":[)"
       R"j({"odata.type":"acct.Tables","odata.id":"http://127.0.0.1:10002/acct/Tables('a')",)j"
       R"j("odata.editLink":"Tables('a')","TableName":"a"}]})j"},
  };
  for (const Row& row : rows) {
    std::string out;
    AppendTableSet(out, row.tables, Context(row.level));
    BOOST_TEST(out == row.text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
