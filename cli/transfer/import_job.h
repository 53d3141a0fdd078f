#pragma once
// A file into tables.

#include "cli/transfer/import_source.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

class Progress;

struct ImportOptions {
  std::string file = "-";  // "-": stdin, which cannot be resumed
  FileFormat format = FileFormat::kJsonLines;
  std::string table = {};              // empty: what the file says
  std::filesystem::path journal = {};  // where a job that is interrupted leaves its place
  bool resume = false;                 // continue where the journal says
  bool create_tables = true;
  bool keep_order = false;  // false: partitions take turns
  tables::OnConflict on_conflict = tables::OnConflict::kReplace;
  std::size_t parallel = 8;
};

struct ImportReport {
  std::uint64_t entities = 0;  // by this run
  bool interrupted = false;    // the journal says where
};

// Where an import of `file` keeps its journal unless told otherwise: next to the file.
std::filesystem::path ImportJournalPath(const std::string& file);

// The journal names a place in the file before which everything is written; a run that resumes
// there finds some of what follows in the table already. CommandError, TableError.
ImportReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                    Progress& progress);

}  // namespace rowhouse::cli
