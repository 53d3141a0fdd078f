#pragma once
// Loads an export (entity/export_lines.h) into a store, for a server that begins with data.

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

// Creates the tables that are missing and writes the entities, in place of those that have the same
// keys: loading a file again changes nothing but timestamps. A key should come once in a file. What
// was loaded before a failure stays; the failure names file, line and reason. Logs its progress
// every few seconds.
tl::expected<SeedSummary, std::string> LoadSeed(const std::filesystem::path& file,
                                                store::AccountStore& store);

}  // namespace rowhouse::server
