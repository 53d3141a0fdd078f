#pragma once
// A file into tables.

#include "cli/text/csv_rows.h"
#include "cli/transfer/file_format.h"
#include "cli/transfer/job_report.h"

#include <filesystem>
#include <optional>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/table_service_client.h>
#include <string>

namespace rowhouse::cli {

class Progress;

struct ImportOptions {
  std::string file = "-";                 // "-": stdin, which cannot be resumed
  std::optional<FileFormat> format = {};  // none: by the file's name, or else its beginning
  std::string table = {};                 // empty: what the file says
  std::string account = {};               // of Azurite's database: only this one
  CsvRules rules = {};                    // for CSV
  bool infer = false;                     // guess the types of CSV columns that have none
  std::string reject = {};             // a file for rows that cannot be taken; empty: stop at one
  std::filesystem::path journal = {};  // where it is to be kept; empty: see ImportJournal
  bool resume = false;                 // continue where the journal says
  bool create_tables = true;
  bool keep_order = false;  // false: partitions take turns
  tables::OnConflict on_conflict = tables::OnConflict::kReplace;
  std::size_t parallel = 8;
};

// The journal names a place in the file before which everything is written; a run that resumes
// there finds some of what follows in the table already. What was read before a row that cannot be
// read is written. What goes wrong before the file is read is thrown (CommandError, TableError), a
// later failure is in the report.
JobReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                 Progress& progress);

}  // namespace rowhouse::cli
