#include "formats/json_records.h"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

struct RecordsCase {
  std::string name;
  std::string text;
  std::vector<std::string> records;  // "line collection text"
  std::string fault = {};
};

const std::vector<RecordsCase> kCases = {
    {"nothing", " \n", {}},
    {"lines", "{\"a\":1}\n\n{\"b\":2}\r\n{\"c\":3}", {"1 {\"a\":1}", "3 {\"b\":2}", "4 {\"c\":3}"}},
    {"lines of which one is malformed", "{}\n{\"a\n{}\n", {"1 {}", "2 {\"a", "3 {}"}},
    {"byte order mark", "\xEF\xBB\xBF{}\n", {"1 {}"}},
    {"carriage returns", "{\"a\":1}\r{\"b\":2}\r", {"1 {\"a\":1}", "1 {\"b\":2}"}},
    {"array", "[\n{\"a\":\"]}\\\"\"},\n{}\n]\n", {"2 {\"a\":\"]}\\\"\"}", "3 {}"}},
    {"array in one line", "[{\"a\":{\"value\":[1]}},{}]", {"1 {\"a\":{\"value\":[1]}}", "1 {}"}},
    {"empty array", "[]", {}},
    {"objects over lines", "{\n}\n{\n\"a\":1}\n", {"1 {\n}", "3 {\n\"a\":1}"}},
    {"answer",
     R"({"odata.metadata":"x","value":[{"a":1},{}],"more":[2,{}]})",
     {"1 {\"a\":1}", "1 {}"}},
    {"items", R"({"items":[{"value":"x"}],"nextMarker":{"value":[]}})", {"1 {\"value\":\"x\"}"}},
    {"answers", "[{\"value\":[{}]},\n{\"value\":[{}]}]", {"1 {}", "2 {}"}},
    {"answers in lines", "{\"value\":[{}]}\n{\"value\":[{}]}\n", {"1 {}", "2 {}"}},
    {"array in an entity, after a key",
     R"([{"RowKey":"1","value":[{}]},{}])",
     {R"(1 {"RowKey":"1","value":[{}]})", "1 {}"}},
    {"array in an entity, before the keys",
     "{\"items\":[1,[2,\"]\"]],\"RowKey\":\"1\"}\n{}",
     {R"(1 {"items":[1,[2,"]"]],"RowKey":"1"})", "2 {}"}},
    {"list in an entity, before the keys",
     R"([{"value":[],"RowKey":"1"},{}])",
     {},
     "the entity that ends here holds an array"},
    {"value of a plain entity", R"({"value":5})", {"1 {\"value\":5}"}},
    {"database",
     R"({"filename":"f","collections":[{"name":"a$T","data":[{"name":"x"}],"idIndex":[1]},{"name":"$S$"},{"name":"b","data":[]}],"v":1})",
     {"1 a$T {\"name\":\"x\"}"}},
    {"other text", "PartitionKey,RowKey\n", {}, "neither a JSON object nor an array"},
    {"array that breaks off", "[{},", {"1 {}"}, "the array holds something that is no object"},
    {"comma that is missing",
     "[{} {}]",
     {"1 {}"},
     "a comma or the end of the array is missing here"},
    {"array of numbers", "[1]", {}, "the array holds something that is no object"},
    {"object that breaks off",
     "{\"a\":",
     {"1 {\"a\":"},
     "what follows the malformed object cannot be read"},
    {"answer that breaks off",
     R"({"value":[{}],"more)",
     {"1 {}"},
     "the JSON breaks off or is malformed here"},
};

BOOST_AUTO_TEST_SUITE(JsonRecordsTest)

BOOST_AUTO_TEST_CASE(ObjectsAreFoundInWhateverHoldsThem) {
  for (const RecordsCase& item : kCases) {
    BOOST_TEST_CONTEXT(item.name) {
      std::istringstream in(item.text);
      JsonRecords records(in);
      std::vector<std::string> found;
      while (const auto record = records.Next()) {
        const std::string collection(record->collection);
        found.push_back(std::to_string(record->line) + " " +
                        (collection.empty() ? "" : collection + " ") + std::string(record->text));
        BOOST_TEST(record->end <= item.text.size());
      }
      BOOST_TEST(found == item.records, boost::test_tools::per_element());
      BOOST_TEST(records.Fault() == item.fault);
    }
  }
}

BOOST_AUTO_TEST_CASE(ManyObjectsAreReadThroughAFixedBuffer) {
  const std::string object = "{\"text\":\"" + std::string(300'000, 'x') + "\"}";
  for (const char* const separator : {"\n", ",", ",\n"}) {
    const bool is_array = separator[0] == ',';
    std::string text = is_array ? "[" : "";
    for (int i = 0; i < 20; ++i) text += (i > 0 ? separator : "") + object;
    if (is_array) text += ']';
    std::istringstream in(text);
    JsonRecords records(in);
    int count = 0;
    for (; const auto record = records.Next(); ++count) BOOST_TEST((record->text == object));
    BOOST_TEST(count == 20);
    BOOST_TEST(records.Fault() == "");
  }
}

BOOST_AUTO_TEST_CASE(AnObjectThatIsTooLongIsRefused) {
  for (const char* const begin : {"{\"a\":\"", "[{\"a\":\"", "{}\n{\"a\":\""}) {
    std::istringstream in(begin + std::string(JsonRecords::kRecordBytesMax + 1'000'000, 'x'));
    JsonRecords records(in);
    while (records.Next()) {
    }
    BOOST_TEST(records.Fault().find("more than 16 MiB") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse
