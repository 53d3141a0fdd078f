#pragma once
// The command line of rowhoused when it is called as azurite-table: that of Azurite's program.

#include "table_service/server/options.h"

#include <string_view>

namespace rowhouse::server {

// Returns true for the name azurite-table, with or without a folder before it.
bool IsAzuriteTable(std::string_view program);

// Each option of Azurite is translated, or has no effect, which `Options::azurite` then says, or is
// refused. The result is that of ParseCommandLine().
tl::expected<Options, CommandLineEnd> ParseAzuriteCommandLine(int argc, const char* const* argv,
                                                              const AccountVariables& variables,
                                                              std::string_view commit = {});

}  // namespace rowhouse::server
