#pragma once
// What the tests of the store share: a data folder of its own for each test, and calls that wait.

#include "entity/entity_source.h"
#include "entity/etag.h"
#include "table_service/store/sqlite/table_store.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

class TempFolder {
 public:
  TempFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "store-test-XXXXXX").string();
    BOOST_REQUIRE(mkdtemp(pattern.data()));
    path_ = pattern;
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::unique_ptr<TableStore> OpenStore(const StoreOptions& options) {
  auto store = TableStore::Open(options);
  if (!store) BOOST_FAIL(store.error());
  return std::move(*store);
}

inline std::future<ApplyResult> ApplyLater(store::AccountStore& store, ChangeSet changes) {
  auto promise = std::make_shared<std::promise<ApplyResult>>();
  auto result = promise->get_future();
  store.Apply(std::move(changes),
              [promise](ApplyResult done) { promise->set_value(std::move(done)); });
  return result;
}

inline ApplyResult ApplyNow(store::AccountStore& store, ChangeSet changes) {
  return ApplyLater(store, std::move(changes)).get();
}

// A change set of one operation.
inline ChangeSet One(OperationKind kind, std::string partition, std::string row,
                     std::string properties = "{}", IfMatch if_match = {}) {
  return {.table = "orders",
          .partition_key = std::move(partition),
          .operations = {{.kind = kind,
                          .row_key = std::move(row),
                          .if_match = if_match,
                          .properties = std::move(properties)}}};
}

inline ChangeSet Insert(std::string partition, std::string row, std::string properties = "{}") {
  return One(OperationKind::kInsert, std::move(partition), std::move(row), std::move(properties));
}

// A row as a test compares it.
struct SeenRow {
  EntityKey key;
  DateTime timestamp;
  std::string properties;
  bool operator==(const SeenRow&) const = default;
};

inline Result<std::vector<SeenRow>> ScanAll(store::AccountStore& store, const ScanRange& range = {},
                                            std::string_view table = "orders",
                                            RowFilter* filter = nullptr) {
  auto source = store.OpenSource(table);
  if (!source) return tl::unexpected(source.error());
  auto cursor =
      filter == nullptr ? (*source)->Scan(range) : (*source)->ScanFiltered(range, *filter);
  if (!cursor) return tl::unexpected(cursor.error());
  std::vector<SeenRow> rows;
  for (StoredEntity entity;;) {
    auto next = (*cursor)->Next(entity);
    if (!next) return tl::unexpected(next.error());
    if (!*next) return rows;
    rows.push_back({{std::string(entity.partition_key), std::string(entity.row_key)},
                    entity.timestamp,
                    std::string(entity.properties)});
  }
}

// "p/r p/r ..." in scan order.
inline std::string KeysOf(const std::vector<SeenRow>& rows) {
  std::string text;
  for (const auto& row : rows) {
    if (!text.empty()) text += ' ';
    text += row.key.partition + '/' + row.key.row;
  }
  return text;
}

inline std::string ScanKeys(store::AccountStore& store, const ScanRange& range = {}) {
  const auto rows = ScanAll(store, range);
  return rows ? KeysOf(*rows) : "error: " + rows.error().message + rows.error().detail;
}

// The ways to run a store; the same tests hold for each.
struct StoreMode {
  const char* name;
  bool in_memory;
  bool exclusive;
  std::size_t own_file_partitions_max;
};
inline constexpr StoreMode kStoreModes[] = {
    {"own files", false, false, 256},      {"shared file", false, false, 2},
    {"exclusive", false, true, 2},         {"in memory", true, false, 256},
    {"in memory, shared", true, false, 2},
};

inline StoreOptions OptionsFor(const StoreMode& mode, const TempFolder& folder) {
  StoreOptions options;
  options.folder = folder.path() / "account";
  options.sync = SyncMode::kOff;
  options.in_memory = mode.in_memory;
  options.exclusive = mode.exclusive;
  options.own_file_partitions_max = mode.own_file_partitions_max;
  return options;
}

}  // namespace rowhouse
