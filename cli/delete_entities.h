#pragma once
// Deleting many entities.

#include "cli/outcome/exit_code.h"

#include <cstddef>
#include <rowhouse/filter.h>
#include <rowhouse/table_client.h>

namespace rowhouse::cli {

struct DeleteEntitiesOptions {
  tables::Filter filter = {};
  bool everything = false;  // an empty filter is meant
  bool dry_run = false;     // say what would be deleted, and how many
  std::size_t parallel = 8;
};

// Deletes the entities that match the filter, as they were read, a hundred of a partition at a
// time, and says how many. Ctrl-C ends it between two pages.
ExitCode DeleteEntities(const tables::TableClient& table, const DeleteEntitiesOptions& options);

}  // namespace rowhouse::cli
