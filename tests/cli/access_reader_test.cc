#include "cli/accesses/access_reader.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <sstream>

namespace rowhouse::cli {
namespace {

std::int64_t Milliseconds(AccessTime time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

// One line for each record: "kind pk|rk t properties", or "LINE: fault".
std::string ReadAll(const std::string& text) {
  std::istringstream in(text);
  AccessReader reader(in);
  std::string out;
  while (const auto next = reader.Next()) {
    if (!*next) {
      out += fmt::format("{}: {}\n", next->error().line, next->error().text);
      continue;
    }
    const ListedAccess& access = **next;
    out += fmt::format("{} {}|{}", static_cast<int>(access.kind), access.partition_key,
                       access.row_key);
    if (access.time) out += fmt::format(" {}", Milliseconds(*access.time));
    if (access.written) out += fmt::format(" written {}", Milliseconds(*access.written));
    out += access.properties.empty() ? "\n" : " " + access.properties + "\n";
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AccessReaderTest)

BOOST_AUTO_TEST_CASE(JsonLines) {
  struct Case {
    std::string text;
    std::string_view outcome;
  };
  const Case cases[] = {
      {"", ""},
      {"\n \r\n", ""},
      {R"({"t": 0.5, "op": "insert", "pk": "a", "rk": "b"})", "0 a|b 500\n"},
      {"\xEF\xBB\xBF\n\n{\"pk\":\"a\"}\n", "0 a|\n"},
      {R"({"PartitionKey":"a","op":"READ"})", "4 a|\n"},
      {R"({"PartitionKey":"a","RowKey":"","operation":"READ"})", "4 a|\n"},
      {R"({"partition_key":"a","row_key":"b","operation":"merge"})", "2 a|b\n"},
      {R"({"pk":"\u00e9\n\"","op":null})", "0 \xC3\xA9\n\"|\n"},
      {R"({"pk":"a","time":"1970-01-01T00:00:01.5Z"})", "0 a| 1500\n"},
      {R"({"pk":"a","t":-2})", "0 a| -2000\n"},
      {R"({"PartitionKey":"a","Timestamp":"1970-01-01T00:00:01.5Z"})", "0 a| written 1500\n"},
      {R"({"pk":"a","Age":4,"B@odata.type":"Edm.Int64","B":"5"})",
       "0 a| {\"Age\":4,\"B@odata.type\":\"Edm.Int64\",\"B\":\"5\"}\n"},
      {"{\"rowhouse\":\"export\",\"version\":1,\"table\":\"T\"}\n{\"PartitionKey\":\"p\","
       "\"RowKey\":\"r\"}\n",
       "0 p|r\n"},
  };
  for (const Case& row : cases) BOOST_TEST(ReadAll(row.text) == row.outcome, row.text);
}

BOOST_AUTO_TEST_CASE(PropertiesOfEntitiesMayHaveTheNamesOfColumns) {
  const std::string header = "{\"rowhouse\":\"export\",\"version\":1,\"table\":\"T\"}\n";
  struct Case {
    std::string text;
    std::string_view outcome;
  };
  const Case cases[] = {
      {header + R"({"PartitionKey":"a","RowKey":"b","t":"x","op":"drop","pk":1,"rk":true})",
       R"(0 a|b {"t":"x","op":"drop","pk":1,"rk":true})"
       "\n"},
      {header + R"({"PartitionKey":"a","RowKey":"b","T":5,"Time":"noon","Operation":"drop"})",
       R"(0 a|b {"T":5,"Time":"noon","Operation":"drop"})"
       "\n"},
      {header + R"({"PartitionKey":"a","RowKey":"b","rowhouse":"export","version":1,"table":"x"})",
       R"(0 a|b {"rowhouse":"export","version":1,"table":"x"})"
       "\n"},
      {header + R"({"PartitionKey":"a","RowKey":"b","partition_key":"x","rowkey":"y"})" + "\n" +
           header + R"({"PartitionKey":"c","RowKey":"d","op":"drop"})",
       R"(0 a|b {"partition_key":"x","rowkey":"y"})"
       "\n"
       R"(0 c|d {"op":"drop"})"
       "\n"},
      // Without a header, too.
      {R"({"PartitionKey":"a","RowKey":"b","t":"x","op":"drop","rowhouse":1})",
       R"(0 a|b {"t":"x","op":"drop","rowhouse":1})"
       "\n"},
      {R"({"PartitionKey":"a","RowKey":"b","Timestamp":"1970-01-01T00:00:01Z","Time":"noon"})",
       R"(0 a|b written 1000 {"Time":"noon"})"
       "\n"},
      {"PartitionKey,RowKey,op,t,pk\na,b,drop,x,y\n", R"(0 a|b {"op":"drop","t":"x","pk":"y"})"
                                                      "\n"},
      {"PartitionKey,RowKey,Timestamp,Operation\na,b,1970-01-01T00:00:01Z,drop\n",
       R"(0 a|b written 1000 {"Operation":"drop"})"
       "\n"},
      {R"({"rowhouse":"export","version":9,"table":"T"})",
       "1: an export of a version other than 1; use the rowhouse that wrote it\n"},
  };
  for (const Case& row : cases) BOOST_TEST(ReadAll(row.text) == row.outcome, row.text);
}

BOOST_AUTO_TEST_CASE(BadLinesAreNamedAndPassed) {
  struct Case {
    std::string_view line;
    std::string_view fault;
  };
  const Case cases[] = {
      {"{\"pk\":\"a\"", "it is not one JSON object of plain members"},
      {"[]", "it is not one JSON object of plain members"},
      {"{\"pk\":\"a\"} x", "it is not one JSON object of plain members"},
      {"{\"pk\":{\"x\":1}}", "it is not one JSON object of plain members"},
      {"{\"rk\":\"a\"}", "it has no PartitionKey"},
      {"{\"pk\":1}", "pk is not a string"},
      {"{\"pk\":\"a\",\"rk\":true}", "rk is not a string"},
      {"{\"pk\":\"a\",\"op\":\"drop\"}", "no operation is called \"drop\""},
      {"{\"pk\":\"a\",\"t\":\"soon\"}", "\"soon\" is not a time"},
      {"{\"pk\":\"a\",\"t\":1e300}", "\"1e300\" is not a time"},
      {"{\"pk\":\"\xff\"}", "it is not one JSON object of plain members"},
  };
  for (const Case& row : cases) {
    const std::string text = fmt::format("{{\"pk\":\"1\"}}\n{}\n{{\"pk\":\"3\"}}\n", row.line);
    BOOST_TEST(ReadAll(text) == fmt::format("0 1|\n2: {}\n0 3|\n", row.fault), row.line);
  }
  const std::string longest(1024, 'k');
  BOOST_TEST(ReadAll("{\"pk\":\"" + longest + "\"}") == "0 " + longest + "|\n");
  BOOST_TEST(ReadAll("{\"pk\":\"" + longest + "k\"}") ==
             "1: its PartitionKey is longer than 1024 characters\n");
}

BOOST_AUTO_TEST_CASE(CsvWithHeader) {
  struct Case {
    std::string_view text;
    std::string_view outcome;
  };
  const Case cases[] = {
      {"pk\na\nb", "0 a|\n0 b|\n"},
      {"PartitionKey,RowKey,operation,time\r\na,b,update,1\r\n", "2 a|b 1000\n"},
      {"operation\tPartitionKey\tRowKey\nquery\t\"a\"\"\tb\"\tc,d\n", "5 a\"\tb|c,d\n"},
      {"pk,rk\n\"a,\nb\",\"\"\n\nc,d\n", "0 a,\nb|\n0 c|d\n"},
      {"pk,Age,t\na,4,\n", "0 a| {\"Age\":\"4\"}\n"},
      {"pk,rk\n,\n", "0 |\n"},
      {"pk,rk\na\nb,c\n\"d\n",
       "2: it has 1 fields, the header 2\n0 b|c\n4: it cannot be read as CSV\n"},
      {"pk,op\n\xff,insert\n", "2: its PartitionKey is not UTF-8\n"},
      {"rk,t\na,1\n",
       "1: neither JSON lines nor a CSV header with a column pk or PartitionKey, between commas or "
       "tabs\n"},
      {"what is this\n",
       "1: neither JSON lines nor a CSV header with a column pk or PartitionKey, between commas or "
       "tabs\n"},
      {"pk,\"rk\n", "1: it is neither JSON lines nor a CSV header: a quote is out of place\n"},
      {"[{\"pk\":\"a\"}]\n",
       "1: it is a JSON array; write its objects one a line, as jq -c '.[]' does\n"},
      {"pk,rk,PartitionKey\n1,2,3\n",
       "1: the header names the column PartitionKey a second time\n"},
  };
  for (const Case& row : cases) BOOST_TEST(ReadAll(std::string(row.text)) == row.outcome, row.text);
}

BOOST_AUTO_TEST_CASE(OperationsAreToldFromEntities) {
  for (const char* const name : {"pk", "rk", "op", "T"}) {
    BOOST_TEST(IsOfOperations(name), name);
  }
  for (const char* const name :
       {"PartitionKey", "row_key", "Timestamp", "Time", "operation", "Age"}) {
    BOOST_TEST(!IsOfOperations(name), name);
  }
}

BOOST_AUTO_TEST_CASE(RecordsHaveALimit) {
  const std::string text = "{\"pk\":\"1\"}\n{\"pk\":\"" +
                           std::string(2 * RecordReader::kRecordBytesMax, 'x') +
                           "\"}\n{\"pk\":\"3\"}\n";
  BOOST_TEST(ReadAll(text) ==
             "0 1|\n2: it is longer than any operation; nothing after it was read\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
