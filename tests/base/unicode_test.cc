#include "base/unicode.h"

#include "base/ascii.h"
#include "base/json_string.h"
#include "base/percent.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <random>
#include <vector>

namespace rowhouse {

namespace {

using namespace std::string_view_literals;

// The UTF-16 units of a code point list: the model that the functions are compared with.
std::u16string ToUtf16(const std::vector<char32_t>& code_points) {
  std::u16string units;
  for (const char32_t point : code_points) {
    if (point < 0x10000) {
      units.push_back(static_cast<char16_t>(point));
    } else {
      units.push_back(static_cast<char16_t>(0xD800 + ((point - 0x10000) >> 10U)));
      units.push_back(static_cast<char16_t>(0xDC00 + ((point - 0x10000) & 0x3FFU)));
    }
  }
  return units;
}

std::string ToUtf8(const std::vector<char32_t>& code_points) {
  std::string text;
  const auto append = [&text](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  for (const char32_t point : code_points) {
    if (point < 0x80) {
      append(point);
    } else if (point < 0x800) {
      append(0xC0 | point >> 6U);
      append(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
      append(0xE0 | point >> 12U);
      append(0x80 | (point >> 6U & 0x3F));
      append(0x80 | (point & 0x3F));
    } else {
      append(0xF0 | point >> 18U);
      append(0x80 | (point >> 12U & 0x3F));
      append(0x80 | (point >> 6U & 0x3F));
      append(0x80 | (point & 0x3F));
    }
  }
  return text;
}

constexpr char32_t kPoints[] = {0,      'a',    'b',    0x7F,    0x80,    0x7FF,   0x800,   0xD7FF,
                                0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x103FF, 0x1F600, 0x10FFFF};

// Texts that share long prefixes and differ around the borders of the encodings.
std::vector<char32_t> RandomText(std::mt19937& random) {
  std::vector<char32_t> text(random() % 12, U'a');
  for (unsigned count = random() % 4; count > 0; --count) {
    text.push_back(kPoints[random() % std::size(kPoints)]);
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(UnicodeTest)

BOOST_AUTO_TEST_CASE(ValidatesUtf8) {
  struct Row {
    const char* name;
    std::string_view text;
    bool valid;
  };
  const Row rows[] = {
      {"empty", "", true},
      {"ASCII with NUL", "a\0b"sv, true},
      {"two, three and four bytes", "\u00e9\u20ac\U0001F600", true},
      {"last code point", "\U0010FFFF", true},
      {"lone continuation byte", "\x80", false},
      {"cut off", "\xE2\x82", false},
      {"overlong", "\xC0\xAF", false},
      {"surrogate", "\xED\xA0\x80", false},
      {"beyond U+10FFFF", "\xF4\x90\x80\x80", false},
      {"byte FF", "a\xFF", false},
  };
  for (const Row& row : rows) BOOST_TEST(IsValidUtf8(row.text) == row.valid, row.name);
}

BOOST_AUTO_TEST_CASE(CountsUtf16Units) {
  BOOST_TEST(Utf16Length("") == 0U);
  BOOST_TEST(Utf16Length("abc") == 3U);
  BOOST_TEST(Utf16Length("\u00e9\u20ac") == 2U);
  BOOST_TEST(Utf16Length("\U0001F600a") == 3U);
}

BOOST_AUTO_TEST_CASE(OrdersByUtf16Units) {
  struct Row {
    const char* name;
    std::string_view left;
    std::string_view right;
  };
  const Row rows[] = {
      {"prefix first", "abc", "abcd"},
      {"NUL is the smallest", "abc", "abc\0"sv},
      {"upper case first", "Z", "a"},
      {"ASCII before the rest", "z", "\u00e9"},
      {"supplementary before U+E000", "\U0010FFFF", "\uE000"},
      {"supplementary before U+FFFF", "x\U00010000", "x\uFFFF"},
      {"supplementary after U+D7FF", "\uD7FF", "\U00010000"},
      {"difference after eight equal bytes", "abcdefgh\U00010000", "abcdefgh\uE000"},
      {"difference in a continuation byte", "\uFFFD", "\uFFFE"},
  };
  for (const Row& row : rows) {
    BOOST_TEST((CompareOrdinal(row.left, row.right) < 0), row.name);
    BOOST_TEST((CompareOrdinal(row.right, row.left) > 0), row.name);
    BOOST_TEST((CompareOrdinal(row.left, row.left) == 0), row.name);
  }
}

BOOST_AUTO_TEST_CASE(AgreesWithUtf16OnRandomTexts) {
  const unsigned seed = std::random_device{}();
  std::cout << "UnicodeTest seed " << seed << '\n';
  std::mt19937 random(seed);
  for (int round = 0; round < 20000; ++round) {
    const std::vector<char32_t> left = RandomText(random);
    const std::vector<char32_t> right = RandomText(random);
    const std::string left_text = ToUtf8(left);
    const std::string right_text = ToUtf8(right);
    const auto expected = ToUtf16(left) <=> ToUtf16(right);
    BOOST_REQUIRE(IsValidUtf8(left_text));
    BOOST_REQUIRE(Utf16Length(left_text) == ToUtf16(left).size());
    BOOST_REQUIRE((CompareOrdinal(left_text, right_text) == expected));
    BOOST_REQUIRE(((ToCesu8(left_text) <=> ToCesu8(right_text)) == expected));
    BOOST_REQUIRE(FromCesu8(ToCesu8(left_text)) == left_text);
  }
}

BOOST_AUTO_TEST_CASE(SuccessorFollowsItsTextDirectly) {
  const std::string successor = OrdinalSuccessor("ab");
  BOOST_TEST(successor == "ab\0"sv);
  BOOST_TEST((CompareOrdinal("ab", successor) < 0));
  BOOST_TEST((CompareOrdinal(successor, "ab\x01") < 0));
}

BOOST_AUTO_TEST_CASE(Cesu8SplitsOnlySupplementaryCharacters) {
  BOOST_TEST(ToCesu8("a\u00e9\uD7FF\uE000") == "a\u00e9\uD7FF\uE000");
  BOOST_TEST(ToCesu8("\U0001F600") == "\xED\xA0\xBD\xED\xB8\x80");
  BOOST_TEST(FromCesu8("x\xED\xA0\xBD\xED\xB8\x80y") == "x\U0001F600y");
  BOOST_TEST(FromCesu8("\xED\x9F\xBF") == "\uD7FF");
}

BOOST_AUTO_TEST_CASE(PercentDecodes) {
  struct Row {
    const char* name;
    std::string_view text;
    std::optional<std::string> decoded;
  };
  const Row rows[] = {
      {"plain text and plus", "a+b", "a+b"},
      {"both cases of hex", "%2f%2F", "//"},
      {"once only", "%2520", "%20"},
      {"NUL and high bytes", "%00%FF", std::string("\0\xFF", 2)},
      {"cut off", "%2", std::nullopt},
      {"percent at the end", "a%", std::nullopt},
      {"not hexadecimal", "%G0", std::nullopt},
      {"signs are not hexadecimal", "%+1", std::nullopt},
  };
  for (const Row& row : rows) BOOST_TEST((PercentDecode(row.text) == row.decoded), row.name);
}

BOOST_AUTO_TEST_CASE(PercentEncodesAllButUnreservedCharacters) {
  BOOST_TEST(PercentEncode("aZ9-._~") == "aZ9-._~");
  BOOST_TEST(PercentEncode("a b/\u00e9'") == "a%20b%2F%C3%A9%27");
  BOOST_TEST(PercentEncode("a'b/", "'") == "a'b%2F");
  BOOST_TEST(PercentEncode("/") == "%2F");
  BOOST_TEST(PercentEncode("").empty());
  std::string text = "x";
  AppendPercentEncoded(text, " y ");
  BOOST_TEST(text == "x%20y%20");
}

// The text is examined in blocks, so the quote lies at every place of one, with every alignment.
BOOST_AUTO_TEST_CASE(FindsTheClosingQuoteOfAString) {
  for (std::size_t place = 0; place < 80; ++place) {
    for (std::size_t slashes = 0; slashes <= std::min<std::size_t>(place, 3); ++slashes) {
      for (const char filling : {'x', '\xa2', '!'}) {
        std::string text(place, filling);
        std::fill_n(text.end() - static_cast<std::ptrdiff_t>(slashes), slashes, '\\');
        text += "\",\"y\":1";
        const std::size_t expected = slashes % 2 == 0 ? place : place + 2;
        const char* const found = FindClosingQuote(text.data(), text.data() + text.size());
        BOOST_REQUIRE(found != nullptr);
        BOOST_REQUIRE_EQUAL(found - text.data(), expected);
        BOOST_REQUIRE(FindClosingQuote(text.data(), text.data() + place) == nullptr);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(TrimsAsciiSpaces) {
  BOOST_TEST(TrimSpaces(" \t\r\na b\v\f") == "a b");
  BOOST_TEST(TrimSpaces("a") == "a");
  BOOST_TEST(TrimSpaces(" \t ").empty());
  BOOST_TEST(TrimSpaces("").empty());
  BOOST_TEST(TrimSpaces("\u00a0a") == "\u00a0a");
}

BOOST_AUTO_TEST_CASE(TrimsBlanksOfHeaders) {
  BOOST_TEST(TrimBlanks("\t a \tb\t ") == "a \tb");
  BOOST_TEST(TrimBlanks("\ra\n") == "\ra\n");
  BOOST_TEST(TrimBlanks(" \t").empty());
  BOOST_TEST(TrimBlanks("").empty());
}

BOOST_AUTO_TEST_CASE(SkipsDecimalDigits) {
  BOOST_TEST(SkipDigits("a0129/:", 1) == 5U);
  BOOST_TEST(SkipDigits("a01", 0) == 0U);
  BOOST_TEST(SkipDigits("a01", 1) == 3U);
  BOOST_TEST(SkipDigits("a01", 3) == 3U);
  BOOST_TEST(SkipDigits("", 5) == 0U);
}

BOOST_AUTO_TEST_CASE(LowersAsciiOnly) {
  BOOST_TEST(AsciiLower("AbZ[\u00c9") == "abz[\u00c9");
  BOOST_TEST(EqualsIgnoringAsciiCase("If-Match", "IF-MATCH"));
  BOOST_TEST(!EqualsIgnoringAsciiCase("If-Match", "If-Matc"));
  BOOST_TEST(!EqualsIgnoringAsciiCase("\u00c9", "\u00e9"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
