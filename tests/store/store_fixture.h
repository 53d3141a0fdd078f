#pragma once
// Helpers for tests of the SQLite engine: a separate data folder for each test, and the modes in
// which a store runs.

#include "table_service/store/sqlite/table_store.h"
#include "tests/store/port_calls.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <string>

namespace rowhouse::sqlite {

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

// The modes in which a store runs; the same tests pass in each.
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

}  // namespace rowhouse::sqlite
