#include "entity/limits.h"
#include "query/filter.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace rowhouse {
namespace {

// The tree as Dump() prints it, or the refusal as "CODE: text".
std::string Outcome(std::string_view text, FilterSubject subject = FilterSubject::kEntities) {
  const Result<Filter> filter = ParseFilter(text, subject);
  if (!filter) {
    return std::string(ToWire(filter.error().code).code) + ": " + filter.error().message;
  }
  return *filter == nullptr ? "no filter" : Dump(**filter);
}

struct Case {
  std::string_view text;
  std::string outcome;
};

std::string BinaryFault(std::string_view left, std::string_view right, std::string_view kind) {
  return fmt::format(
      "InvalidInput: A binary operator with incompatible types was detected. Found operand types "
      "'{}' and '{}' for operator kind '{}'.",
      left, right, kind);
}

std::string UnaryFault(std::string_view operand, std::string_view kind) {
  return fmt::format(
      "InvalidInput: A unary operator with an incompatible type was detected. Found operand type "
      "'{}' for operator kind '{}'.",
      operand, kind);
}

constexpr std::string_view kNotImplemented =
    "NotImplemented: The requested operation is not implemented on the specified resource.";
constexpr std::string_view kNotBoolean =
    "InvalidInput: The $filter expression must evaluate to a single boolean value.";

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) {
    out += text;
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ParseFilterTest)

BOOST_AUTO_TEST_CASE(GrammarMakesTheTree) {
  const Case cases[] = {
      {"", "no filter"},
      {" \t\n ", "no filter"},
      {"a eq 1", "a eq 1"},
      {"a eq 1 or b eq 2 and c eq 3", "(a eq 1 or (b eq 2 and c eq 3))"},
      {"(a eq 1 or b eq 2) and c eq 3", "((a eq 1 or b eq 2) and c eq 3)"},
      {"(A eq 1)and(B eq 2)or(C eq 3)", "((A eq 1 and B eq 2) or C eq 3)"},
      {"not(A eq 1)", "not (A eq 1)"},
      {"not not A", "not not A"},
      {"not A and B", "(not A and B)"},
      {"not (A or B)", "not (A or B)"},
      {"(((A)))eq(('x'))", "A eq 'x'"},
      {"A eq 'x'and B eq 1", "(A eq 'x' and B eq 1)"},
      {"a or b or c or d", "((a or b) or (c or d))"},
      {"a and b and c", "((a and b) and c)"},
      {"6 lt N", "N gt 6"},
      {"6 le N", "N ge 6"},
      {"6 gt N", "N lt 6"},
      {"6 ge N", "N le 6"},
      {"'x' eq N", "N eq 'x'"},
      {"6 ne N", "N ne 6"},
      {"Flag", "Flag"},
      {"true", "true"},
      {"false", "false"},
      {"(false or PartitionKey eq 'a')", "(false or PartitionKey eq 'a')"},
      {"not true", "not true"},
      {"Flag eq true", "Flag eq true"},
      {"eq eq 'x'", "eq eq 'x'"},
      {"1 eq eq", "eq eq 1"},
      {"and eq 1 and or eq 2", "(and eq 1 and or eq 2)"},
      {"guid eq 'x' and X eq 'y'", "(guid eq 'x' and X eq 'y')"},
      {"gr\u00f6\u00dfe\u0301 eq '\u65e5\u672c \U0001F600'",
       "gr\u00f6\u00dfe\u0301 eq '\u65e5\u672c \U0001F600'"},
      {"_a1\u00a0eq\u30001", "_a1 eq 1"},
      {"$a eq 1", "$a eq 1"},
  };
  for (const Case& test : cases) {
    BOOST_TEST(Outcome(test.text) == test.outcome);
  }
}

BOOST_AUTO_TEST_CASE(LiteralsKeepTheirTypes) {
  const Case cases[] = {
      {"a eq ''", "a eq ''"},
      {"a eq 'it''s'", "a eq 'it''s'"},
      {"a eq ''''", "a eq ''''"},
      {"a eq '\\\"`%+'", "a eq '\\\"`%+'"},
      {"a eq -5", "a eq -5"},
      {"a eq - 5", "a eq -5"},
      {"a eq 007", "a eq 7"},
      {"a eq 2147483647", "a eq 2147483647"},
      {"a eq -2147483648", "a eq -2147483648"},
      {"a eq 5l", "a eq 5L"},
      {"a eq -9223372036854775808L", "a eq -9223372036854775808L"},
      {"a eq 5D", "a eq 5.0"},
      {"a eq 1.5d", "a eq 1.5"},
      {"a eq 1e3", "a eq 1000.0"},
      {"a eq 1E-5", "a eq 1E-05"},
      {"a eq 2.5e+3", "a eq 2500.0"},
      {"a eq NaN", "a eq NaN"},
      {"a eq INF", "a eq INF"},
      {"a eq -INF", "a eq -INF"},
      {"a eq - INF", "a eq -INF"},
      {"a eq datetime'2026-01-01T00:00:00.1000000Z'", "a eq datetime'2026-01-01T00:00:00.1Z'"},
      {"a eq DateTime'2026-01-01T01:00:00+01:00'", "a eq datetime'2026-01-01T00:00:00Z'"},
      {"a eq datetime'2026-01-01'", "a eq datetime'2026-01-01T00:00:00Z'"},
      {"a eq GUID'C9DA6455-213D-42C9-9A79-3E9149A57833'",
       "a eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'"},
      {"a eq X'00fF'", "a eq X'00ff'"},
      {"a eq x''", "a eq X''"},
      {"a eq Binary'62696e'", "a eq X'62696e'"},
  };
  for (const Case& test : cases) {
    BOOST_TEST(Outcome(test.text) == test.outcome);
  }
}

BOOST_AUTO_TEST_CASE(SyntaxErrorsNameThePositionInUtf16Units) {
  const Case cases[] = {
      {"aaa bbb ccc", "Syntax error at position 7 in 'aaa bbb ccc'."},
      {"property1 eq 1'invalid'", "Syntax error at position 23 in 'property1 eq 1'invalid''."},
      {"A EQ 1", "Syntax error at position 4 in 'A EQ 1'."},
      {"A eq 1 AND B eq 1", "Syntax error at position 10 in 'A eq 1 AND B eq 1'."},
      {"P eq eq 'p'", "Syntax error at position 11 in 'P eq eq 'p''."},
      {"A eq 'p' and and D gt 4", "Syntax error at position 18 in 'A eq 'p' and and D gt 4'."},
      {"\U0001F600",
       "Syntax error: character '\U0001F600' is not valid at position 0 in "
       "'\U0001F600'."},
      {"a eq '\U0001F600\u00e9' b", "Syntax error at position 12 in 'a eq '\U0001F600\u00e9' b'."},
      {"A eq 1)", "Syntax error at position 7 in 'A eq 1)'."},
      {"A # 1", "Syntax error: character '#' is not valid at position 2 in 'A # 1'."},
      {"A eq \"x\"", "Syntax error: character '\"' is not valid at position 5 in 'A eq \"x\"'."},
      {"P eq 'p", "There is an unterminated string literal at position 7 in 'P eq 'p'."},
      {"P eq '", "There is an unterminated string literal at position 6 in 'P eq ''."},
      {"P eq 'it''", "There is an unterminated string literal at position 10 in 'P eq 'it'''."},
      {"P eq X'00", "There is an unterminated literal at position 9 in 'P eq X'00'."},
      {"A eq 1.", "A digit was expected at position 7 in 'A eq 1.'."},
      {"A eq 1e+", "A digit was expected at position 8 in 'A eq 1e+'."},
      {"A eq ", "Expression expected at position 5 in 'A eq '."},
      {"A eq ) or", "Expression expected at position 5 in 'A eq ) or'."},
      {"A.B eq 1", "Syntax error at position 2 in 'A.B eq 1'."},
      {"= 1", "Expression expected at position 0 in '= 1'."},
      {"not", "Expression expected at position 3 in 'not'."},
      {"(PartitionKey eq 'p'",
       "')' or operator expected at position 20 in '(PartitionKey eq 'p''."},
      {"(1 1 1)", "')' or operator expected at position 3 in '(1 1 1)'."},
      {"f(1 2)", "')' or ',' expected at position 4 in 'f(1 2)'."},
      {"A/1", "Syntax error at position 3 in 'A/1'."},
      {"A eq B and", "Expression expected at position 10 in 'A eq B and'."},
      {"Stamp eq 1498179600055",
       "Unrecognized 'Edm.Int32' literal '1498179600055' at '9' in 'Stamp eq 1498179600055'."},
      {"A eq - 99999999999L99", "Syntax error at position 21 in 'A eq - 99999999999L99'."},
      {"A eq --5", "Unrecognized 'Edm.Int32' literal '--5' at '5' in 'A eq --5'."},
      {"A eq 9223372036854775808L",
       "Unrecognized 'Edm.Int64' literal '9223372036854775808L' at '5' in "
       "'A eq 9223372036854775808L'."},
      {"A eq 1.5L", "Unrecognized 'Edm.Int64' literal '1.5L' at '5' in 'A eq 1.5L'."},
      {"A eq 1e999", "Unrecognized 'Edm.Double' literal '1e999' at '5' in 'A eq 1e999'."},
      {"A eq X'0'", "Unrecognized 'Edm.Binary' literal 'X'0'' at '5' in 'A eq X'0''."},
      {"A eq datetime'x'",
       "Unrecognized 'Edm.DateTime' literal 'datetime'x'' at '5' in 'A eq datetime'x''."},
      {"A eq guid''", "Unrecognized 'Edm.Guid' literal 'guid''' at '5' in 'A eq guid'''."},
  };
  for (const Case& test : cases) {
    BOOST_TEST(Outcome(test.text) == "InvalidInput: " + test.outcome);
    const Result<Filter> filter = ParseFilter(test.text);
    BOOST_TEST((!filter && filter.error().stage == ErrorStage::kRequest), test.text);
  }
}

BOOST_AUTO_TEST_CASE(WhatTheServiceDoesNotCarryOutIsRefused) {
  const std::string_view texts[] = {
      "A eq B",
      "1 eq 1",
      "true eq true",
      "not A eq 1",
      "(A eq 1) eq true",
      "TableName eq not valid",
      "PartitionKey eq RowKey",
      "PartitionKey ne A",
      "A lt Timestamp",
      "'a' eq 'b'",
      "1 lt 2.5",
      "1 eq 2M",
      "5L eq 1.5f",
      "PartitionKey eq 'a' eq true",
      "A eq (PartitionKey eq 'a')",
      "PartitionKey eq tolower('A')",
      "length(PartitionKey) lt 5",
      "startswith(RowKey,'a') and PartitionKey eq 'p'",
      "PartitionKey/A eq 5",
      "A add B",
      "A add 1 eq 2",
      "A eq 2 sub 1",
      "1 mul 2 div 3 mod 4 eq A",
      "-A eq 1",
      "-(1) eq A",
      "startswith(A,'x')",
      "substringof('x', A) eq true",
      "length(A) gt 3",
      "year(A) eq 2026 and B eq 1",
      "A/B eq 1",
      "A eq 1.5f",
      "A eq 1M",
      "A eq time'PT1S'",
      "A eq datetimeoffset'2026-01-01T00:00:00Z'",
      "A eq geography'POINT(1 1)'",
  };
  for (const std::string_view text : texts) {
    BOOST_TEST(Outcome(text) == kNotImplemented, text);
  }
}

BOOST_AUTO_TEST_CASE(TheWholeMustBeBoolean) {
  for (const std::string_view text :
       {"1", "'x'", "(1)", "PartitionKey", "(RowKey)", "Timestamp", "1.5f", "-(5)", "1 add A",
        "length(A)", "datetime'2026-01-01T00:00:00Z'",
        "guid'22222222-2222-2222-2222-222222222222'"}) {
    BOOST_TEST(Outcome(text) == kNotBoolean, text);
  }
  BOOST_TEST(Outcome("A eq null") == "InvalidInput: One of the request inputs is not valid.");
  BOOST_TEST(Outcome("null ne A") == "InvalidInput: One of the request inputs is not valid.");
  BOOST_TEST(Outcome("RowKey eq null") == "InvalidInput: One of the request inputs is not valid.");
  BOOST_TEST(Outcome("null") == "InvalidInput: One of the request inputs is not valid.");
}

BOOST_AUTO_TEST_CASE(ComparisonsTakeDeclaredPropertiesWithTheirTypeOnly) {
  struct Operator {
    std::string_view word, kind;
  };
  const Operator operators[] = {{"eq", "Equal"},       {"ne", "NotEqual"},
                                {"gt", "GreaterThan"}, {"ge", "GreaterThanOrEqual"},
                                {"lt", "LessThan"},    {"le", "LessThanOrEqual"}};
  struct Typed {
    std::string_view text, type;
  };
  const Typed properties[] = {
      {"PartitionKey", "Edm.String"}, {"RowKey", "Edm.String"}, {"Timestamp", "Edm.DateTime"}};
  const Typed literals[] = {{"'x'", "Edm.String"},
                            {"true", "Edm.Boolean"},
                            {"12345", "Edm.Int32"},
                            {"5L", "Edm.Int64"},
                            {"1.5", "Edm.Double"},
                            {"datetime'2026-01-01T00:00:00Z'", "Edm.DateTime"},
                            {"guid'22222222-2222-2222-2222-222222222222'", "Edm.Guid"},
                            {"X'00'", "Edm.Binary"},
                            {"1.5f", "Edm.Single"},
                            {"1M", "Edm.Decimal"},
                            {"time'PT1S'", "Edm.Time"},
                            {"datetimeoffset'2026-01-01T00:00:00Z'", "Edm.DateTimeOffset"},
                            {"(A eq 1)", "Edm.Boolean"},
                            {"length(A)", "Edm.Int32"},
                            {"(1 add 2L)", "Edm.Int64"},
                            {"(A add 2)", "Edm.Int32"}};
  for (const Typed& property : properties) {
    for (const Typed& literal : literals) {
      for (const auto& [word, kind] : operators) {
        const std::string text = fmt::format("{} {} {}", property.text, word, literal.text);
        const std::string mirrored = fmt::format("{} {} {}", literal.text, word, property.text);
        if (property.type == literal.type) {
          BOOST_TEST(Outcome(text) == text);
          BOOST_TEST(!Outcome(mirrored).starts_with("InvalidInput"), mirrored);
        } else {
          BOOST_TEST(Outcome(text) == BinaryFault(property.type, literal.type, kind), text);
          BOOST_TEST(Outcome(mirrored) == BinaryFault(literal.type, property.type, kind), mirrored);
        }
        const std::string open = fmt::format("A {} {}", word, literal.text);
        BOOST_TEST(!Outcome(open).starts_with("InvalidInput"), open);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(OperatorsRefuseOperandsOfOtherTypes) {
  const Case cases[] = {
      {"(PartitionKey ) and (RowKey ge '000050')", BinaryFault("Edm.String", "Edm.Boolean", "And")},
      {"(RowKey ge '000050') and PartitionKey", BinaryFault("Edm.Boolean", "Edm.String", "And")},
      {"RowKey or N eq 1", BinaryFault("Edm.String", "Edm.Boolean", "Or")},
      {"N eq 1 or Timestamp", BinaryFault("Edm.Boolean", "Edm.DateTime", "Or")},
      {"PartitionKey and RowKey", BinaryFault("Edm.String", "Edm.String", "And")},
      {"Flag and PartitionKey", BinaryFault("<null>", "Edm.String", "And")},
      {"PartitionKey or Flag", BinaryFault("Edm.String", "<null>", "Or")},
      {"A and B and RowKey", BinaryFault("<null>", "Edm.String", "And")},
      {"A and B eq 1 and RowKey", BinaryFault("Edm.Boolean", "Edm.String", "And")},
      {"A eq 1 and 'x'", BinaryFault("Edm.Boolean", "Edm.String", "And")},
      {"5L or A eq 1", BinaryFault("Edm.Int64", "Edm.Boolean", "Or")},
      {"true and 1", BinaryFault("Edm.Boolean", "Edm.Int32", "And")},
      {"not RowKey", UnaryFault("Edm.String", "Not")},
      {"not (PartitionKey)", UnaryFault("Edm.String", "Not")},
      {"not Timestamp", UnaryFault("Edm.DateTime", "Not")},
      {"not 5", UnaryFault("Edm.Int32", "Not")},
      {"not RowKey eq 'x'", UnaryFault("Edm.String", "Not")},
      {"-RowKey eq 'x'", UnaryFault("Edm.String", "Negate")},
      {"-(A eq 1)", UnaryFault("Edm.Boolean", "Negate")},
      {"-'x' eq A", UnaryFault("Edm.String", "Negate")},
      {"PartitionKey add 1 eq 2", BinaryFault("Edm.String", "Edm.Int32", "Add")},
      {"A eq 2 sub Timestamp", BinaryFault("Edm.Int32", "Edm.DateTime", "Subtract")},
      {"RowKey mul A eq 2", BinaryFault("Edm.String", "<null>", "Multiply")},
      {"A div 'x' eq 2", BinaryFault("<null>", "Edm.String", "Divide")},
      {"A mod true eq 2", BinaryFault("<null>", "Edm.Boolean", "Modulo")},
      {"1 eq 'x'", BinaryFault("Edm.Int32", "Edm.String", "Equal")},
      {"(A eq 1) eq 5", BinaryFault("Edm.Boolean", "Edm.Int32", "Equal")},
      {"A eq 1 eq 1", BinaryFault("Edm.Boolean", "Edm.Int32", "Equal")},
      {"PartitionKey eq 'a' eq 'b'", BinaryFault("Edm.Boolean", "Edm.String", "Equal")},
      {"PartitionKey lt Timestamp", BinaryFault("Edm.String", "Edm.DateTime", "LessThan")},
  };
  for (const Case& test : cases) {
    BOOST_TEST(Outcome(test.text) == test.outcome, test.text);
    const Result<Filter> filter = ParseFilter(test.text);
    BOOST_TEST((!filter && filter.error().stage == ErrorStage::kRequest), test.text);
  }
}

BOOST_AUTO_TEST_CASE(TypesAreCheckedInEveryPosition) {
  const std::string equal = BinaryFault("Edm.String", "Edm.Int32", "Equal");
  for (const std::string_view pattern :
       {"({})", "not ({})", "A eq 1 and {}", "{} and A eq 1", "A or {}", "{} or A", "true or {}",
        "false and {}", "A eq 1 and (B eq 2 or not (C and {}))", "startswith(A, {})",
        "A eq B or {}", "{} or A eq null"}) {
    const std::string text = fmt::format(fmt::runtime(pattern), "PartitionKey eq 5");
    BOOST_TEST(Outcome(text) == equal, text);
  }
}

BOOST_AUTO_TEST_CASE(OneRefusalWins) {
  const Case cases[] = {
      // The grammar's come before all others.
      {"PartitionKey eq 5 and",
       "InvalidInput: Expression expected at position 21 in "
       "'PartitionKey eq 5 and'."},
      {"f() and A eq 99999999999",
       "InvalidInput: Unrecognized 'Edm.Int32' literal '99999999999' at '13' in "
       "'f() and A eq 99999999999'."},
      // Then those of types and functions, the first that the service comes to.
      {"PartitionKey eq 5 and RowKey", BinaryFault("Edm.String", "Edm.Int32", "Equal")},
      {"A and 1 and RowKey eq 5", BinaryFault("<null>", "Edm.Int32", "And")},
      {"1 or A and 2", BinaryFault("<null>", "Edm.Int32", "And")},
      {"not (not RowKey) eq 5", UnaryFault("Edm.String", "Not")},
      {"RowKey eq 5 or f()", BinaryFault("Edm.String", "Edm.Int32", "Equal")},
      {"A eq B and RowKey", BinaryFault("<null>", "Edm.String", "And")},
      {"A eq null and RowKey eq 5", BinaryFault("Edm.String", "Edm.Int32", "Equal")},
      {"startswith(A,'x') and Timestamp", BinaryFault("Edm.Boolean", "Edm.DateTime", "And")},
      {"1 add 2", std::string(kNotBoolean)},
      // Then those of what is not carried out.
      {"A eq B and B eq null", std::string(kNotImplemented)},
      {"A eq null and A eq B", "InvalidInput: One of the request inputs is not valid."},
  };
  for (const Case& test : cases) {
    BOOST_TEST(Outcome(test.text) == test.outcome, test.text);
  }
}

BOOST_AUTO_TEST_CASE(TablesHaveOneDeclaredProperty) {
  const auto of_tables = [](std::string_view text) {
    return Outcome(text, FilterSubject::kTables);
  };
  BOOST_TEST(of_tables("TableName eq 'x'") == "TableName eq 'x'");
  BOOST_TEST(of_tables("TableName eq 5") == BinaryFault("Edm.String", "Edm.Int32", "Equal"));
  BOOST_TEST(of_tables("not TableName") == UnaryFault("Edm.String", "Not"));
  BOOST_TEST(of_tables("TableName") == kNotBoolean);
  BOOST_TEST(of_tables("PartitionKey eq 5") == "PartitionKey eq 5");
  BOOST_TEST(Outcome("TableName eq 5") == "TableName eq 5");
  BOOST_TEST(Outcome("partitionkey eq 5 and rowKey") == "(partitionkey eq 5 and rowKey)");
}

BOOST_AUTO_TEST_CASE(UnknownFunctionIsNamed) {
  BOOST_TEST(Outcome("contains(A,'x') and B eq 1") ==
             "InvalidInput: An unknown function with name 'contains' was found. This may also be a "
             "key lookup on a navigation property, which is not allowed.");
  BOOST_TEST(Outcome("f()").starts_with("InvalidInput: An unknown function with name 'f'"));
}

BOOST_AUTO_TEST_CASE(DeepNestingIsRefusedAndNotRunIntoTheGround) {
  const std::size_t fits = limits::kFilterDepthMax - 1;
  const auto brackets = [](std::size_t depth) {
    return Repeat("(", depth) + "A eq 1" + Repeat(")", depth);
  };
  const std::string refused = "InvalidInput: Recursion depth exceeded allowed limit.";
  BOOST_TEST(Outcome(brackets(fits)) == "A eq 1");
  BOOST_TEST(Outcome(brackets(fits + 1)) == refused);
  BOOST_TEST(Outcome(Repeat("(", 30000)) == refused);
  BOOST_TEST(Outcome(Repeat("not ", 8000) + "A") == refused);
  BOOST_TEST(Outcome(Repeat("f(", 10000)) == refused);
  BOOST_TEST(Outcome(Repeat("- ", 10000) + "A") == refused);
  // Brackets that are few, chains that put many levels between them.
  BOOST_TEST(Outcome(Repeat("(a or a and ", 700) + "a" + Repeat(")", 700)) == refused);
}

BOOST_AUTO_TEST_CASE(EveryDepthThatIsTakenPrintsAndParsesBack) {
  std::size_t taken = 0;
  for (std::size_t depth = limits::kFilterDepthMax - 10; depth < limits::kFilterDepthMax; ++depth) {
    const std::string text = Repeat("(a or ", depth) + "not (b eq 1)" + Repeat(")", depth);
    const Result<Filter> filter = ParseFilter(text);
    if (filter) {
      ++taken;
      BOOST_TEST(Outcome(Dump(**filter)) == text);
    }
  }
  BOOST_TEST(taken == 8);
}

BOOST_AUTO_TEST_CASE(LongChainsStayFlat) {
  const std::string text = Repeat("a or ", 6000) + "a";
  const Result<Filter> filter = ParseFilter(text);
  BOOST_REQUIRE((filter && *filter));
  const std::string dump = Dump(**filter);
  BOOST_TEST(dump.starts_with(Repeat("(", 13)));
  BOOST_TEST(!dump.starts_with(Repeat("(", 14)));
}

BOOST_AUTO_TEST_CASE(TextThatNoRequestCanSendIsRefused) {
  const std::string refused = "InvalidInput: One of the request inputs is not valid.";
  BOOST_TEST(Outcome("a eq '\xff'") == refused);
  BOOST_TEST(Outcome("a eq '\xed\xa0\x80'") == refused);
  BOOST_TEST(Outcome(std::string(limits::kTargetBytesMax + 1, ' ')) == refused);
  BOOST_TEST(Outcome(std::string("a\0eq 1", 6)).starts_with("InvalidInput: Syntax error: char"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
