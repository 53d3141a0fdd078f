#include "table_service/traffic/hotspot_watch.h"

#include "table_service/store/sqlite/table_store.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <future>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>

namespace rowhouse {
namespace {

// Captures what is logged during its lifetime, as lines "LEVEL TEXT".
class LogCapture {
 public:
  LogCapture() : before_(spdlog::default_logger()) {
    auto logger = std::make_shared<spdlog::logger>(
        "capture", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_));
    logger->set_pattern("%l %v");
    spdlog::set_default_logger(std::move(logger));
  }
  ~LogCapture() { spdlog::set_default_logger(before_); }
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  std::string Take() {
    std::string text = text_.str();
    text_.str("");
    return text;
  }

 private:
  std::ostringstream text_;
  std::shared_ptr<spdlog::logger> before_;
};

struct TempFolder {
  std::filesystem::path path;
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "watch-test-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(pattern.data()));
    path = pattern;
  }
  ~TempFolder() { std::filesystem::remove_all(path); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
};

Finding HotPartition(std::string partition) {
  return {.kind = FindingKind::kHotPartition,
          .partition = std::move(partition),
          .why = "60 % of the\nrequests"};
}

// A store that puts all new partitions into the shared file, and findings set by the test.
struct WatchFixture {
  TempFolder folder;
  std::unique_ptr<store::AccountStore> store = OpenStore(folder.path);
  AccountDirectory accounts{
      AccountMap{{"shop", std::make_shared<Account>(Account{.keys = {}, .store = store.get()})}}};
  TrafficRegistry registry;
  LogCapture log;
  std::vector<Finding> findings;
  HotspotWatch watch{registry, accounts, std::chrono::system_clock::now,
                     [this](TableTraffic&, AccessTime) { return findings; }};

  static std::unique_ptr<store::AccountStore> OpenStore(const std::filesystem::path& folder) {
    auto opened = sqlite::TableStore::Open({.folder = folder, .own_file_partitions_max = 0});
    BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : opened.error()));
    return *std::move(opened);
  }
  void Insert(const std::string& partition) {
    std::promise<bool> done;
    store->Apply({.table = "orders",
                  .partition_key = partition,
                  .operations = {{.kind = OperationKind::kInsert,
                                  .row_key = "r",
                                  .if_match = {},
                                  .properties = "{}"}}},
                 [&](const ApplyResult& result) { done.set_value(result.has_value()); });
    BOOST_REQUIRE(done.get_future().get());
  }
  void Use() {
    registry.Record("shop", "orders", {.partition_key = "p", .row_key = "r"}, AccessTime());
  }
  // Returns the number of partitions with their own file.
  std::size_t OwnFiles() const {
    std::size_t count = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path)) {
      const std::string name = file.path().filename().string();
      if (name.ends_with(".db") && name != "account.db" && name != "~shared.db") ++count;
    }
    return count;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(HotspotWatchTest, WatchFixture)

BOOST_AUTO_TEST_CASE(LogsNewAndEndedFindingsOnce) {
  Use();
  findings = {HotPartition("a\nb")};
  watch.Check();
  BOOST_TEST(log.Take() ==
             "warning shop/orders: warning: Partition 'a\\nb' is hot. 60 % of the\\nrequests (what "
             "to do: GET /_rowhouse/hotspots?account=shop&table=orders)\n");
  BOOST_TEST(watch.Counts()[static_cast<std::size_t>(FindingKind::kHotPartition)] == 1U);
  watch.Check();
  findings.clear();
  for (int i = 0; i < 3; ++i) watch.Check();
  BOOST_TEST(log.Take() == "");
  watch.Check();
  BOOST_TEST(log.Take() == "info shop/orders: hot-partition a\\nb has ended\n");
  BOOST_TEST(watch.Counts()[static_cast<std::size_t>(FindingKind::kHotPartition)] == 0U);
}

BOOST_AUTO_TEST_CASE(NotesAreNotLogged) {
  Use();
  findings = {HotPartition("p")};
  findings[0].severity = Severity::kNote;
  const auto count = [&] {
    return watch.Counts()[static_cast<std::size_t>(FindingKind::kHotPartition)];
  };
  watch.Check();
  BOOST_TEST(log.Take() == "");
  BOOST_TEST(count() == 0U);
  findings[0].severity = Severity::kWarning;
  watch.Check();
  BOOST_TEST(log.Take().starts_with("warning shop/orders: warning: Partition 'p' is hot. "));
  findings[0].severity = Severity::kCritical;
  watch.Check();
  BOOST_TEST(log.Take().starts_with("warning shop/orders: critical: Partition 'p' is hot. "));
  findings[0].severity = Severity::kWarning;
  watch.Check();
  BOOST_TEST(log.Take() == "");
  BOOST_TEST(count() == 1U);
  findings[0].severity = Severity::kNote;
  for (int i = 0; i < 3; ++i) watch.Check();
  BOOST_TEST(log.Take() == "");
  watch.Check();
  BOOST_TEST(log.Take() == "info shop/orders: hot-partition p has ended\n");
  BOOST_TEST(count() == 0U);
}

BOOST_AUTO_TEST_CASE(AnIntermittentFindingIsLoggedOnce) {
  Use();
  for (int i = 0; i < 20; ++i) {
    findings.clear();
    if (i % 3 == 0) findings.push_back(HotPartition("p"));
    watch.Check();
  }
  const std::string lines = log.Take();
  BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 1);
}

BOOST_AUTO_TEST_CASE(ManyFindingsDoNotFloodTheLog) {
  Use();
  for (int i = 0; i < 1000; ++i) findings.push_back(HotPartition(std::to_string(i)));
  watch.Check();
  const std::string lines = log.Take();
  BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 10);
}

BOOST_AUTO_TEST_CASE(ForgetsADeletedTable) {
  Use();
  findings = {HotPartition("p")};
  watch.Check();
  registry.Forget("shop", "orders");
  watch.Check();
  BOOST_TEST(watch.Counts()[static_cast<std::size_t>(FindingKind::kHotPartition)] == 0U);
}

BOOST_AUTO_TEST_CASE(MovesAHotPartitionToItsOwnFile) {
  BOOST_REQUIRE(store->CreateTable("orders"));
  for (const char* const partition : {"p", "q", "z"}) Insert(partition);
  BOOST_TEST(OwnFiles() == 0U);
  Use();
  findings = {HotPartition("q")};
  watch.Check();
  BOOST_TEST(OwnFiles() == 1U);
  for (const char* const partition : {"p", "q", "z"}) {
    BOOST_TEST(store->Get("orders", {.partition = partition, .row = "r"}).has_value());
  }
  findings = {HotPartition("no such partition")};
  watch.Check();
  BOOST_TEST(OwnFiles() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
