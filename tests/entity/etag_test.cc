#include "entity/etag.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {
namespace {

constexpr DateTime kStored{.ticks = 639028224001234567};  // 2026-01-01T00:00:00.1234567Z
constexpr const char* kStoredText = "W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"";

// The outcome of Parse() and then Check(): "" for a match, else the code.
std::string Outcome(std::optional<std::string_view> header, DateTime stored) {
  const auto condition = IfMatch::Parse(header);
  const Status status =
      condition ? condition->Check(stored) : Status(tl::unexpected<Error>(condition.error()));
  return status ? "" : std::string(ToWire(status.error().code).code);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ETagTest)

BOOST_AUTO_TEST_CASE(EncodesTheColonsOfTheTimestamp) {
  BOOST_TEST(FormatETag(kStored) == kStoredText);
  std::string text = "ETag: ";
  AppendETag(text, kStored);
  BOOST_TEST(text == std::string("ETag: ") + kStoredText);
  text.clear();
  AppendETagTime(text, "2026-01-01T00:00:00.12Z");
  BOOST_TEST(text == "2026-01-01T00%3A00%3A00.12Z");
}

BOOST_AUTO_TEST_CASE(TrimsTheFractionAsTheTimestampDoes) {
  BOOST_TEST(FormatETag({.ticks = 639028224001200000}) ==
             "W/\"datetime'2026-01-01T00%3A00%3A00.12Z'\"");
  BOOST_TEST(FormatETag({.ticks = 639028224000000000}) ==
             "W/\"datetime'2026-01-01T00%3A00%3A00Z'\"");
}

BOOST_AUTO_TEST_CASE(ParsesWhatItFormats) {
  for (const std::int64_t ticks : {kStored.ticks, DateTime::kStoredTicksMin, DateTime::kTicksMax}) {
    const auto condition = IfMatch::Parse(FormatETag({.ticks = ticks}));
    BOOST_REQUIRE(condition);
    BOOST_TEST((condition->kind == IfMatch::Kind::kETag));
    BOOST_TEST(condition->timestamp.ticks == ticks);
  }
}

BOOST_AUTO_TEST_CASE(KnowsNoHeaderFromAnyEntity) {
  BOOST_TEST((IfMatch::Parse(std::nullopt)->kind == IfMatch::Kind::kNone));
  BOOST_TEST((IfMatch::Parse("")->kind == IfMatch::Kind::kNone));
  BOOST_TEST((IfMatch::Parse("*")->kind == IfMatch::Kind::kAny));
}

BOOST_AUTO_TEST_CASE(TellsStaleFromForeignFromMalformed) {
  struct Case {
    const char* name;
    const char* header;
    const char* outcome;
  };
  const Case cases[] = {
      {"any", "*", ""},
      {"current", kStoredText, ""},
      {"other instant", "W/\"datetime'2026-01-01T00%3A00%3A00.1234568Z'\"",
       "UpdateConditionNotSatisfied"},
      {"raw colons", "W/\"datetime'2026-01-01T00:00:00.1234567Z'\"", "ConditionNotMet"},
      {"doubled quotes", "W/\"datetime''2026-01-01T00%3A00%3A00.1234567Z''\"", "ConditionNotMet"},
      {"not a time", "W/\"datetime'yesterday'\"", "ConditionNotMet"},
      {"other escape", "W/\"datetime'2026-01-01T00%2D00%3A00Z'\"", "ConditionNotMet"},
      {"cut off escape", "W/\"datetime'2026-01-01T00%3A00%3\"", "ConditionNotMet"},
      {"old form", "W/\"0x5B168C7B6E589D2\"", "ConditionNotMet"},
      {"word", "W/\"wrong\"", "ConditionNotMet"},
      {"empty weak", "W/\"\"", "ConditionNotMet"},
      {"prefix alone", "W/\"datetime'\"", "ConditionNotMet"},
      {"bare word", "abc", "InvalidInput"},
      {"strong", "\"abc\"", "InvalidInput"},
      {"two strong", "\"a\", \"b\"", "InvalidInput"},
      {"two weak", "W/\"a\", W/\"b\"", "InvalidInput"},
      {"weak of lower case", "w/\"a\"", "InvalidInput"},
      {"unterminated", "W/\"", "InvalidInput"},
      {"no end quote", "W/\"abc", "InvalidInput"},
      {"text after", "W/\"abc\" ", "InvalidInput"},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) { BOOST_TEST(Outcome(test.header, kStored) == test.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(QuotesTheMalformedValue) {
  const auto condition = IfMatch::Parse("abc");
  BOOST_REQUIRE(!condition);
  BOOST_TEST(condition.error().message ==
             "The etag value 'abc' specified in one of the request headers is not valid. Please "
             "make sure only one etag value is specified and is valid.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
