#include "formats/azurite_rows.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {
namespace {

BOOST_AUTO_TEST_SUITE(AzuriteRowsTest)

BOOST_AUTO_TEST_CASE(CollectionsNameAccountAndTable) {
  BOOST_TEST((AzuriteTableOf("dev$People") == AzuriteTable{"dev", "People"}));
  for (const char* const other :
       {"$TABLES_COLLECTION$", "$SERVICES_COLLECTION$", "People", "dev$", ""}) {
    BOOST_TEST(!AzuriteTableOf(other).has_value(), other);
  }
  BOOST_TEST((ReadAzuriteTable(R"({"account":"dev","table":"People","$loki":1})").value() ==
              AzuriteTable{"dev", "People"}));
  BOOST_TEST(!ReadAzuriteTable(R"({"account":"dev"})").has_value());
}

BOOST_AUTO_TEST_CASE(RowsBecomeEntitiesWithTheirTypes) {
  const auto entity = ReadAzuriteEntity(
      R"({"PartitionKey":"p","RowKey":"1","properties":{"PartitionKey":"p","RowKey":"1","N":5,"D":2.0,
"Big@odata.type":"Edm.Int64","Big":"9007199254740993","T":"\u00e9\"","Timestamp":"2025-06-18T06:19:06Z",
"Timestamp@odata.type":"Edm.DateTime","None":null,"B":true},"eTag":"W/\"x\"","meta":{"revision":0},"$loki":1})");
  BOOST_TEST_REQUIRE(entity.has_value());
  BOOST_TEST(
      *entity ==
      R"({"PartitionKey":"p","RowKey":"1","N":5,"D":2.0,"Big@odata.type":"Edm.Int64","Big":"9007199254740993","T":"\u00e9\"","None":null,"B":true})");
}

BOOST_AUTO_TEST_CASE(OtherRowsAreRefused) {
  for (const char* const row : {"{", "{}", R"({"PartitionKey":"p","RowKey":"r"})",
                                R"({"PartitionKey":1,"RowKey":"r","properties":{}})",
                                R"({"PartitionKey":"p","RowKey":"r","properties":{"A":{}}})"}) {
    const auto entity = ReadAzuriteEntity(row);
    BOOST_TEST_REQUIRE(!entity.has_value(), row);
    BOOST_TEST(entity.error().starts_with("not a row of Azurite's database: "));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse
