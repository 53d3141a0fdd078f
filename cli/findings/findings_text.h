#pragma once
// Findings about a table as people read them.

#include "cli/terminal/terminal.h"
#include "table_service/hotspot/findings_json.h"

#include <cstdint>
#include <string>

namespace rowhouse::cli {

enum class Notes : std::uint8_t { kCounted, kShown };

// Findings, why they hurt, and the keys that were tried, with what each leaves in the hottest
// place: as a table, or below each other where that is wider than the terminal.
std::string FindingsText(const TableFindings& table, Notes notes, const Terminal& terminal);

}  // namespace rowhouse::cli
