#include "cli/keys_check.h"

#include "cli/findings_text.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace rowhouse::cli {
namespace {

KeysChecked Check(const std::string& text, std::vector<std::uint64_t>& bad_lines) {
  std::istringstream in(text);
  return CheckKeys(in, "T",
                   [&](std::uint64_t line, std::string_view) { bad_lines.push_back(line); });
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
  const std::string text = FindingsText(Example(), Terminal{});
  for (const char* part :
       {"6,000 operations", "PartitionKeys are monotonic, ascending", "share 98 %", "200/s",
        "confidence 99.9 %", "{letters(PartitionKey)}-{PartitionKey}", "Q-1", "3 %",
        "980 partitions", "one entity: 1 request", "52 requests"}) {
    BOOST_TEST(text.find(part) != std::string::npos, part);
  }
  BOOST_TEST(text.find('\x1b') == std::string::npos, "a stored text reaches the terminal");
}

BOOST_AUTO_TEST_CASE(NoAdviceIsExplained) {
  TableFindings table = Example();
  table.findings[0].advice.clear();
  BOOST_TEST(FindingsText(table, Terminal{}).find("no operations to try") != std::string::npos);
  table.findings[0].kind = FindingKind::kHotPartition;
  table.findings[0].partition = "";
  const std::string hot = FindingsText(table, Terminal{});
  BOOST_TEST(hot.find("Partition '' is hot") != std::string::npos);
  BOOST_TEST(hot.find("No key divides this") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(NothingFoundInFewOperationsIsNoAcquittal) {
  const auto text = [](std::uint64_t operations) {
    return FindingsText({"T", operations, {}}, Terminal{});
  };
  BOOST_TEST(text(1) ==
             "T: 1 operation\nNothing found, but so few tell little: 1000 or more show an order "
             "or a hot partition.\n");
  BOOST_TEST(text(999).find("so few tell little") != std::string::npos);
  BOOST_TEST(text(1000) == "T: 1,000 operations\nNothing found: the keys spread the operations.\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
