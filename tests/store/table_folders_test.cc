// What the store does about folders of tables that its catalog does not know: it keeps them.

#include "table_service/store/sqlite/files/table_folders.h"

#include "table_service/store/sqlite/files/catalog.h"
#include "tests/store/store_fixture.h"

#include <fstream>
#include <thread>

namespace rowhouse::sqlite {
namespace {

// An account with the tables "orders" and "people", each with one entity, that no store has open.
struct Account {
  TempFolder folder;
  StoreOptions options = OptionsFor(kStoreModes[0], folder);

  Account() {
    const auto store = OpenStore(options);
    for (const char* const name : {"orders", "people"}) AddTable(*store, name);
  }

  static void AddTable(TableStore& store, const char* name) {
    BOOST_REQUIRE(store.CreateTable(name).has_value());
    ChangeSet changes = Insert("p", "r");
    changes.table = name;
    BOOST_REQUIRE(ApplyNow(store, changes).has_value());
  }

  std::filesystem::path File(const char* name) const { return options.folder / name; }
  std::string Refusal() const {
    const auto store = TableStore::Open(options);
    return store ? std::string() : store.error();
  }
};

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(TableFoldersTest)

BOOST_AUTO_TEST_CASE(OnlyFoldersWithNamesOfTablesAreFound) {
  const Account account;
  std::filesystem::create_directory(account.File("mine"));
  std::ofstream(account.File("notes-3")) << "a file";
  BOOST_TEST((TableFolders(account.options.folder).value() ==
              std::vector<std::string>{"orders-1", "people-2"}));
  BOOST_TEST(TableFolders(account.File("missing"))->empty());
}

BOOST_AUTO_TEST_CASE(AStoreWithoutItsCatalogIsRefused) {
  const Account account;
  for (const char* const suffix : {"", "-wal", "-shm"}) {
    std::filesystem::remove(account.File("account.db").string() + suffix);
  }
  for (int start = 0; start < 2; ++start) {
    const std::string refusal = account.Refusal();
    BOOST_TEST(Contains(refusal, account.File("account.db").string()), refusal);
    BOOST_TEST(Contains(refusal, "orders-1"), refusal);
    BOOST_TEST(Contains(refusal, "--repair"), refusal);
    BOOST_TEST(!std::filesystem::exists(account.File("account.db")));
  }
  BOOST_TEST(std::filesystem::exists(account.File("people-2") / "p.db"));
}

BOOST_AUTO_TEST_CASE(AStoreWithANewCatalogIsRefused) {
  const Account account;
  // What a program left that did not check this, and what a failed copy of a file leaves.
  const TempFolder elsewhere;
  StoreOptions empty = account.options;
  empty.folder = elsewhere.path() / "account";
  OpenStore(empty).reset();
  for (const bool is_truncated : {false, true}) {
    std::filesystem::copy_file(empty.folder / "account.db", account.File("account.db"),
                               std::filesystem::copy_options::overwrite_existing);
    if (is_truncated) std::filesystem::resize_file(account.File("account.db"), 0);
    const std::string refusal = account.Refusal();
    BOOST_TEST(Contains(refusal, "--repair"), refusal);
    BOOST_TEST(std::filesystem::exists(account.File("orders-1") / "p.db"));
  }
}

BOOST_AUTO_TEST_CASE(FoldersOfAnotherCatalogAreKeptAndNotUsed) {
  const Account account;
  const TempFolder elsewhere;
  const auto old_catalog = elsewhere.path() / "account.db";
  std::filesystem::copy_file(account.File("account.db"), old_catalog);
  {
    const auto store = OpenStore(account.options);
    Account::AddTable(*store, "third");
    Account::AddTable(*store, "fourth");
  }
  std::filesystem::copy_file(old_catalog, account.File("account.db"),
                             std::filesystem::copy_options::overwrite_existing);
  for (int start = 0; start < 3; ++start) {
    const auto store = OpenStore(account.options);
    if (start == 0) Account::AddTable(*store, "third");  // its old folder is third-3
    if (start == 1) Account::AddTable(*store, "fifth");
    const auto rows = ScanAll(*store, {}, "third");
    BOOST_REQUIRE(rows.has_value());
    BOOST_TEST(KeysOf(*rows) == "p/r");
  }
  for (const char* const name : {"third-3", "third-4", "fourth-4", "fifth-5"}) {
    BOOST_TEST(std::filesystem::exists(account.File(name) / "p.db"), name);
  }
}

BOOST_AUTO_TEST_CASE(TheFolderOfADeletedTableIsRemovedAtTheNextStart) {
  const Account account;
  const TempFolder elsewhere;
  const auto recursive = std::filesystem::copy_options::recursive;
  const auto copy = elsewhere.path() / "people-2";
  std::filesystem::copy(account.File("people-2"), copy, recursive);
  StoreOptions crashed = account.options;
  crashed.folder = elsewhere.path() / "account";
  {
    const auto store = OpenStore(account.options);
    BOOST_REQUIRE(store->DeleteTable("people").has_value());
    while (std::filesystem::exists(account.File("people-2"))) std::this_thread::yield();
    std::filesystem::copy(account.options.folder, crashed.folder, recursive);
  }
  // As if the process had ended before the folder was gone.
  std::filesystem::copy(copy, crashed.folder / "people-2", recursive);
  OpenStore(crashed).reset();
  BOOST_TEST(!std::filesystem::exists(crashed.folder / "people-2"));
  BOOST_TEST(std::filesystem::exists(crashed.folder / "orders-1" / "p.db"));
  // Once the catalog knows that it is gone, a folder of that name is somebody else's.
  std::filesystem::copy(copy, account.File("people-2"), recursive);
  OpenStore(account.options).reset();
  BOOST_TEST(std::filesystem::exists(account.File("people-2") / "p.db"));
}

BOOST_AUTO_TEST_CASE(TheFolderOfADeletedTableIsRemovedAgainAfterALateWrite) {
  const Account account;
  {
    const auto store = OpenStore(account.options);
    const auto in_use = store->OpenSource("people");
    BOOST_REQUIRE(store->DeleteTable("people").has_value());
    while (std::filesystem::exists(account.File("people-2"))) std::this_thread::yield();
    std::filesystem::create_directory(account.File("people-2"));
  }
  BOOST_TEST(!std::filesystem::exists(account.File("people-2")));
}

BOOST_AUTO_TEST_CASE(AFileWithEntitiesThatTheCatalogDoesNotNameIsKept) {
  const Account account;
  const TempFolder elsewhere;
  const auto old_catalog = elsewhere.path() / "account.db";
  std::filesystem::copy_file(account.File("account.db"), old_catalog);
  BOOST_REQUIRE(ApplyNow(*OpenStore(account.options), Insert("later", "r")).has_value());
  std::filesystem::copy_file(old_catalog, account.File("account.db"),
                             std::filesystem::copy_options::overwrite_existing);
  for (int start = 0; start < 2; ++start) OpenStore(account.options).reset();
  BOOST_TEST(!std::filesystem::exists(account.File("orders-1") / "later.db"));
  auto kept = DbConnection::Open((account.File("orders-1") / "later.db.set-aside").string(),
                                 DbConnection::OpenMode::kExisting, "");
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(kept->QueryInteger("SELECT count(*) FROM entity").value() == 1);
}

BOOST_AUTO_TEST_CASE(FoldersThatNoTableCanHaveDoNotMatter) {
  for (const char* const name : {"x-1", "my.backup-1", "~old-1", "copy of people-1", "tables-1",
                                 "people-01", "people-9223372036854775807"}) {
    const TempFolder folder;
    const auto options = OptionsFor(kStoreModes[0], folder);
    std::filesystem::create_directories(options.folder / name);
    const auto store = OpenStore(options);
    BOOST_TEST(store->CreateTable("people").has_value(), name);
  }
}

BOOST_AUTO_TEST_CASE(ManyDeletedTablesAreForgottenInOneTransaction) {
  const Account account;
  {
    const auto store = OpenStore(account.options);
    for (int i = 0; i < 70; ++i) {
      Account::AddTable(*store, "short");
      BOOST_REQUIRE(store->DeleteTable("short").has_value());
    }
  }
  const DatabaseOpener opener({});
  const auto catalog = Catalog::Open(opener, account.File("account.db").string());
  BOOST_REQUIRE(catalog.has_value());
  const auto removed = (*catalog)->RemovedFolders();
  BOOST_REQUIRE(removed.has_value());
  BOOST_TEST(removed->empty());
  BOOST_TEST(TableFolders(account.options.folder)->size() == 2U);
}

BOOST_AUTO_TEST_CASE(AnAnnouncedFolderIsNobodyElses) {
  const TempFolder folder;
  const DatabaseOpener opener({});
  const auto catalog = Catalog::Open(opener, (folder.path() / "account.db").string()).value();
  const auto announced = catalog->AnnounceTable("people").value();
  BOOST_TEST((catalog->RemovedFolders().value() == std::vector<std::string>{announced.folder}));
  CatalogTable other;
  const auto remember = [&](const CatalogTable& row) {
    other = row;
    return DbStatus();
  };
  BOOST_REQUIRE(catalog->AddTable("people", remember).has_value());
  BOOST_TEST(other.folder != announced.folder);
  const auto restored = catalog->AnnounceTable("copy").value();
  BOOST_REQUIRE(catalog->AddAnnounced(restored, {}).has_value());
  BOOST_TEST((catalog->RemovedFolders().value() == std::vector<std::string>{announced.folder}));
  BOOST_TEST(catalog->Tables()->size() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
