#pragma once
// Random properties for round-trip tests. Values sit where encodings change: quotes, controls, the
// borders of UTF-16, the ends of number ranges.

#include "entity/edm_value.h"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace rowhouse::testing {

using Random = std::mt19937_64;

inline std::string RandomString(Random& random) {
  const std::vector<std::string> pieces{"",           "a",
                                        "plain text", "\"",
                                        "\\",         "\\\"",
                                        "\\u00e9",    "/",
                                        "\n",         "\t",
                                        "\x01",       "\x1f",
                                        "\x7f",       std::string(1, '\0'),
                                        "\u00e9",     "\u20ac",
                                        "\uD7FF",     "\uE000",
                                        "\uFFFF",     "\U00010000",
                                        "\U0001F600", "\U0010FFFF",
                                        ",",          "}",
                                        "@odata.type"};
  std::string text;
  for (auto count = random() % 6; count > 0; --count) text += pieces[random() % pieces.size()];
  return text;
}

inline std::string RandomName(Random& random) {
  const std::vector<std::string> pieces{"a", "B", "_", "z9", "\u00e9", "\u4e2d", "\uAC00"};
  std::string name = pieces[random() % 3];
  for (auto count = random() % 4; count > 0; --count) name += pieces[random() % pieces.size()];
  return name;
}

inline double RandomDouble(Random& random) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double specials[] = {0.0, -0.0, 1e15, -1e-5, infinity, -infinity};
  if (random() % 4 == 0) return specials[random() % std::size(specials)];
  const auto value = std::bit_cast<double>(random());
  return std::isnan(value) ? 0.5 : value;  // NaN is not equal to itself
}

inline EdmValue RandomValue(Random& random) {
  switch (random() % 8) {
    case 0:
      return RandomString(random);
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<std::int32_t>(random());
    case 3:
      return static_cast<std::int64_t>(random());
    case 4:
      return RandomDouble(random);
    case 5:
      return DateTime{std::uniform_int_distribution<std::int64_t>(DateTime::kStoredTicksMin,
                                                                  DateTime::kTicksMax)(random)};
    case 6: {
      Guid guid;
      for (std::uint8_t& byte : guid.bytes) byte = static_cast<std::uint8_t>(random());
      return guid;
    }
    default: {
      Binary binary{std::vector<std::uint8_t>(random() % 20)};
      for (std::uint8_t& byte : binary.bytes) byte = static_cast<std::uint8_t>(random());
      return binary;
    }
  }
}

inline std::vector<Property> RandomProperties(Random& random) {
  std::vector<Property> properties;
  std::set<std::string> names;
  for (auto count = random() % 8; count > 0; --count) {
    std::string name = RandomName(random);
    if (names.insert(name).second) properties.push_back({name, RandomValue(random)});
  }
  return properties;
}

inline bool SameProperties(const std::vector<Property>& left, const std::vector<Property>& right) {
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [](const Property& a, const Property& b) { return a.name == b.name && a.value == b.value; });
}

}  // namespace rowhouse::testing
