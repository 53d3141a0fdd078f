// A change of the catalog that was refused is undone for good: no restart finds it made.

#include "tests/store/fault_vfs.h"
#include "tests/store/journal/images.h"

#include <filesystem>
#include <functional>
#include <string>

namespace rowhouse::sqlite {
namespace {

// The tables of an account with the keys of their entities, and the number of their policies.
std::string Describe(TableStore& store) {
  std::string text;
  const auto tables = store.ListTables({}, 100);
  BOOST_REQUIRE(tables.has_value());
  for (const auto& table : *tables) {
    const auto rows = ScanAll(store, {}, table);
    BOOST_REQUIRE(rows.has_value());
    const auto policies = store.GetAccessPolicies(table);
    BOOST_REQUIRE(policies.has_value());
    text += table + ": " + KeysOf(*rows) + ", " + std::to_string((*policies)->size()) + "; ";
  }
  return text;
}

struct Change {
  const char* name;
  std::size_t own_files_max;
  std::function<bool(TableStore&)> make;
};

const Change kChanges[] = {
    {"delete a table", 3,
     [](TableStore& store) { return store.DeleteTable("orders").has_value(); }},
    {"create a table", 3,
     [](TableStore& store) { return store.CreateTable("people").has_value(); }},
    {"move a partition", 3,
     [](TableStore& store) { return store.MoveToOwnFile("orders", "d").has_value(); }},
    {"create a partition", 6,
     [](TableStore& store) { return ApplyNow(store, Insert("new", "1")).has_value(); }},
    {"set policies", 3,
     [](TableStore& store) {
       return store.SetAccessPolicies("orders", {AccessPolicy{.id = "one"}}).has_value();
     }},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(RefusedChangesTest)

// Whatever single write or sync of the catalog fails, and the process then ends: what was answered is there.
BOOST_AUTO_TEST_CASE(ARefusedChangeStaysUndone) {
  const FaultVfs vfs;
  for (const bool journal : {true, false}) {
    for (const auto& change : kChanges) {
      int n = 1;
      int refused = 0;
      for (bool fired = true; fired; ++n) {
        BOOST_REQUIRE(n < 100);
        BOOST_TEST_CONTEXT(change.name << ", write " << n << (journal ? ", with a journal" : "")) {
          Folders folders;
          folders.options.vfs = FaultVfs::name();
          folders.options.journal = journal;
          folders.options.own_file_partitions_max = change.own_files_max;
          const auto store = OpenStore(folders.options);
          WriteSome(*store);
          FaultVfs::Arm(n, FaultVfs::Kind::kOnce, "account.db-wal");
          if (!change.make(*store)) ++refused;
          fired = FaultVfs::HasFired();
          FaultVfs::Disarm();
          const std::string seen = Describe(*store);
          TakeImage(folders.options, folders.image, Cut::kProcess);
          BOOST_TEST(Describe(*OpenStore(folders.image)) == seen);
          // What is answered later is there as well.
          const bool is_answered = ApplyNow(*store, Insert("a", "later")).has_value();
          BOOST_TEST(is_answered == store->FindTable("orders").has_value());
          std::filesystem::remove_all(folders.image.folder);
          TakeImage(folders.options, folders.image, Cut::kProcess);
          BOOST_TEST(Describe(*OpenStore(folders.image)) == Describe(*store));
        }
      }
      BOOST_TEST((refused > 0 || journal), change.name);
    }
  }
}

// While it is not certain that a restart would find a refused change undone, nothing is answered that it
// would change.
BOOST_AUTO_TEST_CASE(NothingIsWrittenWhileTheCatalogIsInDoubt) {
  const FaultVfs vfs;
  Folders folders;
  folders.options.vfs = FaultVfs::name();
  const auto store = OpenStore(folders.options);
  WriteSome(*store);
  const std::string before = Describe(*store);
  FaultVfs::Arm(2, FaultVfs::Kind::kDeadDisk, "account.db-wal");
  BOOST_TEST(!store->DeleteTable("orders").has_value());
  BOOST_TEST(FaultVfs::HasFired());
  const auto refused = ApplyNow(*store, Insert("a", "later"));
  BOOST_TEST(!refused.has_value());
  BOOST_TEST(!store->CreateTable("people").has_value());
  BOOST_TEST(Describe(*store) == before);
  FaultVfs::Disarm();
  BOOST_TEST(ApplyNow(*store, Insert("a", "later")).has_value());
  TakeImage(folders.options, folders.image, Cut::kProcess);
  BOOST_TEST(Describe(*OpenStore(folders.image)) == Describe(*store));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
