#include "cli/text/typed_csv.h"

#include "cli/text/csv_rows.h"

#include <boost/test/unit_test.hpp>
#include <rowhouse/entity_json.h>
#include <string>
#include <utility>
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

// The entity of the last of `rows`, of which the first was looked at before; or the fault.
std::string ReadLast(std::string_view header, const std::vector<std::string>& rows,
                     CsvRules rules = {}) {
  auto reader = CsvRowReader::FromHeader(header, std::move(rules));
  if (!reader) return reader.error();
  reader->TakeFirst(rows.front());
  const auto entity = reader->Read(rows.back());
  return entity ? tables::ToTypedJson(*entity) : entity.error();
}

BOOST_AUTO_TEST_CASE(AHeaderForSomeRowsSaysTheTypesOfAll) {
  struct Case {
    std::string header;
    std::string first;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"PartitionKey,RowKey,N", "p,1,5", "PartitionKey,RowKey,N"},
      {"PartitionKey,RowKey,N@Edm.Int32", "p,1,5", "PartitionKey,RowKey,N@Edm.Int32"},
      {"PartitionKey;RowKey;N;S", "Edm.String;Edm.String;Edm.Int32;Edm.String",
       "PartitionKey;RowKey;N@Edm.Int32;S@Edm.String"},
      {"PartitionKey,RowKey,N,N@type", "p,1,5,Edm.Int64", "PartitionKey,RowKey,N@Edm.Int64,N@type"},
  };
  for (const Case& item : cases) {
    auto reader = CsvRowReader::FromHeader(item.header);
    BOOST_TEST_REQUIRE(reader.has_value());
    reader->TakeFirst(item.first);
    BOOST_TEST(reader->Header() == item.expected);
  }
  // The type of a title is not that of the first row.
  BOOST_TEST(ReadLast("PartitionKey,RowKey,N@Edm.Int32,N@type", {"p,1,x,Edm.String", "p,2,6,"}) ==
             R"({"PartitionKey":"p","RowKey":"2","N":6})");
}

BOOST_AUTO_TEST_CASE(TypesOfTheFirstRowHoldForAll) {
  const char* const header = "PartitionKey,RowKey,N,N@type,B,B@type";
  const std::string first = "p,1,5,Edm.Int32,,Edm.Binary";
  BOOST_TEST(ReadLast(header, {first, "p,2,6,,,"}) == R"({"PartitionKey":"p","RowKey":"2","N":6})");
  BOOST_TEST(ReadLast(header, {first, "p,2,6,Edm.String,,"}) ==
             R"({"PartitionKey":"p","RowKey":"2","N":"6"})");
  BOOST_TEST(ReadLast(header, {first}) ==
             R"({"PartitionKey":"p","RowKey":"1","N":5,"B@odata.type":"Edm.Binary","B":""})");
  BOOST_TEST(ReadLast(header, {"p,1,,,,", "p,2,6,,,"}) ==
             R"({"PartitionKey":"p","RowKey":"2","N":"6"})");
  BOOST_TEST(ReadLast(header, {"p,1,,Edm.Int32,,"})
                 .starts_with("column N: an empty cell of type Edm.Int32"));
  BOOST_TEST(ReadLast("PartitionKey,RowKey,N", {"Edm.String,Edm.String,Edm.Int64", "p,1,5"}) ==
             R"({"PartitionKey":"p","RowKey":"1","N@odata.type":"Edm.Int64","N":"5"})");
}

BOOST_AUTO_TEST_CASE(OtherSeparatorsAreFoundInTheHeader) {
  for (const char* const separator : {",", ";", "\t"}) {
    const auto with = [separator](std::string text) {
      for (char& letter : text) {
        if (letter == '|') letter = separator[0];
      }
      return text;
    };
    BOOST_TEST(ReadLast(with("PartitionKey|RowKey|A"), {with("p|1|\"x,;\ty\"")}) ==
               R"({"PartitionKey":"p","RowKey":"1","A":"x,;\ty"})");
  }
}

BOOST_AUTO_TEST_CASE(RulesMakeKeysOfColumns) {
  CsvRules rules{KeyTemplate::Parse("{property(Land)}-x").value(), "Id"};
  BOOST_TEST(ReadLast("Id,Land", {"1,uk"}, rules) ==
             R"({"PartitionKey":"uk-x","RowKey":"1","Land":"uk"})");
  BOOST_TEST(ReadLast("Id,Land", {"1,"}, rules).starts_with("--partition-key: "));
  BOOST_TEST(ReadLast("Id,Country", {"1,uk"}, rules) == "--partition-key: there is no column Land");
  BOOST_TEST(ReadLast("Number,Land", {"1,uk"}, rules).starts_with("column Id is missing"));
  BOOST_TEST(ReadLast("RowKey,Id,Land", {"1,1,uk"}, rules)
                 .starts_with("the file has a column RowKey, and --row-key says Id"));
}

BOOST_AUTO_TEST_CASE(GuessesAreTheTypeOfAllTexts) {
  const auto guess = [](const std::vector<std::string>& texts) {
    TypeGuess all;
    for (const std::string& text : texts) all.Add(text);
    return std::string(tables::ToString(all.Type()));
  };
  BOOST_TEST(guess({}) == "Edm.String");
  BOOST_TEST(guess({"true", "FALSE"}) == "Edm.Boolean");
  BOOST_TEST(guess({"1", "-5"}) == "Edm.Int32");
  BOOST_TEST(guess({"1", "5000000000"}) == "Edm.Int64");
  BOOST_TEST(guess({"1", "2.5", "5000000000"}) == "Edm.Double");
  BOOST_TEST(guess({"9007199254740993", "2.5"}) == "Edm.String");
  BOOST_TEST(guess({"0.30000000000000004", "0.10000000000000001", "1.50", "1e5", "-0.0"}) ==
             "Edm.Double");
  BOOST_TEST(guess({"0.1234567890123456789"}) == "Edm.String");
  BOOST_TEST(guess({"12345678901234567890", "5"}) == "Edm.String");
  BOOST_TEST(guess({"1", "007"}) == "Edm.String");
  BOOST_TEST(guess({"2026-01-01T00:00:00Z"}) == "Edm.DateTime");
  BOOST_TEST(guess({"2026-01-01"}) == "Edm.String");
  BOOST_TEST(guess({"c9da6455-213d-42c9-9a79-3e9149a57833"}) == "Edm.Guid");
  BOOST_TEST(guess({"true", "1"}) == "Edm.String");
}

BOOST_AUTO_TEST_CASE(FaultsNameTheColumn) {
  BOOST_TEST(HeaderFault("PartitionKey,RowKey,Gr\xf6\xdf"
                         "e") ==
             "the file is not UTF-8; save it again as UTF-8, which Excel calls 'CSV UTF-8'");
  BOOST_TEST(HeaderFault("PartitionKey,Name")
                 .starts_with("column RowKey is missing; there are PartitionKey, Name. "));
  BOOST_TEST(HeaderFault("PartitionKey,rowKey") ==
             "column RowKey is missing; 'rowKey' has different capitals");
  BOOST_TEST(HeaderFault("PartitionKey,RowKey,A@type") ==
             "column A@type has the types of a column A, which is not there");
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
