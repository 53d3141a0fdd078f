#pragma once
// A table into another one, of this account or of another, here or in the cloud.

#include "cli/transfer/job_report.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/table_client.h>
#include <string>

namespace rowhouse::cli {

class Progress;

// The PartitionKey that an entity gets; empty function: its own.
using NewPartitionKey = std::function<std::string(const tables::Entity&)>;

struct CopyOptions {
  tables::TableClient source;
  tables::TableClient target;  // created if it is missing
  NewPartitionKey new_partition_key = {};
  std::string key_name = {};  // how the user spelled new_partition_key, for the journal
  tables::Filter filter = {};
  std::filesystem::path journal = {};
  bool resume = false;
  bool keep_order = false;  // false: partitions and ranges of keys take turns
  tables::OnConflict on_conflict = tables::OnConflict::kReplace;
  std::size_t parallel = 4;  // ranges read at once; each has two transactions in flight
};

// Where a copy keeps its journal unless told otherwise: in $XDG_STATE_HOME/rowhouse or
// ~/.local/state/rowhouse, under a name made of both tables.
std::filesystem::path CopyJournalPath(const tables::TableClient& source,
                                      const tables::TableClient& target);

// The journal names what is copied once there is something; a failure before that is thrown
// (CommandError, TableError), a later one is in the report.
JobReport Copy(const CopyOptions& options, Progress& progress);

// Number and content of a table's entities, in whatever order they and their properties come.
struct Fingerprint {
  std::uint64_t entities = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  bool operator==(const Fingerprint&) const = default;
  void Add(const tables::Entity& entity);
};
// Of the whole table; each entity with its new key, if there is one to be given. Ctrl-C ends it.
Fingerprint FingerprintOf(const tables::TableClient& table, const tables::Filter& filter,
                          const NewPartitionKey& new_partition_key, Progress& progress);

}  // namespace rowhouse::cli
