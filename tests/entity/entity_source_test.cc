#include "entity/entity_source.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(KeyIntervalTest)

BOOST_AUTO_TEST_CASE(ContainsWhatLiesBetweenItsBounds) {
  const KeyInterval everything;
  const KeyInterval half_open{.low = "b", .high = "d", .high_open = true};
  const KeyInterval open{.low = "b", .low_open = true, .high = "d", .high_open = true};
  struct Case {
    const char* name;
    const KeyInterval& interval;
    const char* key;
    bool inside;
  };
  const Case cases[] = {
      {"everything holds the empty key", everything, "", true},
      {"everything holds a late key", everything, "\xEF\xBF\xBF", true},
      {"closed low bound", half_open, "b", true},
      {"between", half_open, "c", true},
      {"above the low bound by a character", half_open, "b!", true},
      {"below", half_open, "a", false},
      {"open high bound", half_open, "d", false},
      {"open low bound", open, "b", false},
      {"above", open, "e", false},
  };
  for (const Case& test : cases) {
    BOOST_TEST(test.interval.Contains(test.key) == test.inside, test.name);
  }
}

BOOST_AUTO_TEST_CASE(OrdersByUtf16UnitsNotByBytes) {
  // U+1F600 is D83D DE00 in UTF-16, before U+FF5E; in UTF-8 its bytes come after.
  const KeyInterval up_to_fullwidth_tilde{.high = "\xEF\xBD\x9E"};
  BOOST_TEST(up_to_fullwidth_tilde.Contains("\xF0\x9F\x98\x80"));
}

BOOST_AUTO_TEST_CASE(PointHoldsItsKeyOnly) {
  const KeyInterval point = KeyInterval::Point("k");
  BOOST_TEST(point.IsPoint());
  BOOST_TEST(point.Contains("k"));
  BOOST_TEST(!point.Contains("k0"));
  BOOST_TEST(!point.Contains(""));
  BOOST_TEST(KeyInterval::Point("").Contains(""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
