#pragma once
// Findings about a table as people read them.

#include "cli/terminal/terminal.h"
#include "table_service/hotspot/findings_json.h"

#include <string>

namespace rowhouse::cli {

// Findings, why they hurt, and the keys that were tried, with bars for what each leaves in
// the hottest place.
std::string FindingsText(const TableFindings& table, const Terminal& terminal);

}  // namespace rowhouse::cli
