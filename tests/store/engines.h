#pragma once
// Every storage engine in every mode: the contract of the port holds for each.

#include "tests/memory_engine/memory_store.h"
#include "tests/store/store_fixture.h"

#include <functional>
#include <string>
#include <vector>

namespace rowhouse {

struct EngineMode {
  std::string name;
  std::function<std::unique_ptr<store::AccountStore>(const sqlite::TempFolder&)> open;
};

inline std::vector<EngineMode> EngineModes() {
  std::vector<EngineMode> modes;
  for (const sqlite::StoreMode& mode : sqlite::kStoreModes) {
    modes.push_back({std::string("SQLite, ") + mode.name, [mode](const sqlite::TempFolder& folder) {
                       return sqlite::OpenStore(sqlite::OptionsFor(mode, folder));
                     }});
  }
  modes.push_back({"ordered map", [](const sqlite::TempFolder&) {
                     return std::make_unique<memory_engine::MemoryStore>();
                   }});
  return modes;
}

// Runs `test` with an empty store that has the table "orders", in each mode.
template <class Test>
void InEachMode(const Test& test) {
  for (const auto& mode : EngineModes()) {
    BOOST_TEST_CONTEXT(mode.name) {
      const sqlite::TempFolder folder;
      const auto store = mode.open(folder);
      BOOST_REQUIRE(store->CreateTable("orders"));
      test(*store);
    }
  }
}

}  // namespace rowhouse
