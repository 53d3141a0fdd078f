#include "entity/edm_value.h"

#include <bit>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace rowhouse {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The significant digits of a number, without the zeros around them.
std::string DigitsOf(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find_first_of("eE"))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) digits += c;
  }
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(EdmValueTest)

BOOST_AUTO_TEST_CASE(NamesEveryType) {
  const EdmValue values[] = {std::string(), false,      std::int32_t{0}, std::int64_t{0},
                             0.0,           DateTime{}, Guid{},          Binary{}};
  const char* const names[] = {"Edm.String", "Edm.Boolean",  "Edm.Int32", "Edm.Int64",
                               "Edm.Double", "Edm.DateTime", "Edm.Guid",  "Edm.Binary"};
  for (std::size_t index = 0; index < std::size(values); ++index) {
    const EdmType type = TypeOf(values[index]);
    BOOST_TEST(ToString(type) == names[index]);
    BOOST_TEST((ParseEdmType(names[index]) == type));
  }
  BOOST_TEST(!ParseEdmType("Edm.Single").has_value());
  BOOST_TEST(!ParseEdmType("edm.string").has_value());
  BOOST_TEST(!ParseEdmType("").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(BinaryTest)

BOOST_AUTO_TEST_CASE(ReadsAndPrintsBase64) {
  struct Row {
    const char* text;
    std::vector<std::uint8_t> bytes;
  };
  const Row rows[] = {
      {"", {}}, {"AA==", {0}}, {"AQI=", {1, 2}}, {"AQID", {1, 2, 3}}, {"+/8A", {0xFB, 0xFF, 0}},
  };
  for (const Row& row : rows) {
    const auto binary = Binary::ParseBase64(row.text);
    BOOST_TEST((binary == Binary{row.bytes}), row.text);
    BOOST_TEST(Binary{row.bytes}.ToBase64() == row.text);
  }
  BOOST_TEST((Binary::ParseBase64(" A Q\r\nI\t= ") == Binary{{1, 2}}));
}

BOOST_AUTO_TEST_CASE(RefusesOtherBase64) {
  const char* const texts[] = {
      "A",        "AQ",   "AQI",      "AQ=",  "A===", "====",  "=",     "AQ=I",
      "AQI=AQID", "-_8A", "AQID\x80", "AQI*", "0x0",  "AQI==", "AQID=", "AQ\vID"};
  for (const char* text : texts) BOOST_TEST(!Binary::ParseBase64(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(ReadsHex) {
  BOOST_TEST((Binary::ParseHex("") == Binary{}));
  BOOST_TEST((Binary::ParseHex("00fFAb") == Binary{{0, 0xFF, 0xAB}}));
  BOOST_TEST(!Binary::ParseHex("0").has_value());
  BOOST_TEST(!Binary::ParseHex("0g").has_value());
  BOOST_TEST(!Binary::ParseHex("0x00").has_value());
}

BOOST_AUTO_TEST_CASE(ReadsBackRandomBytes) {
  const unsigned seed = std::random_device{}();
  std::cout << "BinaryTest seed " << seed << '\n';
  std::mt19937 random(seed);
  for (std::size_t size = 0; size < 200; ++size) {
    Binary binary{std::vector<std::uint8_t>(size)};
    for (std::uint8_t& byte : binary.bytes) byte = static_cast<std::uint8_t>(random());
    BOOST_REQUIRE((Binary::ParseBase64(binary.ToBase64()) == binary));
  }
}

BOOST_AUTO_TEST_CASE(OrdersByBytesWithThePrefixFirst) {
  BOOST_TEST((Binary{{1}} < Binary{{1, 0}}));
  BOOST_TEST((Binary{{1, 0xFF}} < Binary{{2}}));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(EdmDoubleTest)

BOOST_AUTO_TEST_CASE(PrintsAsDotNetDoes) {
  struct Row {
    double value;
    const char* text;
  };
  const Row rows[] = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {5, "5.0"},
      {-5.25, "-5.25"},
      {100, "100.0"},
      {3.1, "3.1"},
      {0.1, "0.1"},
      {0.30000000000000004, "0.30000000000000004"},
      {3.141592653589793, "3.1415926535897931"},  // never sixteen digits
      {0.0001, "0.0001"},
      {0.00001, "1E-05"},
      {0.000015, "1.5E-05"},
      {2147483648.0, "2147483648.0"},
      {999999999999999.0, "999999999999999.0"},
      {1e15, "1E+15"},
      {1.5e15, "1.5E+15"},
      {9007199254740992.0, "9007199254740992.0"},  // seventeen digits: exponents from 17
      {12345678901234567890.0, "1.2345678901234567E+19"},
      {1.23456789012346e+24, "1.23456789012346E+24"},
      {1e100, "1E+100"},
      {std::numeric_limits<double>::max(), "1.7976931348623157E+308"},
      {std::numeric_limits<double>::denorm_min(), "4.94065645841247E-324"},
      {kInfinity, "Infinity"},
      {-kInfinity, "-Infinity"},
      {std::numeric_limits<double>::quiet_NaN(), "NaN"},
  };
  for (const Row& row : rows) BOOST_TEST(FormatDouble(row.value) == row.text);
}

BOOST_AUTO_TEST_CASE(ReadsWhatDotNetReads) {
  struct Row {
    const char* text;
    double value;
  };
  const Row rows[] = {
      {"5", 5},
      {"+5", 5},
      {"-5.25", -5.25},
      {" 1e5\t", 1e5},
      {".5", 0.5},
      {"5.", 5},
      {"1.23456789012346e+24", 1.23456789012346e+24},
      {"1E-05", 1e-5},
      {"200.23", 200.23},
      {"1e-400", 0},
      {"0.0000001e-99999999999999999999", 0},
      {"0e999999999999", 0},
      {"1.7976931348623157E+308", std::numeric_limits<double>::max()},
      {"Infinity", std::numeric_limits<double>::infinity()},
      {"-Infinity", -std::numeric_limits<double>::infinity()},
  };
  for (const Row& row : rows) {
    const auto value = ParseDouble(row.text);
    BOOST_TEST(value.has_value(), row.text);
    if (value) BOOST_TEST(*value == row.value, row.text);
  }
  BOOST_TEST(std::isnan(*ParseDouble("NaN")));
  BOOST_TEST(std::signbit(*ParseDouble("-0")));
  BOOST_TEST(std::signbit(*ParseDouble("-1e-400")));
}

BOOST_AUTO_TEST_CASE(RefusesOtherText) {
  const char* const texts[] = {
      "",      " ",      "INF",   "inf", "nan",  "infinity", "+Infinity", "1.797693134862316e308",
      "1e400", "-1e400", "1e",    "1e+", "e5",   ".",        "-",         "+",
      "+-1",   "1 2",    "1,000", "0x1", "1.5f", "5D",       "13e7705",   "1e99999999999999999999",
      "--1",   "1.2.3"};
  for (const char* text : texts) BOOST_TEST(!ParseDouble(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(ReadsBackRandomValues) {
  const unsigned seed = std::random_device{}();
  std::cout << "EdmDoubleTest seed " << seed << '\n';
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20000; ++round) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const auto read = ParseDouble(FormatDouble(value));
    BOOST_REQUIRE(read.has_value());
    BOOST_REQUIRE(std::bit_cast<std::uint64_t>(*read) == std::bit_cast<std::uint64_t>(value));
  }
}

// As .NET's "R" prints them: 15 significant digits if they are enough, otherwise 17.
BOOST_AUTO_TEST_CASE(PrintsFifteenDigitsOrSeventeen) {
  const unsigned seed = std::random_device{}();
  std::cout << "EdmDoubleTest seed " << seed << '\n';
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<int> exponent(-330, 308);
  for (int round = 0; round < 40000; ++round) {
    // Any double, and any number of up to 17 digits.
    auto value = std::bit_cast<double>(random());
    if (round % 2 == 0) {
      const std::string digits = std::to_string(random() % 100'000'000'000'000'000);
      const std::string decimal =
          fmt::format("{}e{}", digits.substr(0, 1 + random() % digits.size()), exponent(random));
      value = std::strtod(decimal.c_str(), nullptr);
    }
    if (!std::isfinite(value) || value == 0) continue;
    std::string exact = fmt::format("{:.14e}", value);
    if (std::strtod(exact.c_str(), nullptr) != value) exact = fmt::format("{:.16e}", value);
    BOOST_REQUIRE_EQUAL(DigitsOf(FormatDouble(value)), DigitsOf(exact));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
