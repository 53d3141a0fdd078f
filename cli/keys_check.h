#pragma once
// `rowhouse keys check`: the hot-partition detector over a file of keys, without any server, or
// over the keys of a table.

#include "cli/accesses/arrival_order.h"
#include "cli/program.h"
#include "table_service/hotspot/findings_json.h"

#include <CLI/App.hpp>
#include <functional>
#include <istream>
#include <optional>
#include <string_view>

namespace rowhouse::cli {

void RegisterKeysCheck(CLI::App& parent, Program& program);

// The outcome of a check.
struct KeysChecked {
  TableFindings table;
  ArrivalOrder order = ArrivalOrder::kAsListed;
  std::uint64_t loaded = 0;  // see ListedKeys::Loaded()
  std::uint64_t bad_records = 0;
};

struct KeysCheckInput {
  std::istream& in;
  std::string_view name;
  std::optional<ArrivalOrder> order = {};  // none: what the file tells
  DetectorOptions detector = {};
};

// Reads the input to its end; `tell` hears of bad records. Memory: that of the detector and of the
// entities that ListedKeys keeps.
KeysChecked CheckKeys(const KeysCheckInput& input,
                      const std::function<void(std::uint64_t line, std::string_view fault)>& tell);

}  // namespace rowhouse::cli
