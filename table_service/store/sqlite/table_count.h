#pragma once
// Counting entities without reading them.

#include "table_service/store/sqlite/table.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse::sqlite {

// Counts the entities of `table`, or of one partition (its key in stored form). SQLite counts the
// rows by walking the pages of a file; no property is read. Each file is counted in one committed
// state.
Result<std::uint64_t> CountEntities(const Table& table, std::optional<std::string_view> partition);

}  // namespace rowhouse::sqlite
