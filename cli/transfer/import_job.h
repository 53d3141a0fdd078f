#pragma once
// A file into tables.

#include "cli/transfer/batch_sender.h"
#include "cli/transfer/import_source.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

class Progress;

struct ImportOptions {
  std::string file = "-";  // "-": stdin, which cannot be resumed
  FileFormat format = FileFormat::kJsonLines;
  std::string table = {};              // empty: what the file says
  std::filesystem::path journal = {};  // where a job that is interrupted leaves its place
  bool resume = false;                 // go on where the journal says
  bool create_tables = true;
  OnConflict on_conflict = OnConflict::kReplace;
  std::size_t parallel = 8;
};

struct ImportReport {
  std::uint64_t entities = 0;  // by this run
  bool interrupted = false;    // the journal says where
};

// Where an import of `file` keeps its journal unless told otherwise: beside the file.
std::filesystem::path ImportJournalPath(const std::string& file);

// The file is read in windows; the journal names the end of the last one that was written whole.
// What an interrupted run had written of the next one is looked at before it is written again.
// CommandError, TableError.
ImportReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                    Progress& progress);

}  // namespace rowhouse::cli
