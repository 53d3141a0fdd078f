// A catalog that was lost is made anew from the files, and the account is what it was.

#include "table_service/store/sqlite/repair/rebuild_catalog.h"

#include "table_service/store/sqlite/files/catalog.h"
#include "tests/store/store_fixture.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace rowhouse::sqlite {
namespace {

namespace fs = std::filesystem;

std::string Read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// An account that has lost its catalog, or is about to.
class Account {
 public:
  Account() {
    options_.folder = folder_.path() / "account";
    options_.sync = SyncMode::kOff;
    options_.own_file_partitions_max = 3;
  }

  // Keys of several forms; all but three partitions are in the shared file.
  void Fill() {
    const auto store = Open();
    BOOST_REQUIRE(store->CreateTable("orders").has_value());
    for (const char* const key :
         {"", "a b%~", "\xf0\x9f\x98\x80", "s1", "s2", "\xf0\x9f\x98\x81"}) {
      for (const char* const row : {"1", "2"}) {
        BOOST_REQUIRE(ApplyNow(*store, Insert(key, row, R"({"N":1})")).has_value());
      }
    }
  }

  std::unique_ptr<TableStore> Open() const { return OpenStore(options_); }
  std::vector<SeenRow> Rows(const std::string& table = "orders") const {
    const auto store = Open();
    const auto rows = ScanAll(*store, {}, table);
    BOOST_REQUIRE(rows.has_value());
    return *rows;
  }

  fs::path Path(const std::string& name) const { return options_.folder / name; }
  void LoseCatalog() const {
    for (const char* const suffix : {"", "-wal", "-shm"}) {
      fs::remove(Path(std::string("account.db") + suffix));
    }
  }

  // Returns what was said.
  std::string Rebuild() const {
    std::string said;
    const auto done = RebuildCatalog(options_.folder, [&](std::string_view line) {
      said += line;
      said += '\n';
    });
    BOOST_TEST(done.has_value(), (done ? "" : done.error()));
    return said;
  }

  TempFolder folder_;
  StoreOptions options_;
};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(RebuildCatalogTest)

BOOST_AUTO_TEST_CASE(AllEntitiesAreThereAgain) {
  Account account;
  account.Fill();
  const auto before = account.Rows();
  BOOST_TEST(before.size() == 12U);
  account.LoseCatalog();
  BOOST_TEST(!TableStore::Open(account.options_).has_value());
  const auto said = account.Rebuild();
  BOOST_TEST(Contains(said, "account.db: it is missing; it is made anew from 1 folder"), said);
  BOOST_TEST(Contains(said, "orders: 12 rows in 3 partition files and the shared file"), said);
  BOOST_TEST((account.Rows() == before));
  // It is used as before: ids go on, times ascend, and nothing was removed.
  const auto store = account.Open();
  const auto written = ApplyNow(*store, Insert("s1", "3"));
  BOOST_REQUIRE(written.has_value());
  for (const auto& row : before) BOOST_TEST(row.timestamp.ticks < written->front().ticks);
  BOOST_TEST(store->CreateTable("people").has_value());
  BOOST_TEST(ApplyNow(*store, Insert("new", "1")).has_value());
  BOOST_TEST(ScanAll(*store)->size() == 14U);
}

BOOST_AUTO_TEST_CASE(ACatalogInOrderIsLeftAlone) {
  Account account;
  account.Fill();
  const auto before = Read(account.Path("account.db"));
  BOOST_TEST(Contains(account.Rebuild(), "nothing to repair: it is sound"));
  BOOST_TEST((Read(account.Path("account.db")) == before));
  account.LoseCatalog();
  fs::remove_all(account.Path("orders-1"));
  BOOST_TEST(Contains(account.Rebuild(), "there are no folders of tables"));
  BOOST_TEST(!fs::exists(account.Path("account.db")));
}

BOOST_AUTO_TEST_CASE(ADamagedCatalogIsKeptBesideTheNewOne) {
  Account account;
  account.Fill();
  const auto before = account.Rows();
  for (const std::string& content :
       {std::string(), std::string("not a database"), std::string(65536, '\x5a')}) {
    std::ofstream(account.Path("account.db"), std::ios::binary) << content;
    // What an interrupted repair leaves.
    std::ofstream(account.Path("account.db.new")) << "half";
    account.Rebuild();
    BOOST_TEST((account.Rows() == before));
    BOOST_TEST(!fs::exists(account.Path("account.db.new")));
  }
  BOOST_TEST(fs::exists(account.Path("account.db.set-aside")));
  BOOST_TEST(Read(account.Path("account.db.set-aside-2")) == "not a database");
}

BOOST_AUTO_TEST_CASE(DamageInTheMiddleOfTheCatalogIsFound) {
  Account account;
  account.Fill();
  const auto before = account.Rows();
  {
    std::fstream file(account.Path("account.db"), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(16384 * 2 + 8);
    file << std::string(16000, '\x5a');
  }
  const auto said = account.Rebuild();
  BOOST_TEST(Contains(said, "it is damaged"), said);
  BOOST_TEST((account.Rows() == before));
}

BOOST_AUTO_TEST_CASE(TheLogOfALostCatalogIsNotMistakenForItsOwn) {
  Account account;
  account.Fill();
  const auto before = account.Rows();
  std::string log;
  {
    const auto store = account.Open();
    BOOST_REQUIRE(store->CreateTable("people").has_value());
    log = Read(account.Path("account.db-wal"));
    BOOST_REQUIRE(!log.empty());
  }
  account.LoseCatalog();
  std::ofstream(account.Path("account.db-wal"), std::ios::binary) << log;
  account.Rebuild();
  BOOST_TEST((account.Rows() == before));
  BOOST_TEST((Read(account.Path("account.db.set-aside-wal")) == log));
}

BOOST_AUTO_TEST_CASE(ADamagedPartitionFileIsSetAside) {
  Account account;
  account.Fill();
  const auto damaged = account.Path("orders-1/~empty.db");
  const auto content = Read(damaged).substr(0, 20000);
  std::ofstream(damaged, std::ios::binary) << content;
  account.LoseCatalog();
  const auto said = account.Rebuild();
  BOOST_TEST(Contains(said, "~empty.db: renamed to ~empty.db.set-aside, since it is damaged"),
             said);
  BOOST_TEST(account.Rows().size() == 10U);
  BOOST_TEST((Read(damaged.string() + ".set-aside") == content));
}

BOOST_AUTO_TEST_CASE(TheLaterOfTwoTablesOfOneNameIsTaken) {
  Account account;
  account.Fill();
  const auto older = account.folder_.path() / "older";
  fs::copy(account.Path("orders-1"), older);
  {
    const auto store = account.Open();
    BOOST_REQUIRE(store->DeleteTable("orders").has_value());
    BOOST_REQUIRE(store->CreateTable("Orders").has_value());
    BOOST_REQUIRE(ApplyNow(*store, Insert("p", "r")).has_value());
  }
  fs::rename(older, account.Path("orders-1"));
  account.LoseCatalog();
  const auto said = account.Rebuild();
  BOOST_TEST(Contains(said, "orders-1: left alone: Orders-2 is a later table of that name"), said);
  BOOST_TEST(KeysOf(account.Rows()) == "p/r");
  BOOST_TEST(fs::exists(account.Path("orders-1/~empty.db")));
}

BOOST_AUTO_TEST_CASE(APartitionThatWasMovedIsInItsOwnFile) {
  for (const bool moved_back : {false, true}) {
    BOOST_TEST_CONTEXT("written in the shared file after the copy: " << moved_back) {
      Account account;
      account.Fill();
      const auto shared = account.Path("orders-1/~shared.db");
      const auto copy = account.folder_.path() / "shared";
      if (moved_back) {
        const auto store = account.Open();
        BOOST_REQUIRE(ApplyNow(*store, Insert("s1", "3")).has_value());
      }
      fs::copy_file(shared, copy);
      {
        const auto store = account.Open();
        BOOST_REQUIRE(store->MoveToOwnFile("orders", "s1").has_value());
        if (!moved_back) BOOST_REQUIRE(ApplyNow(*store, Insert("s1", "3")).has_value());
      }
      const auto before = account.Rows();
      fs::copy_file(copy, shared, fs::copy_options::overwrite_existing);  // its rows are back
      if (moved_back) {
        // The own file has an older state, as if the move had been undone.
        auto own = DbConnection::Open(account.Path("orders-1/s1.db"),
                                      DbConnection::OpenMode::kExisting, "");
        BOOST_REQUIRE(own.has_value());
        BOOST_REQUIRE(own->Execute("DELETE FROM entity WHERE row_key='3'").has_value());
      }
      account.LoseCatalog();
      const auto said = account.Rebuild();
      BOOST_TEST(Contains(said, "s1.db: renamed") == moved_back, said);
      BOOST_TEST((account.Rows() == before));
    }
  }
}

BOOST_AUTO_TEST_CASE(TheCommitJournalOfACrashIsReplayed) {
  Account account;
  account.options_.sync = SyncMode::kFull;
  Account crashed;
  crashed.options_.sync = SyncMode::kFull;
  account.Fill();
  {
    const auto store = account.Open();
    BOOST_REQUIRE(ApplyNow(*store, Insert("s1", "9")).has_value());
    BOOST_REQUIRE(store->CreateTable("people").has_value());
    ChangeSet changes = Insert("new", "r");
    changes.table = "people";
    BOOST_REQUIRE(ApplyNow(*store, changes).has_value());
    fs::copy(account.options_.folder, crashed.options_.folder, fs::copy_options::recursive);
  }
  BOOST_TEST(!fs::is_empty(crashed.Path("~journal")));
  crashed.LoseCatalog();
  fs::resize_file(crashed.Path("people-2/new.db"), 0);  // it was never synced
  fs::remove(crashed.Path("people-2/new.db-wal"));
  crashed.Rebuild();
  BOOST_TEST((crashed.Rows() == account.Rows()));
  BOOST_TEST((crashed.Rows("people") == account.Rows("people")));
}

// Writes that only the journal has, to a partition whose file was lost, damaged or empty.
BOOST_AUTO_TEST_CASE(TheJournalMayNamePartitionsThatHaveNoFile) {
  const std::string long_key(300, 'k');
  for (const auto& [damage, own_files_max] :
       {std::pair("empty", 100), std::pair("long", 100), std::pair("garbage", 100),
        std::pair("missing", 100), std::pair("shared", 0)}) {
    BOOST_TEST_CONTEXT(damage) {
      const std::string key = damage == std::string("long")    ? long_key
                              : damage == std::string("empty") ? ""
                                                               : "p";
      Account live;
      live.options_.sync = SyncMode::kFull;
      live.options_.own_file_partitions_max = static_cast<std::size_t>(own_files_max);
      Account crashed;
      crashed.options_ = live.options_;
      crashed.options_.folder = crashed.folder_.path() / "account";
      {
        const auto store = live.Open();
        BOOST_REQUIRE(store->CreateTable("orders").has_value());
        BOOST_REQUIRE(ApplyNow(*store, Insert(key, "1")).has_value());
      }
      const auto store = live.Open();
      const bool is_emptied = key != "p";
      if (is_emptied) {
        BOOST_REQUIRE(ApplyNow(*store, One(OperationKind::kDelete, key, "1", {},
                                           {.kind = IfMatch::Kind::kAny, .timestamp = {}})));
      } else {
        BOOST_REQUIRE(ApplyNow(*store, Insert(key, "2")));
      }
      fs::copy(live.options_.folder, crashed.options_.folder, fs::copy_options::recursive);
      crashed.LoseCatalog();
      const auto file = crashed.Path(own_files_max == 0 ? "orders-1/~shared.db" : "orders-1/p.db");
      if (!is_emptied) {
        if (damage == std::string("missing")) fs::remove(file);
        for (const char* const suffix : {"-wal", "-shm"}) fs::remove(file.string() + suffix);
        if (damage != std::string("missing")) std::ofstream(file) << "garbage";
      }
      crashed.Rebuild();
      BOOST_TEST(KeysOf(crashed.Rows()) == (is_emptied ? "" : "p/2"));
      BOOST_REQUIRE(ApplyNow(*crashed.Open(), Insert(key, "3")).has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(OfTwoFilesOfAPartitionTheLaterIsTaken) {
  Account account;
  account.options_.own_file_partitions_max = 100;
  account.Fill();
  const auto before = account.Rows();
  const auto folder = account.Path("orders-1");
  // A copy with an earlier state, whose name comes first; one with the same state; a link.
  fs::copy_file(folder / "s1.db", folder / "s1-2024.db");
  {
    auto older =
        DbConnection::Open((folder / "s1-2024.db").string(), DbConnection::OpenMode::kExisting, "");
    BOOST_REQUIRE(older.has_value());
    BOOST_REQUIRE(older->Execute("DELETE FROM entity WHERE row_key='2'").has_value());
  }
  fs::copy_file(folder / "s2.db", folder / "s2 copy.db");
  fs::create_symlink(folder / "s1.db", folder / "link.db");
  fs::create_directory(folder / "folder.db");
  account.LoseCatalog();
  account.Rebuild();
  BOOST_TEST(fs::is_symlink(folder / "link.db"));
  BOOST_TEST((account.Rows() == before));
  BOOST_TEST(fs::exists(folder / "s1.db"));
  BOOST_TEST(fs::exists(folder / "s2.db"));
}

BOOST_AUTO_TEST_CASE(TwoTablesWithOneNumberAreBothThere) {
  Account account;
  account.Fill();
  fs::copy(account.Path("orders-1"), account.Path("people-1"));
  account.LoseCatalog();
  account.Rebuild();
  BOOST_TEST((account.Rows() == account.Rows("people")));
  const auto store = account.Open();
  BOOST_REQUIRE(store->CreateTable("third").has_value());
  BOOST_REQUIRE(ApplyNow(*store, Insert("p", "r")).has_value());
}

BOOST_AUTO_TEST_CASE(AFolderInUseOrMissingIsRefusedWithTheRemedy) {
  Account account;
  const auto say = [](std::string_view /*line*/) {};
  const auto missing = RebuildCatalog(account.Path("nobody"), say);
  BOOST_REQUIRE(!missing.has_value());
  BOOST_TEST(Contains(missing.error(), account.Path("nobody").string()), missing.error());
  account.Fill();
  const auto store = account.Open();
  const auto busy = RebuildCatalog(account.options_.folder, say);
  BOOST_REQUIRE(!busy.has_value());
  BOOST_TEST(Contains(busy.error(), "is in use by process"), busy.error());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
