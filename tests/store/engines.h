#pragma once
// Every storage engine, in every way to run it: what the port promises holds for each.

#include "tests/memory_engine/memory_store.h"
#include "tests/store/store_fixture.h"

#include <functional>
#include <string>
#include <vector>

namespace rowhouse {

struct EngineMode {
  std::string name;
  std::function<std::unique_ptr<store::AccountStore>(const TempFolder&)> open;
};

inline std::vector<EngineMode> EngineModes() {
  std::vector<EngineMode> modes;
  for (const StoreMode& mode : kStoreModes) {
    modes.push_back({std::string("SQLite, ") + mode.name, [mode](const TempFolder& folder) {
                       return OpenStore(OptionsFor(mode, folder));
                     }});
  }
  modes.push_back({"ordered map", [](const TempFolder&) {
                     return std::make_unique<memory_engine::MemoryStore>();
                   }});
  return modes;
}

// Runs `test` with an empty store that has the table "orders", in each mode.
template <class Test>
void InEachMode(const Test& test) {
  for (const auto& mode : EngineModes()) {
    BOOST_TEST_CONTEXT(mode.name) {
      const TempFolder folder;
      const auto store = mode.open(folder);
      BOOST_REQUIRE(store->CreateTable("orders"));
      test(*store);
    }
  }
}

}  // namespace rowhouse
