#pragma once
// Entities as a table of aligned columns, or one property a line.

#include "cli/query/entity_output.h"

#include <memory>

namespace rowhouse::cli {

// On a terminal the table fits its width: cells are cut, and columns that find no room are left
// out, which stderr says. In a file or a pipe nothing is cut, and the header comes once, or again
// when an entity has a property that none before had. Says "(0 rows)" on stderr.
std::unique_ptr<EntityPrinter> MakeTablePrinter(EntityColumns columns);

// Like that, but each entity as lines "NAME  VALUE", with a line between two of them.
std::unique_ptr<EntityPrinter> MakeExpandedPrinter(EntityColumns columns);

}  // namespace rowhouse::cli
