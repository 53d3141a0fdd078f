#pragma once
// What a server that was called as azurite-table says to those who expect Azurite.

#include "table_service/server/next_steps.h"
#include "table_service/server/options.h"

#include <string>

namespace rowhouse::server {

// Returns the lines that scripts and test libraries wait for: that of the program azurite, with a
// URL, and that of the program azurite-table.
std::string AzuriteReady(const Reached& reached);

// Logs which options have no effect, that everybody may use the development account, and that
// tables of Azurite lie in a data folder which has none of ours yet. REQUIRES: options.azurite
void LogAzuritesPlace(const Options& options);

}  // namespace rowhouse::server
