#pragma once
// Loads an export (entity/export_lines.h) or Azurite's table database (formats/azurite_rows.h) into a
// store, for a server that starts with data.

#include "table_service/store/account_store.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::server {

struct SeedSummary {
  std::size_t tables = 0;
  std::size_t entities = 0;
};

// Creates missing tables and writes the entities, replacing those with the same keys: loading a file
// again changes only timestamps. An entity key should occur only once in a file. Entities that were
// loaded before a failure remain; the failure names file, line and reason. Of a database, only the
// tables of `account`. Logs its progress every few seconds.
tl::expected<SeedSummary, std::string> LoadSeed(const std::filesystem::path& file,
                                                const std::string& account,
                                                store::AccountStore& store);

}  // namespace rowhouse::server
