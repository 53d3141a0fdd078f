#include "table_service/store/sqlite/journal/records.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>

namespace rowhouse::sqlite {
namespace {

// "1:p/r=5 {}" for an entity, "1:p/r=5 gone", "1:p is new.db".
std::string Text(std::string_view bytes) {
  std::string text;
  JournalRecordReader reader(bytes);
  while (const auto record = reader.Next()) {
    if (!text.empty()) text += "; ";
    text += fmt::format("{}:{}", record->table_id, record->partition_key);
    if (record->kind == JournalRecord::Kind::kNewFile) {
      text += fmt::format(" is {}", record->file);
    } else {
      text += fmt::format("/{}={} {}", record->row_key, record->timestamp.ticks,
                          record->kind == JournalRecord::Kind::kPut ? record->properties : "gone");
    }
  }
  return reader.IsMalformed() ? text + "!" : text;
}

JournalRecords Some() {
  JournalRecords records;
  records.Partition(7, "p");
  records.NewFile("p.db");
  records.Put("a", DateTime{5}, R"({"N":1})");
  records.Remove("b", DateTime{6});
  records.Partition(8, "");
  records.Put("", DateTime{9}, "{}");
  return records;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(JournalRecordsTest)

BOOST_AUTO_TEST_CASE(AreReadAsTheyWereWritten) {
  BOOST_TEST(Text(Some().Bytes()) == R"(7:p is p.db; 7:p/a=5 {"N":1}; 7:p/b=6 gone; 8:/=9 {})");
  BOOST_TEST(Text({}).empty());
  BOOST_TEST(JournalRecords().IsEmpty());
}

BOOST_AUTO_TEST_CASE(RewindForgets) {
  JournalRecords records;
  records.Partition(1, "p");
  records.Put("a", DateTime{1}, "{}");
  const std::size_t mark = records.Mark();
  records.Partition(1, "q");
  records.Put("b", DateTime{2}, "{}");
  BOOST_TEST(Text(records.Bytes(mark)) == "1:q/b=2 {}");
  records.Rewind(mark);
  records.Partition(1, "s");
  records.Remove("c", DateTime{3});
  BOOST_TEST(Text(records.Bytes()) == "1:p/a=1 {}; 1:s/c=3 gone");
}

BOOST_AUTO_TEST_CASE(CutOrChangedBytesAreNotReadBeyond) {
  const JournalRecords records = Some();
  const std::string whole(records.Bytes());
  const std::string text = Text(whole);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = Text(std::string(whole, 0, size));
    BOOST_TEST((cut.ends_with("!") || text.starts_with(cut)), cut);
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = '\xff';
    BOOST_TEST(Text(changed) != text);
  }
  BOOST_TEST(Text(std::string("\x03", 1)) == "!");  // a row of no partition
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
