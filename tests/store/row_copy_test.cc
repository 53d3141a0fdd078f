#include "table_service/store/sqlite/files/row_copy.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kBytes = 1000;  // of the properties of the only row

std::shared_ptr<const FileRows> SomeRows() {
  FileRows::Builder builder([](std::size_t) { return true; }, [](std::size_t) {});
  BOOST_REQUIRE(builder.Add({"p", "r", 1, std::string(kBytes, 'x')}));
  return builder.Finish();
}

// Makes a copy as the cache does. Returns true if readers see it.
bool MakeCopy(RowCopy& copy) {
  copy.EndCopy(copy.BeginCopy(), SomeRows());
  return copy.Get() != nullptr;
}

void Write(RowCopy& copy) {
  copy.BeginWrite();
  copy.EndWrite();
}

// Returns after how many reads of the whole file a copy is wanted.
int ReadsUntilWanted(RowCopy& copy) {
  for (int reads = 1; reads < 1000; ++reads) {
    if (copy.CountRead(kBytes)) return reads;
  }
  return -1;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(RowCopyTest)

BOOST_AUTO_TEST_CASE(TheSecondReadWantsACopyOfHalfOfWhatWasRead) {
  RowCopy copy;
  BOOST_TEST(!copy.CountRead(kBytes));
  BOOST_TEST(copy.CountRead(kBytes));
  BOOST_TEST(!copy.CountRead(kBytes), "it is wanted already");
  const auto ticket = copy.BeginCopy();
  BOOST_REQUIRE(ticket);
  BOOST_TEST(ticket->bytes_max == 3 * kBytes / 2);
}

BOOST_AUTO_TEST_CASE(ACopyThatWasTooLargeIsWantedLater) {
  RowCopy copy;
  BOOST_TEST(ReadsUntilWanted(copy) == 2);
  copy.EndCopy(copy.BeginCopy(), nullptr);
  BOOST_TEST(!copy.Get());
  BOOST_TEST(ReadsUntilWanted(copy) == 6);  // at four times as much
}

BOOST_AUTO_TEST_CASE(AWriteDropsTheCopyAndNoneIsMadeBeforeItEnds) {
  RowCopy copy;
  BOOST_TEST(MakeCopy(copy));
  copy.BeginWrite();
  BOOST_TEST(!copy.Get());
  BOOST_TEST(!copy.BeginCopy());
  BOOST_TEST(!MakeCopy(copy));
  copy.EndWrite();
  BOOST_TEST(!copy.Get());
  BOOST_TEST(MakeCopy(copy));
}

BOOST_AUTO_TEST_CASE(ACopyThatAWriteOvertookIsNotUsed) {
  RowCopy copy;
  const auto ticket = copy.BeginCopy();
  BOOST_REQUIRE(ticket);
  BOOST_TEST(copy.IsCurrent(*ticket));
  Write(copy);
  BOOST_TEST(!copy.IsCurrent(*ticket));
  copy.EndCopy(ticket, SomeRows());
  BOOST_TEST(!copy.Get());
}

BOOST_AUTO_TEST_CASE(CopiesThatDoNotPayAreMadeLaterAndLater) {
  RowCopy copy;
  for (const int expected : {2, 4, 8, 16, 32, 64, 128, 128}) {
    BOOST_TEST(ReadsUntilWanted(copy) == expected);
    BOOST_TEST(MakeCopy(copy));
    Write(copy);
  }
  // One that pays counts.
  BOOST_TEST(ReadsUntilWanted(copy) == 128);
  BOOST_TEST(MakeCopy(copy));
  for (int i = 0; i < 3; ++i) copy.CountRead(kBytes);
  Write(copy);
  BOOST_TEST(ReadsUntilWanted(copy) == 2);
}

BOOST_AUTO_TEST_CASE(ACopyIsNotWantedTwice) {
  RowCopy copy;
  BOOST_TEST(ReadsUntilWanted(copy) == 2);
  BOOST_TEST(MakeCopy(copy));
  BOOST_TEST(ReadsUntilWanted(copy) == -1);
}

BOOST_AUTO_TEST_CASE(OnlyAnUnusedCopyMakesRoom) {
  RowCopy copy;
  BOOST_TEST(!copy.KeepIfUsed());
  BOOST_TEST(MakeCopy(copy));
  BOOST_TEST(copy.KeepIfUsed());
  BOOST_TEST(copy.Get());
  BOOST_TEST(copy.KeepIfUsed());
  BOOST_TEST(!copy.KeepIfUsed());
  BOOST_TEST(!copy.Get());
}

BOOST_AUTO_TEST_CASE(AClosedOneHasNoCopy) {
  RowCopy copy;
  const auto ticket = copy.BeginCopy();
  copy.Close();
  copy.EndCopy(ticket, SomeRows());
  BOOST_TEST(!copy.Get());
  BOOST_TEST(!MakeCopy(copy));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
