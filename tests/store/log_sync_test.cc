// A write-ahead log whose sync has failed is not synced again: the kernel forgets what it could not write,
// and would report a success for what a power failure takes away.

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "tests/store/fault_vfs.h"
#include "tests/store/store_fixture.h"

namespace rowhouse::sqlite {
namespace {

using CheckpointMode = DbConnection::CheckpointMode;

// A partition file whose commits a journal makes durable, with one row in its log.
struct Fixture {
  FaultVfs vfs;
  TempFolder folder;
  DatabaseOpener opener{{.journaled = true, .vfs = FaultVfs::name()}};
  FileCache files{std::make_shared<OpenFiles>(8), 0};
  std::shared_ptr<PartitionFile> file =
      std::make_shared<PartitionFile>(opener, files, (folder.path() / "a.db").string());

  Fixture() {
    {
      auto connection = opener.CreatePartition(file->path());
      BOOST_REQUIRE(connection.has_value());
      BOOST_REQUIRE(opener.FinishPartition(*connection).has_value());
    }
    auto writer = file->Write();
    BOOST_REQUIRE(writer.has_value());
    BOOST_REQUIRE((*writer)->Put("a", "row", DateTime{1}, "{}").has_value());
    BOOST_REQUIRE(LogBytes() > 0);
  }
  ~Fixture() { FaultVfs::Disarm(); }

  std::uint64_t LogBytes() const { return LogBytesOf(file->path()); }
  DbResult<DbConnection::Checkpointed> CopyBack() const {
    auto lease = file->Read();
    BOOST_REQUIRE(lease.has_value());
    return file->CopyBackLog((*lease)->connection(), CheckpointMode::kPassive);
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(LogSyncTest)

BOOST_AUTO_TEST_CASE(SyncedLogStays) {
  const Fixture fixture;
  BOOST_TEST(fixture.file->SyncLog().has_value());
  BOOST_TEST(fixture.LogBytes() > 0U);
}

BOOST_AUTO_TEST_CASE(FailedCheckpointIsMadeUpForByWritingTheLogBack) {
  const Fixture fixture;
  FaultVfs::Arm(1, FaultVfs::Kind::kOnce, "-wal");
  BOOST_REQUIRE(!fixture.CopyBack().has_value());
  BOOST_REQUIRE(FaultVfs::HasFired());
  {
    // The log must be kept for this reader, so it cannot be written back.
    auto reader = fixture.file->Read();
    BOOST_REQUIRE(reader.has_value());
    DbConnection& connection = (*reader)->connection();
    const auto reading = DbTransaction::Begin(connection, DbTransaction::Kind::kRead);
    BOOST_REQUIRE(reading.has_value());
    BOOST_REQUIRE((*reader)->Count().has_value());
    BOOST_TEST(!fixture.file->SyncLog().has_value());
    BOOST_TEST(!fixture.file->SyncLog().has_value());
  }
  BOOST_TEST(fixture.file->SyncLog().has_value());
  BOOST_TEST(fixture.LogBytes() == 0U);
}

// SQLite writes the log back when the last connection closes, and keeps a failure to itself.
BOOST_AUTO_TEST_CASE(FailedCloseIsMadeUpForByWritingTheLogBack) {
  const Fixture fixture;
  FaultVfs::Arm(1, FaultVfs::Kind::kDeadDisk, "-wal");
  BOOST_TEST(fixture.file->CloseIdle() == 1U);
  BOOST_REQUIRE(FaultVfs::HasFired());
  BOOST_REQUIRE(fixture.LogBytes() > 0U);
  BOOST_TEST(!fixture.file->SyncLog().has_value());
  FaultVfs::Disarm();
  BOOST_TEST(fixture.file->SyncLog().has_value());
  BOOST_TEST(fixture.LogBytes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
