#pragma once
// The formats of the SQLite files and the steps from each version to the next.
// docs/on-disk-format.md.

#include "table_service/store/sqlite/files/db_connection.h"

#include <cstdint>
#include <span>
#include <string>

namespace rowhouse::sqlite {

// The `application_id` of a file says what it is, the `user_version` which version it has.
struct Format {
  const char* name;  // for messages
  std::int64_t application_id;
  // SQL. The first step turns an empty database into version 1, each later one a version into the
  // next.
  std::span<const char* const> steps;

  std::int64_t version() const { return static_cast<std::int64_t>(steps.size()); }
};

extern const Format kCatalogFormat;
extern const Format kPartitionFormat;

// Turns an empty database into the newest version, in one transaction.
DbStatus CreateFormat(DbConnection& connection, const Format& format);

// Upgrades a file of an earlier version, with one transaction per step, so that a crash leaves a
// file of one version or the next. `path` names the file in errors.
// kCorrupt: not a file of this format. kTooNew: a later version than this program knows; nothing
// was changed.
DbStatus UpgradeFormat(DbConnection& connection, const Format& format, const std::string& path);

}  // namespace rowhouse::sqlite
