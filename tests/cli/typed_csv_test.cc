#include "cli/text/typed_csv.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/entity_json.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

namespace {

// Entities after a round trip through CSV, given and returned as typed JSON; the last element is
// the header.
std::vector<std::string> ThroughCsv(const std::vector<std::string>& entities) {
  CsvColumns columns;
  for (const std::string& json : entities) columns.Add(tables::FromTypedJson(json));
  std::string header;
  AppendCsvHeader(header, columns);
  const auto reader =
      CsvRowReader::FromHeader(std::string_view(header).substr(0, header.size() - 1));
  BOOST_TEST_REQUIRE(reader.has_value());
  std::vector<std::string> result;
  for (const std::string& json : entities) {
    std::string row;
    AppendCsvRow(row, columns, tables::FromTypedJson(json));
    row.pop_back();
    const auto entity = reader->Read(row);
    BOOST_TEST_REQUIRE(entity.has_value(), row);
    result.push_back(tables::ToTypedJson(*entity));
  }
  result.push_back(header);
  return result;
}

std::string HeaderFault(std::string_view header) {
  const auto reader = CsvRowReader::FromHeader(header);
  return reader ? "" : reader.error();
}

std::string RowFault(std::string_view header, std::string_view row) {
  const auto entity = CsvRowReader::FromHeader(header)->Read(row);
  return entity ? "" : entity.error();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(TypedCsvTest)

BOOST_AUTO_TEST_CASE(EveryTypeComesBack) {
  const std::vector<std::string> entities = {
      R"({"PartitionKey":"p","RowKey":"r","S":"a,\"b\"\nc","B":true,"I":-5,"L@odata.type":"Edm.Int64","L":"9007199254740993","D":5.0,"T@odata.type":"Edm.DateTime","T":"2026-01-01T00:00:00.1234567Z","G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AAEC"})",
      R"({"PartitionKey":"","RowKey":"","D@odata.type":"Edm.Double","D":"NaN"})"};
  auto result = ThroughCsv(entities);
  BOOST_TEST(result.back() ==
             "PartitionKey,RowKey,S,B@Edm.Boolean,I@Edm.Int32,L@Edm.Int64,D@Edm.Double,"
             "T@Edm.DateTime,G@Edm.Guid,X@Edm.Binary\n");
  result.pop_back();
  BOOST_TEST(result == entities, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(TypesThatDifferAndEmptyTextsComeBack) {
  const std::vector<std::string> entities = {
      R"({"PartitionKey":"p","RowKey":"1","M":1,"N":"x"})",
      R"({"PartitionKey":"p","RowKey":"2","M":"1"})",
      R"({"PartitionKey":"p","RowKey":"3","M@odata.type":"Edm.Int64","M":"1","N":""})",
      R"({"PartitionKey":"p","RowKey":"4","M":"","N":"@Edm.Int32:5"})",
      R"({"PartitionKey":"p","RowKey":"5"})"};
  auto result = ThroughCsv(entities);
  result.pop_back();
  BOOST_TEST(result == entities, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ColumnsWithTheTypesOfRowsAreRead) {
  const auto reader =
      CsvRowReader::FromHeader("PartitionKey,RowKey,Timestamp,Age,Age@type,Name,Name@type");
  BOOST_TEST_REQUIRE(reader.has_value());
  const auto entity = reader->Read("p,r,2026-01-01T00:00:00Z,36,Edm.Int64,,Edm.String");
  BOOST_TEST_REQUIRE(entity.has_value());
  BOOST_TEST(
      tables::ToTypedJson(*entity) ==
      R"({"PartitionKey":"p","RowKey":"r","Age@odata.type":"Edm.Int64","Age":"36","Name":""})");
}

BOOST_AUTO_TEST_CASE(FaultsNameTheColumn) {
  BOOST_TEST(HeaderFault("PartitionKey,Name") == "column RowKey is missing");
  BOOST_TEST(HeaderFault("PartitionKey,RowKey,A,A@Edm.Int32") == "column A appears twice");
  BOOST_TEST(HeaderFault("PartitionKey,RowKey,A@Edm.Int128")
                 .starts_with("column A@Edm.Int128: unknown type"));
  BOOST_TEST(HeaderFault("PartitionKey,\"RowKey") == "a quote is not closed");
  BOOST_TEST(RowFault("PartitionKey,RowKey,A@Edm.Int32", "p,r,five") ==
             "column A: 'five' is not a valid Edm.Int32");
  BOOST_TEST(RowFault("PartitionKey,RowKey,A", "p,r") == "2 fields where the header has 3");
  BOOST_TEST(RowFault("PartitionKey,RowKey,A", "p,r,@Edm.Nothing:1")
                 .starts_with("column A: '@Edm.Nothing:1' begins like a type"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
