#include "base/date_time.h"

#include <boost/test/unit_test.hpp>
#include <iostream>
#include <random>

namespace rowhouse {

namespace {

using std::chrono::system_clock;

struct DateTimeRow {
  const char* text;
  const char* printed;  // null: not a date and time
};

void CheckParse(const DateTimeRow& row) {
  BOOST_TEST_CONTEXT(row.text) {
    const auto parsed = DateTime::Parse(row.text);
    BOOST_TEST(parsed.has_value() == (row.printed != nullptr));
    if (parsed && row.printed != nullptr) BOOST_TEST(parsed->ToString() == row.printed);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(DateTimeTest)

BOOST_AUTO_TEST_CASE(ReadsXsdDateTime) {
  const DateTimeRow rows[] = {
      {"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"},
      {"2026-01-01", "2026-01-01T00:00:00Z"},
      {"2026-01-01T10:20", "2026-01-01T10:20:00Z"},
      {"2026-01-01T10:20Z", "2026-01-01T10:20:00Z"},
      {"2026-01-01T10:20:30", "2026-01-01T10:20:30Z"},
      {"1973-10-04T00:00:00.000000Z", "1973-10-04T00:00:00Z"},
      {"1973-10-04T00:00:23.283000Z", "1973-10-04T00:00:23.283Z"},
      {"2026-01-01T00:00:00.1234567Z", "2026-01-01T00:00:00.1234567Z"},
      {"2026-01-01T00:00:00.123456789Z", "2026-01-01T00:00:00.1234567Z"},
      {"2026-01-01T00:00:00.00000009Z", "2026-01-01T00:00:00Z"},
      {"2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00Z"},
      {"2026-01-01T00:00:00+05:30", "2025-12-31T18:30:00Z"},
      {"2026-01-01T00:00:00.5-08:00", "2026-01-01T08:00:00.5Z"},
      {"2024-02-29T23:59:59.9999999Z", "2024-02-29T23:59:59.9999999Z"},
      {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
      {"9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"},
  };
  for (const DateTimeRow& row : rows) CheckParse(row);
}

BOOST_AUTO_TEST_CASE(RefusesOtherText) {
  const char* const texts[] = {
      "",
      "2026",
      "2026-1-1",
      "2026-01-01T",
      "2026-01-01Z",
      "2026-01-01T00",
      "2026-01-01T00:00:00.Z",
      "2026-01-01T00:00:00z",
      "2026-01-01t00:00:00Z",
      "2026-01-01 00:00:00Z",
      "2026-01-01T00:00:00ZZ",
      "2026-01-01T00:00:00+0000",
      "2026-01-01T00:00:00+14:01",
      "2026-01-01T00:00:00+01:60",
      " 2026-01-01T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z",
      "2026-02-29T00:00:00Z",
      "2026-01-01T24:00:00Z",
      "2026-01-01T23:60:00Z",
      "2026-01-01T23:59:60Z",
      "0000-01-01T00:00:00Z",
      "0001-01-01T00:00:00+01:00",
      "9999-12-31T23:59:59-01:00",
      "-2026-01-01T00:00:00Z",
      "12026-01-01T00:00:00Z",
  };
  for (const char* text : texts) CheckParse({text, nullptr});
}

BOOST_AUTO_TEST_CASE(CountsTicksAsDotNetDoes) {
  BOOST_TEST(DateTime::Parse("0001-01-01T00:00:00Z")->ticks == 0);
  BOOST_TEST(DateTime::Parse("1601-01-01T00:00:00Z")->ticks == DateTime::kStoredTicksMin);
  BOOST_TEST(DateTime::Parse("1970-01-01T00:00:00Z")->ticks == DateTime::kUnixEpochTicks);
  BOOST_TEST(DateTime::Parse("9999-12-31T23:59:59.9999999Z")->ticks == DateTime::kTicksMax);
}

BOOST_AUTO_TEST_CASE(TrimsTheFraction) {
  for (const std::string_view text :
       {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999Z", "2024-02-29T00:00:00Z",
        "2026-10-20T10:20:30Z", "2026-01-01T00:00:00.0000001Z", "2026-01-01T00:00:00.1Z",
        "2026-01-01T00:00:00.01Z", "2026-01-01T00:00:00.120345Z", "1999-12-31T23:59:50.9Z"}) {
    const auto instant = DateTime::Parse(text);
    BOOST_REQUIRE(instant);
    BOOST_TEST(instant->ToString() == text);
    BOOST_TEST(instant->ToText().view() == text);
  }
}

BOOST_AUTO_TEST_CASE(PrintsSevenDigitsOnRequest) {
  BOOST_TEST(DateTime::Parse("2026-01-01T00:00:00Z")->ToStringSevenDigits() ==
             "2026-01-01T00:00:00.0000000Z");
  BOOST_TEST(DateTime::Parse("2026-01-01T00:00:00.12Z")->ToStringSevenDigits() ==
             "2026-01-01T00:00:00.1200000Z");
}

BOOST_AUTO_TEST_CASE(ReadsBackWhatItPrints) {
  const unsigned seed = std::random_device{}();
  std::cout << "DateTimeTest seed " << seed << '\n';
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::int64_t> ticks(0, DateTime::kTicksMax);
  for (int round = 0; round < 5000; ++round) {
    const DateTime instant{ticks(random)};
    BOOST_REQUIRE((DateTime::Parse(instant.ToString()) == instant));
    BOOST_REQUIRE((DateTime::Parse(instant.ToStringSevenDigits()) == instant));
  }
}

BOOST_AUTO_TEST_CASE(ComesFromTheSystemClock) {
  const system_clock::time_point time = system_clock::from_time_t(1767225600);  // 2026-01-01
  BOOST_TEST(DateTime::FromSystem(time).ToString() == "2026-01-01T00:00:00Z");
  BOOST_TEST(DateTime::FromSystem(time + std::chrono::nanoseconds(199)).ToString() ==
             "2026-01-01T00:00:00.0000001Z");
  BOOST_TEST(DateTime::FromSystem(system_clock::from_time_t(-1)).ToString() ==
             "1969-12-31T23:59:59Z");
}

BOOST_AUTO_TEST_CASE(PrintsAndReadsHttpDates) {
  const system_clock::time_point time = system_clock::from_time_t(1767225600);
  BOOST_TEST(ToHttpDate(time) == "Thu, 01 Jan 2026 00:00:00 GMT");
  BOOST_TEST(ToHttpDate(system_clock::from_time_t(-1)) == "Wed, 31 Dec 1969 23:59:59 GMT");
  BOOST_TEST((ParseHttpDate("Thu, 01 Jan 2026 00:00:00 GMT") == time));
  BOOST_TEST((ParseHttpDate("Wed, 31 Dec 1969 23:59:59 GMT") == system_clock::from_time_t(-1)));
}

BOOST_AUTO_TEST_CASE(RefusesOtherHttpDates) {
  const char* const texts[] = {
      "",
      "Thu, 01 Jan 2026 00:00:00",
      "Thu, 01 Jan 2026 00:00:00 GMT ",
      "Thu, 1 Jan 2026 00:00:00 GMT",
      "Thu, 32 Jan 2026 00:00:00 GMT",
      "Thu, 01 jan 2026 00:00:00 GMT",
      "Thu, 01 Jan 2026 24:00:00 GMT",
      "Thursday, 01-Jan-26 00:00:00 GMT",
      "2026-01-01T00:00:00Z",
      "Sun, 01 Jan 0001 00:00:00 GMT",
      "Fri, 31 Dec 9999 23:59:59 GMT",
  };
  for (const char* text : texts) BOOST_TEST(!ParseHttpDate(text).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
