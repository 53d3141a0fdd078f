#pragma once
// `rowhouse keys check`: the hot-partition detector over a file of keys, without any server.

#include "cli/program.h"
#include "table_service/hotspot/findings_json.h"

#include <CLI/App.hpp>
#include <functional>
#include <istream>
#include <string_view>

namespace rowhouse::cli {

void RegisterKeysCheck(CLI::App& parent, Program& program);

// The outcome of a check.
struct KeysChecked {
  TableFindings table;
  std::uint64_t bad_records = 0;
};

// Reads `in` to its end; `tell` hears of bad records. Memory does not grow with the file.
KeysChecked CheckKeys(std::istream& in, std::string_view name,
                      const std::function<void(std::uint64_t line, std::string_view fault)>& tell);

}  // namespace rowhouse::cli
