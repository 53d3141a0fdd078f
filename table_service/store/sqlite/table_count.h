#pragma once
// Counting entities without reading them.

#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse {

// The entities of `table`, or of one partition (its key in stored form). SQLite counts rows: it
// walks the pages of a file, but no property is read. Each file is counted in one committed state.
Result<std::uint64_t> CountEntities(const Table& table, std::optional<std::string_view> partition);

}  // namespace rowhouse
