#include "keys/key_template.h"

#include <boost/test/unit_test.hpp>
#include <set>

namespace rowhouse {
namespace {

// Keys "p" and "r"; Site "berlin", Path "a/b%\x01\xc2\x85\xc3\xa9", Time "2026-03-01T10:20:30Z".
KeyInputs Inputs(std::uint64_t random_number = 0) {
  return {.partition_key = "p",
          .row_key = "r",
          .property = [](std::string_view name) -> std::optional<std::string> {
            if (name == "Site") return "berlin";
            if (name == "Path") return "a/b%\x01\xc2\x85\xc3\xa9";
            if (name == "Time") return "2026-03-01T10:20:30Z";
            if (name == "Broken") return "\xff";
            return {};
          },
          .random_number = random_number};
}

// The key, or "! " and what is wrong.
std::string KeyOf(std::string_view text, const KeyInputs& inputs = Inputs()) {
  const auto parsed = KeyTemplate::Parse(text);
  if (!parsed) return "! " + parsed.error();
  return parsed->Apply(inputs)
      .map_error([](const std::string& fault) { return "! " + fault; })
      .or_else(
          [](const std::string& fault) { return tl::expected<std::string, std::string>(fault); })
      .value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(KeyTemplateTest)

BOOST_AUTO_TEST_CASE(PartsStandForTexts) {
  struct Case {
    std::string_view text;
    std::string_view key;
  };
  const Case cases[] = {
      {"", ""},
      {"plain", "plain"},
      {"{{x}}", "{x}"},
      {"{PartitionKey}", "p"},
      {"{RowKey}-{PartitionKey}", "r-p"},
      {"{property(Site)}.{PartitionKey}", "berlin.p"},
      {"{property(Path)}", "a%2Fb%25%01%C2%85\xc3\xa9"},
      {"{property(Broken)}", "%FF"},
      {"{letters(RowKey)}-{PartitionKey}", "S-p"},
      {"{letters(RowKey,1)}", "S"},
      {"{letters(RowKey,2)}", "HS"},
      {"{letters(PartitionKey+RowKey)}", "s"},
      {"{PartitionKey}.{hash(RowKey,400)}", "p.238"},
      {"{hash(PartitionKey+RowKey,400)}", "196"},
      {"{hash(PartitionKey+hash(RowKey,400),400)}", "337"},
      {"{letters(PartitionKey+hash(RowKey,400))}", "l"},
      {"{time(property(Time),year)}", "2026"},
      {"{time(property(Time),day)}", "2026-03-01"},
      {"{time(property(Time),hour)}", "2026-03-01T10"},
      {"{time(property(Time),second)}", "2026-03-01T10:20:30"},
  };
  for (const Case& row : cases) BOOST_TEST(KeyOf(row.text) == row.key, row.text);
}

BOOST_AUTO_TEST_CASE(WrongTemplatesSayWhere) {
  struct Case {
    std::string_view text;
    std::string_view fault;
  };
  const Case cases[] = {
      {"a}b",
       "! at character 2: a closing brace without an opening one (write }} for the "
       "character)"},
      {"{PartitionKey", "! at character 14: expected }"},
      {"{RowKey )}", "! at character 8: expected }"},
      {"{property()}", "! at character 11: expected a property name and )"},
      {"{property(Site", "! at character 11: expected a property name and )"},
      {"{hash(RowKey)}", "! at character 13: expected ,"},
      {"{hash(RowKey,0)}", "! at character 14: expected a number from 1 to 1000000"},
      {"{hash(RowKey,99999999999999999999)}",
       "! at character 14: expected a number from 1 to 1000000"},
      {"{random(x)}", "! at character 9: expected a number from 1 to 1000000"},
      {"{letters(RowKey,5)}", "! at character 17: expected a number from 1 to 4"},
      {"{time(RowKey,week)}",
       "! at character 14: expected year, month, day, hour, minute or second"},
  };
  for (const Case& row : cases) BOOST_TEST(KeyOf(row.text) == row.fault, row.text);
  BOOST_TEST(KeyOf("{Rowkey}").starts_with("! at character 2: expected PartitionKey"));
  BOOST_TEST(KeyOf(std::string(KeyTemplate::kTextMax + 1, 'x')) == "! longer than 4096 bytes");
}

BOOST_AUTO_TEST_CASE(WhatCannotBeMadeIsSaid) {
  BOOST_TEST(KeyOf("{property(None)}") == "! the entity has no property None");
  BOOST_TEST(KeyOf("{hash(RowKey+property(None),9)}") == "! the entity has no property None");
  BOOST_TEST(KeyOf("{property(Site)}", KeyInputs{}) == "! the entity has no property Site");
  BOOST_TEST(KeyOf("{time(RowKey,day)}") == "! r is not a valid time");
  BOOST_TEST(KeyOf("a/{RowKey}").starts_with("! a key must not contain"));
  BOOST_TEST(KeyOf(std::string(1025, 'x')) == "! a key can have at most 1024 characters");
}

BOOST_AUTO_TEST_CASE(RandomPartsFollowTheLot) {
  std::set<std::string> numbers;
  std::set<std::string> letters;
  for (std::uint64_t random_number = 0; random_number < 1000; ++random_number) {
    BOOST_TEST(KeyOf("{random(16)}", Inputs(random_number)) ==
               KeyOf("{random(16)}", Inputs(random_number)));
    numbers.insert(KeyOf("{random(16)}", Inputs(random_number)));
    letters.insert(KeyOf("{letters(random)}", Inputs(random_number)));
  }
  BOOST_TEST(numbers.size() == 16U);
  BOOST_TEST(*numbers.begin() == "00");
  BOOST_TEST(letters.size() == 52U);
}

BOOST_AUTO_TEST_CASE(SaysWhatItNeeds) {
  const auto parsed = KeyTemplate::Parse(
      "{hash(property(A)+RowKey,9)}{property(B)}{property(A)}{time(property(C),day)}");
  BOOST_REQUIRE(parsed.has_value());
  BOOST_TEST(parsed->Properties() == (std::vector<std::string>{"A", "B", "C"}),
             boost::test_tools::per_element());
  BOOST_TEST(parsed->Uses(KeySource::Kind::kRowKey));
  BOOST_TEST(!parsed->Uses(KeySource::Kind::kPartitionKey));
  BOOST_TEST(!parsed->IsRandom());
  BOOST_TEST(KeyTemplate::Parse("{random(9)}")->IsRandom());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
