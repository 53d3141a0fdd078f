#include "table_service/store/sqlite/journal/reader.h"
#include "tests/store/store_fixture.h"

#include <fmt/format.h>
#include <fstream>

namespace rowhouse::sqlite {
namespace {

class Journal {
 public:
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string PathOf(std::uint64_t number) const {
    return (folder() / SegmentFileName(number)).string();
  }

  // Writes a segment with `frames` frames "number.0", "number.1", ...
  void Write(std::uint64_t number, std::uint64_t first_sequence, std::uint64_t oldest_needed,
             int frames) {
    auto segment = SegmentWriter::Create(PathOf(number), {},
                                         {.number = number,
                                          .first_sequence = first_sequence,
                                          .oldest_needed = oldest_needed,
                                          .salt = 77 + number});
    BOOST_REQUIRE(segment.has_value());
    for (int i = 0; i < frames; ++i) {
      BOOST_REQUIRE(segment->Append(first_sequence + static_cast<std::uint64_t>(i),
                                    fmt::format("{}.{}", number, i)));
    }
  }
  void Put(std::uint64_t number, std::streamoff at, const std::string& bytes) const {
    std::fstream file(PathOf(number), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file << bytes;
  }
  void Cut(std::uint64_t number, std::uintmax_t size) const {
    std::filesystem::resize_file(PathOf(number), size);
  }

  // "1.0 1.1 2.0", or the error.
  std::string Read() const {
    const auto journal = ReadJournal(folder(), {});
    if (!journal) return journal.error().text;
    std::string text;
    for (const auto& segment : journal->segments) {
      for (const auto& frame : segment->frames) {
        if (!text.empty()) text += ' ';
        text += frame.records;
      }
    }
    return text;
  }

 private:
  TempFolder folder_;
};

constexpr std::streamoff kFirst = 4096;
constexpr std::streamoff kSecond = 8192;

bool Says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(JournalSegmentsTest)

BOOST_AUTO_TEST_CASE(RewrittenSegmentIsTheSame) {
  Journal journal;
  journal.Write(1, 1, 1, 2);
  journal.Write(2, 3, 1, 0);
  for (const std::uint64_t number : {1U, 2U}) {
    const auto size = std::filesystem::file_size(journal.PathOf(number));
    const auto segment = ReadSegment(journal.PathOf(number), {});
    BOOST_REQUIRE(segment.has_value());
    BOOST_TEST(RewriteSegment(**segment, {}).has_value());
    BOOST_TEST(std::filesystem::file_size(journal.PathOf(number)) == size);
    BOOST_TEST(journal.Read() == "1.0 1.1");
  }
}

BOOST_AUTO_TEST_CASE(AreReadInOrder) {
  Journal journal;
  BOOST_TEST(journal.Read().empty());
  journal.Write(1, 1, 1, 2);
  journal.Write(2, 3, 1, 1);
  journal.Write(3, 4, 1, 0);
  BOOST_TEST(journal.Read() == "1.0 1.1 2.0");
  BOOST_TEST(ReadJournal(journal.folder(), {})->last_number == 3);
  BOOST_TEST(ReadJournal(journal.folder() / "none", {})->paths.empty());
}

BOOST_AUTO_TEST_CASE(VoidSegmentsAreLeftOut) {
  Journal journal;
  journal.Write(1, 1, 1, 2);
  journal.Put(1, kFirst, "damage");
  journal.Write(2, 2, 2, 1);
  BOOST_TEST(journal.Read() == "2.0");
}

BOOST_AUTO_TEST_CASE(TornEndIsLeftOut) {
  for (const std::streamoff at : {0, 8, 16, 24, 32, 34}) {
    Journal journal;
    journal.Write(1, 1, 1, 2);
    journal.Put(1, kSecond + at, "#");
    BOOST_TEST(journal.Read() == "1.0", "byte " << at);
  }
  Journal journal;
  journal.Write(1, 1, 1, 2);
  journal.Cut(1, static_cast<std::uintmax_t>(kSecond) + 34);
  BOOST_TEST(journal.Read() == "1.0");
  journal.Cut(1, static_cast<std::uintmax_t>(kFirst));
  BOOST_TEST(journal.Read().empty());
}

BOOST_AUTO_TEST_CASE(SegmentThatHasNotBegunIsLeftOut) {
  Journal journal;
  journal.Write(1, 1, 1, 1);
  for (const std::uintmax_t size : {0U, 5U, 40U}) {
    journal.Write(2, 2, 1, 0);
    journal.Cut(2, size);
    BOOST_TEST(journal.Read() == "1.0");
  }
}

BOOST_AUTO_TEST_CASE(DamageIsReportedWithPlaceAndRemedy) {
  struct Case {
    const char* what;
    void (*damage)(Journal&);
    const char* says;
  };
  const Case cases[] = {
      {"a frame before another", [](Journal& journal) { journal.Put(1, kFirst + 33, "#"); },
       "byte 4096 is not what was written"},
      {"the end of a segment before another",
       [](Journal& journal) { journal.Put(1, kSecond, "#"); }, "before group 2 instead of 3"},
      {"a header before frames", [](Journal& journal) { journal.Put(2, 20, "#"); },
       "byte 1 is not what was written"},
      {"a missing segment",
       [](Journal& journal) {
         journal.Write(3, 4, 1, 1);
         std::filesystem::remove(journal.PathOf(2));
       },
       "the segment after it is missing"},
  };
  for (const auto& one : cases) {
    Journal journal;
    journal.Write(1, 1, 1, 2);
    journal.Write(2, 3, 1, 1);
    one.damage(journal);
    const std::string text = journal.Read();
    BOOST_TEST_CONTEXT(one.what << ": " << text) {
      BOOST_TEST(Says(text, one.says));
      BOOST_TEST(Says(text, journal.folder().string()));
      BOOST_TEST(Says(text, "Restore the account's folder"));
    }
  }
}

BOOST_AUTO_TEST_CASE(FilesOfOtherNamesAreNotSegments) {
  Journal journal;
  journal.Write(1, 1, 1, 1);
  for (const char* name : {"0000000000000001 (copy).journal", "copy-0000000000000001.journal",
                           "1.journal", "000000000000000A.journal", "notes.journal"}) {
    std::filesystem::copy(journal.PathOf(1), journal.folder() / name);
  }
  BOOST_TEST(journal.Read() == "1.0");
  const auto read = ReadJournal(journal.folder(), {});
  BOOST_TEST(read->paths.size() == 1);
  BOOST_TEST(read->last_number == 1);
}

BOOST_AUTO_TEST_CASE(RenamedSegmentIsDamage) {
  Journal journal;
  journal.Write(1, 1, 1, 1);
  std::filesystem::rename(journal.PathOf(1), journal.PathOf(5));
  BOOST_TEST(Says(journal.Read(), "it is segment 1 under another name"), journal.Read());
}

BOOST_AUTO_TEST_CASE(FolderThatCannotBeReadIsNotEmpty) {
  const TempFolder folder;
  std::ofstream(folder.path() / "file");
  const auto read = ReadJournal(folder.path() / "file", {});
  BOOST_REQUIRE(!read.has_value());
  BOOST_TEST(Says(read.error().text, (folder.path() / "file").string()));
  BOOST_TEST(Says(read.error().text, "nothing is started"));
}

BOOST_AUTO_TEST_CASE(FramesOfAnotherSegmentAreNotTakenForItsOwn) {
  Journal journal;
  journal.Write(1, 1, 1, 1);
  std::string frame;
  {
    Journal other;
    other.Write(9, 2, 9, 1);
    std::ifstream file(other.PathOf(9), std::ios::binary);
    file.seekg(kFirst);
    frame.resize(40);
    file.read(frame.data(), 40);
  }
  journal.Put(1, kSecond, frame);
  BOOST_TEST(journal.Read() == "1.0");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
