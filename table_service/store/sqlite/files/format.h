#pragma once
// The formats of our SQLite files and the steps from each version to the next.
// docs/on-disk-format.md.

#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <cstdint>
#include <span>
#include <string>

namespace rowhouse::sqlite {

// A file says by `application_id` what it is, and by `user_version` which version of it.
struct Format {
  const char* name;  // for messages
  std::int64_t application_id;
  // SQL. The first step makes version 1 of an empty database, each later one version n + 1 of n.
  std::span<const char* const> steps;

  std::int64_t version() const { return static_cast<std::int64_t>(steps.size()); }
};

extern const Format kCatalogFormat;
extern const Format kPartitionFormat;

// Makes the newest version out of an empty database, in one transaction.
DbStatus CreateFormat(Connection& connection, const Format& format);

// Brings a file of an earlier version up to date: one transaction for each step, so that a crash
// leaves one version or the next. `path` is what errors call the file.
// kCorrupt: not a file of this format. kTooNew: of a later version than this program knows; nothing
// is changed.
DbStatus UpgradeFormat(Connection& connection, const Format& format, const std::string& path);

}  // namespace rowhouse::sqlite
