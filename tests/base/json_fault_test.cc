#include "base/json_fault.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse {

constexpr std::size_t kDepthMax = 16;

BOOST_AUTO_TEST_SUITE(FindJsonFaultTest)

BOOST_AUTO_TEST_CASE(FindsTheFirstInvalidByte) {
  struct Case {
    std::string text;
    std::optional<std::size_t> fault;
  };
  const Case cases[] = {
      {R"({})", std::nullopt},
      {R"( {"a":[1,-0.5e+3,true,null,{"b":""}],"c":"\u00e9\n"} )", std::nullopt},
      {R"()", 0},
      {R"([])", 0},
      {R"({"a":})", 5},
      {R"({"a":1)", 6},
      {R"({"a":1,})", 7},
      {R"({"a" 1})", 5},
      {R"({'a':1})", 1},
      {R"({"a":01})", 6},
      {R"({"a":.5})", 5},
      {R"({"a":tru})", 8},
      {R"({"a":"x)", 7},
      {R"({"a":"\x"})", 7},
      {R"({"a":"\u12"})", 10},
      {"{\"a\":\"\n\"}", 6},
      {R"({} {})", 3},
      {std::string(R"({"a":)") + std::string(100'000, '['), std::nullopt},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.text.substr(0, 80)) {
      BOOST_TEST((FindJsonFault(c.text, kDepthMax) == c.fault));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
