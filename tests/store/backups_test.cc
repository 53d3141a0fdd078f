#include "table_service/store/sqlite/backups.h"

#include "tests/store/store_fixture.h"

#include <fmt/format.h>
#include <fstream>

namespace rowhouse::sqlite {
namespace {

struct Fixture {
  TempFolder folder;
  FolderBackups backups{folder.path() / "~backups"};
  std::unique_ptr<TableStore> store;

  StoreOptions options{.folder = folder.path() / "account"};

  void Open() {
    store.reset();
    store = OpenStore(options);
  }
  // The first two partitions have their own files; the others are in the shared file.
  void Fill() {
    options.own_file_partitions_max = 2;
    Open();
    BOOST_REQUIRE(store->CreateTable("orders"));
    for (const char* partition : {"a", "b", "c", "d", "\xf0\x9f\x98\x80"}) {
      for (const char* row : {"1", "2"}) {
        BOOST_REQUIRE(ApplyNow(*store, Insert(partition, row, R"({"N":1})")).has_value());
      }
    }
  }
  Result<std::vector<store::TableCopy>> Create(
      const char* name, std::optional<std::string_view> table = std::nullopt) {
    return backups.Create(*store, "account", name, table);
  }
  // Returns every key with its timestamp and properties.
  std::string Content(std::string_view table) const {
    const auto source = store->OpenSource(table);
    BOOST_REQUIRE(source);
    const auto cursor = (*source)->Scan({});
    BOOST_REQUIRE(cursor);
    std::string text;
    for (StoredEntity entity; *(*cursor)->Next(entity);) {
      text += fmt::format("{}/{} {} {}\n", entity.partition_key, entity.row_key,
                          entity.timestamp.ticks, entity.properties);
    }
    return text;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(BackupsTest, Fixture)

BOOST_AUTO_TEST_CASE(ARestoredTableEqualsTheOneThatWasBackedUp) {
  for (const bool exclusive : {false, true}) {
    BOOST_TEST_CONTEXT("exclusive " << exclusive) {
      options.exclusive = exclusive;
      options.folder = folder.path() / (exclusive ? "account" : "account2");
      Fill();
      BOOST_REQUIRE(store->MoveToOwnFile("orders", "d"));
      const std::string before = Content("orders");
      const char* const name = exclusive ? "one" : "two";
      const auto made = Create(name);
      BOOST_REQUIRE(made);
      BOOST_TEST(made->at(0).entities == 10U);
      BOOST_REQUIRE(ApplyNow(*store, Insert("a", "late")).has_value());
      const auto restored = backups.Restore(*store, "account", name, "ORDERS", "Again");
      BOOST_REQUIRE(restored);
      BOOST_TEST(restored->entities == 10U);
      BOOST_TEST(Content("again") == before);
      Open();
      BOOST_TEST(Content("Again") == before);
      BOOST_TEST(*store->Count("again") == 10U);
      ChangeSet more = Insert("a", "more");
      more.table = "again";
      BOOST_TEST(ApplyNow(*store, more).has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesExistingTargetsAndMissingSources) {
  Fill();
  BOOST_REQUIRE(Create("one"));
  BOOST_TEST((Create("one").error().code == ErrorCode::kTableAlreadyExists));
  BOOST_TEST((Create("two", "none").error().code == ErrorCode::kTableNotFound));
  BOOST_TEST(!std::filesystem::exists(folder.path() / "~backups" / "two"));
  BOOST_TEST(*backups.FindTable("account", "one", "ORDERS") == "orders");
  BOOST_TEST((backups.Restore(*store, "account", "one", "orders", "Orders").error().code ==
              ErrorCode::kTableAlreadyExists));
  BOOST_TEST((backups.Restore(*store, "account", "one", "none", "new").error().code ==
              ErrorCode::kResourceNotFound));
  BOOST_TEST(!backups.FindTable("account", "one", "none"));
  BOOST_TEST(!backups.FindTable("other", "one", "orders"));
}

BOOST_AUTO_TEST_CASE(OnlyFinishedBackupsAreListed) {
  BOOST_TEST(backups.List().empty());
  Fill();
  BOOST_REQUIRE(store->CreateTable("empty"));
  BOOST_REQUIRE(Create("b"));
  BOOST_REQUIRE(Create("a", "orders"));
  const auto draft = folder.path() / "~backups" / "c" / "~account" / "orders";
  std::filesystem::create_directories(draft);
  std::ofstream(draft / "half.db") << "half";
  const auto list = backups.List();
  BOOST_REQUIRE(list.size() == 2U);
  BOOST_TEST(list[0].name == "a");
  BOOST_TEST(list[0].tables == std::vector<std::string>{"orders"},
             boost::test_tools::per_element());
  BOOST_TEST(list[1].tables == (std::vector<std::string>{"empty", "orders"}),
             boost::test_tools::per_element());
  BOOST_TEST(list[1].bytes > 0U);
  BOOST_REQUIRE(Create("c", "orders"));
  BOOST_TEST(!std::filesystem::exists(draft));
}

BOOST_AUTO_TEST_CASE(ADamagedFileRestoresNothing) {
  Fill();
  BOOST_REQUIRE(Create("one"));
  const auto orders = folder.path() / "~backups" / "one" / "account" / "orders";
  std::ofstream(orders / "a.db") << "no database at all, but long enough to look at";
  const auto restored = backups.Restore(*store, "account", "one", "orders", "again");
  BOOST_REQUIRE(!restored);
  BOOST_TEST((restored.error().code == ErrorCode::kInternalError));
  BOOST_TEST(!store->FindTable("again"));
  BOOST_TEST(!std::filesystem::exists(options.folder / "~restore"));
  BOOST_TEST(store->CreateTable("again").has_value());
}

BOOST_AUTO_TEST_CASE(EmptyTablesAreRestoredEmpty) {
  Open();
  BOOST_REQUIRE(store->CreateTable("Empty"));
  BOOST_REQUIRE(Create("one"));
  BOOST_REQUIRE(store->DeleteTable("Empty"));
  BOOST_REQUIRE(backups.Restore(*store, "account", "one", "empty", "Empty"));
  BOOST_TEST(*store->Count("Empty") == 0U);
}

BOOST_AUTO_TEST_CASE(PathsAreNotBackupNames) {
  for (const char* name : {"a", "2026-11-28_full.1", "A"})
    BOOST_TEST(store::IsBackupName(name), name);
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string(".a"), std::string("a/b"),
        std::string("~a"), std::string("a b"), std::string("a\0b", 3), std::string(65, 'a')}) {
    BOOST_TEST(!store::IsBackupName(name), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
