// Files of other versions: earlier ones are upgraded, later ones are refused.

#include "table_service/store/sqlite/files/format.h"

#include "tests/store/store_fixture.h"

#include <array>
#include <fmt/format.h>

namespace rowhouse::sqlite {
namespace {

// Files as the program wrote them when both formats had version 1, not made by the steps under
// test.
constexpr const char* kCatalogOfVersion1 = R"(
PRAGMA application_id=1380475235; PRAGMA user_version=1;
CREATE TABLE tables(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL COLLATE NOCASE UNIQUE,
  folder TEXT NOT NULL UNIQUE, has_shared_file INTEGER NOT NULL DEFAULT 0);
CREATE TABLE partition_files(table_id INTEGER NOT NULL, partition_key TEXT NOT NULL,
  file TEXT NOT NULL, leftovers INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(table_id, partition_key),
  UNIQUE(table_id, file)) WITHOUT ROWID;
CREATE TABLE settings(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO tables VALUES(1, 'Orders', 'orders-1', 1);
INSERT INTO partition_files VALUES(1, 'own', 'own.db', 0);
INSERT INTO settings VALUES('timestamp_ceiling', 638000000000000000);
)";
// The tables that the oldest catalogs of version 1 lack.
constexpr const char* kSettingsOfVersion1 = R"(
CREATE TABLE access_policies(table_id INTEGER NOT NULL, position INTEGER NOT NULL, id TEXT NOT NULL,
  start TEXT NOT NULL, expiry TEXT NOT NULL, permission TEXT NOT NULL,
  PRIMARY KEY(table_id, position)) WITHOUT ROWID;
CREATE TABLE service_properties(id INTEGER PRIMARY KEY CHECK(id=1), document TEXT NOT NULL);
INSERT INTO access_policies VALUES(1, 0, 'reader', '', '', 'r');
)";
constexpr const char* kPartitionOfVersion1 = R"(
PRAGMA application_id=1380479092; PRAGMA user_version=1; PRAGMA journal_mode=WAL;
CREATE TABLE entity(partition_key TEXT NOT NULL, row_key TEXT NOT NULL, timestamp INTEGER NOT NULL,
  properties TEXT NOT NULL, PRIMARY KEY(partition_key, row_key)) WITHOUT ROWID;
)";

DbConnection Create(const std::filesystem::path& path) {
  std::filesystem::create_directories(path.parent_path());
  auto made = DbConnection::Open(path.string(), DbConnection::OpenMode::kCreate, "");
  BOOST_REQUIRE(made);
  return *std::move(made);
}

void Run(DbConnection& connection, const std::string& sql) {
  const auto done = connection.Execute(sql.c_str());
  BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().text));
}

std::int64_t Number(DbConnection& connection, std::string_view sql) {
  const auto number = connection.QueryInteger(sql);
  BOOST_REQUIRE_MESSAGE(number, (number ? "" : number.error().text));
  return *number;
}

std::int64_t VersionOf(const std::filesystem::path& path) {
  auto connection = DbConnection::Open(path.string(), DbConnection::OpenMode::kExisting, "");
  BOOST_REQUIRE(connection);
  return Number(*connection, "PRAGMA user_version");
}

// Creates an account of version 1 with the entities own/r and small/r.
struct OldAccount {
  TempFolder folder;
  StoreOptions options{.folder = folder.path() / "account"};

  explicit OldAccount(bool has_settings) {
    auto catalog = Create(options.folder / "account.db");
    Run(catalog, kCatalogOfVersion1);
    if (has_settings) Run(catalog, kSettingsOfVersion1);
    const auto table = options.folder / "orders-1";
    for (const auto& [file, key] : {std::pair("own.db", "own"), std::pair("~shared.db", "small")}) {
      auto partition = Create(table / file);
      Run(partition, kPartitionOfVersion1);
      Run(partition, fmt::format("INSERT INTO entity VALUES('{}', 'r', 637000000000000000, "
                                 "'{{\"N\":1}}')",
                                 key));
    }
  }
  std::filesystem::path catalog() const { return options.folder / "account.db"; }
};

// Three versions of a format made for these tests.
constexpr std::array kSteps = {"CREATE TABLE a(x)", "ALTER TABLE a ADD COLUMN y DEFAULT 7",
                               "CREATE TABLE b(x); INSERT INTO b SELECT y FROM a"};
constexpr Format kFormat{.name = "file of a test", .application_id = 77, .steps = kSteps};
constexpr Format kFirst{.name = kFormat.name,
                        .application_id = kFormat.application_id,
                        .steps = std::span(kSteps).first(1)};

}  // namespace

BOOST_AUTO_TEST_SUITE(FormatTest)

BOOST_AUTO_TEST_CASE(AnAccountOfVersion1Opens) {
  for (const bool has_settings : {false, true}) {
    BOOST_TEST_CONTEXT("has settings " << has_settings) {
      const OldAccount account(has_settings);
      for (int opening = 0; opening < 2; ++opening) {
        const auto store = OpenStore(account.options);
        BOOST_TEST(ScanKeys(*store) ==
                   fmt::format("own/{}r small/r", opening == 0 ? "" : "0 own/"));
        BOOST_TEST(store->FindAccessPolicy("orders", "reader").has_value() == has_settings);
        BOOST_TEST(store->ChangeServiceProperties({}).has_value());
        if (opening == 0) BOOST_TEST(ApplyNow(*store, Insert("own", "0")).has_value());
      }
      BOOST_TEST(VersionOf(account.catalog()) == kCatalogFormat.version());
      BOOST_TEST(VersionOf(account.options.folder / "orders-1" / "own.db") ==
                 kPartitionFormat.version());
    }
  }
}

BOOST_AUTO_TEST_CASE(EachStepIsDoneOnce) {
  const TempFolder folder;
  auto file = Create(folder.path() / "a.db");
  BOOST_REQUIRE(CreateFormat(file, kFirst));
  Run(file, "INSERT INTO a VALUES(1), (2)");
  for (int opening = 0; opening < 2; ++opening) {
    BOOST_REQUIRE(UpgradeFormat(file, kFormat, "a.db"));
    BOOST_TEST(Number(file, "PRAGMA user_version") == 3);
    BOOST_TEST(Number(file, "SELECT sum(x) FROM b") == 14);
  }
}

BOOST_AUTO_TEST_CASE(ANewFileIsLikeAnUpgradedOne) {
  const TempFolder folder;
  auto upgraded = Create(folder.path() / "a.db");
  BOOST_REQUIRE(CreateFormat(upgraded, kFirst));
  BOOST_REQUIRE(UpgradeFormat(upgraded, kFormat, "a.db"));
  auto made = Create(folder.path() / "b.db");
  BOOST_REQUIRE(CreateFormat(made, kFormat));
  for (auto* const file : {&upgraded, &made}) {
    BOOST_TEST(Number(*file, "PRAGMA user_version") == 3);
    BOOST_TEST(Number(*file, "PRAGMA application_id") == 77);
    BOOST_TEST(Number(*file, "SELECT count(*) FROM sqlite_schema") == 2);
  }
}

BOOST_AUTO_TEST_CASE(AStepThatFailsLeavesTheVersionBeforeIt) {
  const TempFolder folder;
  const auto steps = std::array{kSteps[0], kSteps[1], "INSERT INTO a VALUES(9, 9); SELECT nothing"};
  const Format failing{.name = "file of a test", .application_id = 77, .steps = steps};
  auto file = Create(folder.path() / "a.db");
  BOOST_REQUIRE(CreateFormat(file, kFirst));
  BOOST_TEST(!UpgradeFormat(file, failing, "a.db"));
  BOOST_TEST(Number(file, "PRAGMA user_version") == 2);
  BOOST_TEST(Number(file, "SELECT count(*) FROM a") == 0);
  BOOST_TEST(UpgradeFormat(file, kFormat, "a.db").has_value());
}

BOOST_AUTO_TEST_CASE(OtherFilesAreRefused) {
  const TempFolder folder;
  auto file = Create(folder.path() / "a.db");
  BOOST_REQUIRE(CreateFormat(file, kFormat));
  for (const char* const change : {"PRAGMA application_id=78", "PRAGMA user_version=0"}) {
    Run(file, change);
    const auto refused = UpgradeFormat(file, kFormat, "a.db");
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().kind == DbError::Kind::kCorrupt));
  }
}

BOOST_AUTO_TEST_CASE(ACatalogOfALaterVersionIsRefusedWithTheRemedy) {
  const OldAccount account(true);
  OpenStore(account.options).reset();
  {
    auto catalog = Create(account.catalog());
    Run(catalog, "PRAGMA user_version=9");
  }
  const auto opened = TableStore::Open(account.options);
  BOOST_REQUIRE(!opened);
  for (const std::string& part : {account.catalog().string(), std::string("version 9"),
                                  fmt::format("up to {}", kCatalogFormat.version()),
                                  std::string("run the newer program again")}) {
    BOOST_TEST(opened.error().find(part) != std::string::npos, opened.error());
  }
  BOOST_TEST(VersionOf(account.catalog()) == 9);
}

BOOST_AUTO_TEST_CASE(APartitionFileOfALaterVersionFailsItsPartitionOnly) {
  const OldAccount account(true);
  {
    auto file = Create(account.options.folder / "orders-1" / "own.db");
    Run(file, "PRAGMA user_version=9");
  }
  const auto store = OpenStore(account.options);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const auto read = store->Get("orders", {.partition = "own", .row = "r"});
    BOOST_REQUIRE(!read);
    BOOST_TEST((read.error().code == ErrorCode::kInternalError));
    BOOST_TEST(read.error().detail.find("own.db") != std::string::npos, read.error().detail);
  }
  BOOST_TEST(!ApplyNow(*store, Insert("own", "s")).has_value());
  BOOST_TEST(store->Get("orders", {.partition = "small", .row = "r"}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::sqlite
