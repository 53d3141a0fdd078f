#include "base/json_writer.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(JsonWriterTest)

BOOST_AUTO_TEST_CASE(SeparatesByCommas) {
  JsonWriter json;
  json.BeginObject().Key("rows").BeginArray();
  json.BeginObject().Member("a", 1).Member("b", "x").EndObject();
  json.BeginObject().EndObject();
  json.Value(2).BeginArray().EndArray();
  json.EndArray().Member("last", true).EndObject();
  BOOST_TEST(json.Take() == R"({"rows":[{"a":1,"b":"x"},{},2,[]],"last":true})");
}

BOOST_AUTO_TEST_CASE(WritesValues) {
  JsonWriter json;
  json.BeginArray();
  json.Value("\"\n\xC3\xA9\xFF").Value(false).Value(std::numeric_limits<std::uint64_t>::max());
  json.Value(std::int64_t{-5}).Value(0.25).Value(1e9).Value(std::nan("")).Raw("{}");
  json.EndArray();
  BOOST_TEST(json.Take() ==
             R"(["\"\n\u00e9\ufffd",false,18446744073709551615,-5,0.25,1e+09,null,{}])");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
