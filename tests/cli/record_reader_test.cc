#include "cli/text/record_reader.h"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace rowhouse::cli {

namespace {

using Breaks = RecordReader::Breaks;

// "line:end:text" of each record.
std::vector<std::string> Records(const std::string& text, Breaks breaks) {
  std::istringstream in(text);
  RecordReader reader(in, breaks);
  std::vector<std::string> result;
  while (const auto record = reader.Next()) {
    result.push_back(std::to_string(record->line) + ":" + std::to_string(record->end) + ":" +
                     std::string(record->text));
  }
  return result;
}

using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(RecordReaderTest)

BOOST_AUTO_TEST_CASE(LinesKnowTheirPlaces) {
  BOOST_TEST(
      Records("a\n\nbc\nd", Breaks::kEveryLine) == (Texts{"1:2:a", "2:3:", "3:6:bc", "4:7:d"}),
      boost::test_tools::per_element());
  BOOST_TEST(Records("", Breaks::kEveryLine).empty());
}

BOOST_AUTO_TEST_CASE(QuotedBreaksBelongToTheRecord) {
  BOOST_TEST(Records("a,\"x\ny\"\nb\n", Breaks::kUnquoted) == (Texts{"1:8:a,\"x\ny\"", "3:10:b"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(CarriageReturnsAloneAreBreaksToo) {
  BOOST_TEST(
      Records("a\r\"b\r\"\rc\r", Breaks::kUnquoted) == (Texts{"1:2:a", "2:7:\"b\r\"", "3:9:c"}),
      boost::test_tools::per_element());
  BOOST_TEST(Records("a\r\nb\r\n", Breaks::kUnquoted) == (Texts{"1:3:a\r", "2:6:b\r"}),
             boost::test_tools::per_element());
  // A break that two blocks share.
  const std::string longer((256U << 10U) - 1, 'z');
  BOOST_TEST(Records(longer + "\r\nb", Breaks::kUnquoted).size() == 2U);
  BOOST_TEST(Records(longer + "\rb", Breaks::kUnquoted).size() == 2U);
}

BOOST_AUTO_TEST_CASE(ByteOrderMarkIsSkippedAndCounted) {
  BOOST_TEST(Records("\xEF\xBB\xBFx\ny", Breaks::kEveryLine) == (Texts{"1:5:x", "2:6:y"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(RecordsCrossBlocks) {
  const std::string longer(700'000, 'z');
  const auto records = Records(longer + "\nend\n", Breaks::kUnquoted);
  BOOST_TEST_REQUIRE(records.size() == 2U);
  BOOST_TEST(records[0].size() == longer.size() + std::string("1:700001:").size());
  BOOST_TEST(records[1] == "2:700005:end");
}

BOOST_AUTO_TEST_CASE(EndlessRecordIsRefused) {
  std::istringstream in("\"" + std::string(RecordReader::kRecordBytesMax + 1'000'000, 'x'));
  RecordReader reader(in, Breaks::kUnquoted);
  BOOST_TEST(!reader.Next().has_value());
  BOOST_TEST(reader.TooLong());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::cli
