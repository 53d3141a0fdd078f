#include "cli/keys_check.h"

#include "cli/findings/findings_text.h"
#include "table_service/hotspot/severity.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace rowhouse::cli {
namespace {

KeysChecked Check(const std::string& text, std::vector<std::uint64_t>& bad_lines) {
  std::istringstream in(text);
  return CheckKeys({.in = in, .name = "T"},
                   [&](std::uint64_t line, std::string_view) { bad_lines.push_back(line); });
}

// What is found in a file that is read whole, as "kind severity, ...".
std::string Found(const std::string& text, std::optional<ArrivalOrder> order = {},
                  DetectorOptions detector = {}) {
  std::istringstream in(text);
  const KeysChecked checked = CheckKeys(
      {.in = in, .name = "T", .order = order, .detector = detector},
      [](std::uint64_t line, std::string_view fault) { BOOST_ERROR(line << ": " << fault); });
  std::string found;
  for (const Finding& finding : checked.table.findings) {
    found += fmt::format("{}{} {}", found.empty() ? "" : ", ", KindName(finding.kind),
                         SeverityName(finding.severity));
  }
  if (checked.order == ArrivalOrder::kUnknown) found += found.empty() ? "?" : " ?";
  return found;
}

// A CSV with `header` and `count` lines.
template <typename Line>
std::string Csv(std::string_view header, int count, Line line) {
  std::string text(header);
  for (int i = 0; i < count; ++i) text += "\n" + line(i);
  return text + "\n";
}

// A time `seconds` after a midnight.
std::string At(int seconds) {
  return fmt::format("2026-03-01T{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60,
                     seconds % 60);
}

TableFindings Example() {
  return {"Orders\x1b",
          6000,
          {Finding{.kind = FindingKind::kMonotonicPartitionKey,
                   .direction = KeyDirection::kAscending,
                   .share = 0.98,
                   .rate = 199.7,
                   .operations = 1000,
                   .confidence = 1,
                   .why = "Because of \x1b[31m this.",
                   .advice = {{.key = "{letters(PartitionKey)}-{PartitionKey}",
                               .example = "Q-1",
                               .hottest_share = 0.03,
                               .effective_partitions = 980.2,
                               .point_read = "1 request",
                               .range_read = "52 requests"}}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(KeysCheckTest)

BOOST_AUTO_TEST_CASE(CountsOperationsAndBadRecords) {
  std::vector<std::uint64_t> bad_lines;
  const KeysChecked checked =
      Check("{\"pk\":\"a\"}\n{\n{\"pk\":\"b\"}\n{\"rk\":\"c\"}\n", bad_lines);
  BOOST_TEST(checked.table.operations == 2U);
  BOOST_TEST(checked.table.table == "T");
  BOOST_TEST(checked.table.findings.empty());
  BOOST_TEST(checked.bad_records == 2U);
  BOOST_TEST(bad_lines == (std::vector<std::uint64_t>{2, 4}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(TextSaysWhatWasFoundAndWhatToDo) {
  const std::string text = FindingsText(Example(), Notes::kCounted, Terminal{});
  for (const char* part :
       {"6,000 operations", "Warning: PartitionKeys are monotonic, ascending", "share 98 %",
        "200/s", "confidence 99.9 %", "{letters(PartitionKey)}-{PartitionKey}", "Q-1", "3 %",
        "one entity: 1 request", "52 requests"}) {
    BOOST_TEST(text.find(part) != std::string::npos, part);
  }
  BOOST_TEST(text.find('\x1b') == std::string::npos, "a stored text reaches the terminal");
}

BOOST_AUTO_TEST_CASE(NoAdviceIsExplained) {
  TableFindings table = Example();
  table.findings[0].advice.clear();
  BOOST_TEST(FindingsText(table, Notes::kCounted, Terminal{}).find("no operations to try") !=
             std::string::npos);
  table.findings[0].kind = FindingKind::kHotPartition;
  table.findings[0].partition = "";
  const std::string hot = FindingsText(table, Notes::kCounted, Terminal{});
  BOOST_TEST(hot.find("Partition '' is hot") != std::string::npos);
  BOOST_TEST(hot.find("No key divides this") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(NothingFoundInFewOperationsIsNoAcquittal) {
  const auto text = [](std::uint64_t operations) {
    return FindingsText({"T", operations, {}}, Notes::kCounted, Terminal{});
  };
  BOOST_TEST(
      text(1) ==
      "T: 1 operation\nNothing found, but too few operations to judge: 1000 or more show an order "
      "or a hot partition.\n");
  BOOST_TEST(text(999).find("too few operations to judge") != std::string::npos);
  BOOST_TEST(text(1000) == "T: 1,000 operations\nNothing found: the keys spread the operations.\n");
}

BOOST_AUTO_TEST_CASE(ABulkLoadIsNoAcquittalEither) {
  const auto text = [](std::uint64_t operations, std::uint64_t loaded) {
    return FindingsText({"T", operations, {}, loaded}, Notes::kCounted, Terminal{});
  };
  BOOST_TEST(text(6000, 6000) ==
             "T: 6,000 operations\nNothing was concluded: the operations were marked as a bulk "
             "load, which says nothing about the application.\n");
  BOOST_TEST(text(6012, 6000) ==
             "T: 6,012 operations\nNothing was concluded: 6,000 of the operations were marked as a "
             "bulk load, and the other 12 tell little.\n");
  BOOST_TEST(text(7000, 6000) ==
             "T: 7,000 operations\nNothing found: the keys spread the operations.\n");
}

BOOST_AUTO_TEST_CASE(NotesAreShownOnRequest) {
  TableFindings table = Example();
  table.findings[0].severity = Severity::kNote;
  BOOST_TEST(FindingsText(table, Notes::kCounted, Terminal{}) ==
             "Orders\\x1b: 6,000 operations\nNothing found that would throttle.\n"
             "A pattern that this load does not suffer from: --notes shows it.\n");
  const std::string shown = FindingsText(table, Notes::kShown, Terminal{});
  BOOST_TEST(shown.find("Note: PartitionKeys are monotonic, ascending") != std::string::npos);
  BOOST_TEST(shown.find("--notes") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(ATextFitsIntoEightyColumns) {
  TableFindings table = Example();
  table.findings[0].advice[0].example = std::string(30, 'e');
  table.findings[0].why = "It is " + std::string(60, 'w') + " and so on, for longer than a line.";
  for (const std::size_t width : {80U, 90U, 200U}) {
    const std::string text = FindingsText(table, Notes::kShown, Terminal{.width = width});
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      BOOST_TEST(DisplayWidth(line) <= width, line);
    BOOST_TEST((text.find("such as") != std::string::npos) == (width == 80));
    BOOST_TEST((text.find("  hottest\n") != std::string::npos) == (width > 80));
    BOOST_TEST((text.find("\xE2\x96") != std::string::npos) == (width == 200));  // bars
  }
}

BOOST_AUTO_TEST_CASE(AKeyThatSpreadsIsKept) {
  TableFindings table = Example();
  table.findings[0].advice[0].key = "{PartitionKey}";
  const std::string text = FindingsText(table, Notes::kShown, Terminal{});
  BOOST_TEST(text.find("Keep the PartitionKey: it spreads the operations, 3 % of them in the "
                       "hottest place.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(AnExportIsJudgedByItsTimestamps) {
  const auto random_keys = [](int i) {
    return fmt::format("{:08},r,{}", i, At(i * 7919 % 20'011));
  };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey,Timestamp", 3000, random_keys)) == "");
  const auto by_time = [](int i) {
    const int arrival = i * 7919 % 20'011;
    return fmt::format("{:06}-{},r,{}", arrival, i, At(arrival * 4));
  };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey,Timestamp", 3000, by_time)) ==
             "monotonic-partition-key note");
  // Properties of an entity may have the names of columns of operations.
  const auto named = [](int i) {
    return fmt::format("{:08},r,{},{},read", i, At(i * 7919 % 20'011), At(i));
  };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey,Timestamp,Time,Operation", 3000, named)) == "");
  // The same as JSON lines, and in the order of the file if the user says so.
  std::string lines;
  for (int i = 0; i < 3000; ++i) {
    lines += fmt::format(R"({{"PartitionKey":"{:08}","RowKey":"r","Timestamp":"{}"}})"
                         "\n",
                         i, At(i * 7919 % 20'011));
  }
  BOOST_TEST(Found(lines) == "");
  BOOST_TEST(Found(lines, ArrivalOrder::kAsListed).starts_with("monotonic-partition-key"));
}

BOOST_AUTO_TEST_CASE(ALoadedTableSaysNothingAboutOrder) {
  const auto loaded = [](int i) { return fmt::format("{:08},{},{}", i / 10, i, At(i / 1500)); };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey,Timestamp", 6000, loaded)) == "?");
  // What was written at the application's speed is judged as ever.
  const auto then = [](int i) {
    const int second = i < 2000 ? i / 2000 : 100 + (i - 2000) * 2;
    return fmt::format("{:08},r,{}", i, At(second));
  };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey,Timestamp", 6000, then)) ==
             "monotonic-partition-key note");
}

BOOST_AUTO_TEST_CASE(WithoutATimeOnlyLoadAndSizeAreJudged) {
  const auto keys = [](int i) { return fmt::format("{:08},r", i); };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey", 3000, keys)) == "?");
  // Fifty partitions of the same size are not hot, though the last ones come last.
  const auto rows = [](int i) { return fmt::format("{:03},{:08}", i / 400, i); };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey", 20'000, rows)) == "?");
  const auto one = [](int i) { return fmt::format("one,{:08}", i); };
  BOOST_TEST(Found(Csv("PartitionKey,RowKey", 3000, one)) == "hot-partition warning ?");
  BOOST_TEST(Found(Csv("PartitionKey,RowKey", 20'000, rows), {}, {.big_rows = 400})
                 .starts_with("big-partition warning"));
}

BOOST_AUTO_TEST_CASE(OperationsCountAsListed) {
  const auto keys = [](int i) { return fmt::format("{:08},r", i); };
  BOOST_TEST(Found(Csv("pk,rk", 3000, keys)) == "monotonic-partition-key warning");
  const auto slow = [](int i) { return fmt::format("{:08},{}", i, i * 60); };
  BOOST_TEST(Found(Csv("PartitionKey,t", 3000, slow)) == "monotonic-partition-key note");
  const auto operation = [](int i) { return fmt::format("{:08},insert", i); };
  BOOST_TEST(Found(Csv("PartitionKey,op", 3000, operation)) == "monotonic-partition-key warning");
  BOOST_TEST(Found(Csv("PartitionKey,Operation", 3000, operation)) ==
             "monotonic-partition-key warning");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
