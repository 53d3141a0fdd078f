#pragma once
// Tables into a file.

#include "cli/transfer/import_source.h"

#include <cstdint>
#include <filesystem>
#include <rowhouse/filter.h>
#include <rowhouse/table_service_client.h>
#include <string>
#include <vector>

namespace rowhouse::cli {

class Progress;

struct ExportOptions {
  std::vector<std::string> tables = {};
  tables::Filter filter = {};
  std::filesystem::path file = {};
  FileFormat format = FileFormat::kJsonLines;
  bool resume = false;
  std::size_t parallel = 4;
};

struct ExportReport {
  std::uint64_t entities = 0;  // by this run
  bool interrupted = false;    // the folder of parts is kept for --resume
};

// Where the parts of an export to `file` lie until it is whole.
std::filesystem::path ExportFolder(const std::filesystem::path& file);

// Ranges of keys are read side by side, each into a file of its own, and put together in key order
// at the end: `file` exists whole or not at all. Equal contents give equal bytes. A part that was
// interrupted continues after its last whole line. CommandError, TableError.
ExportReport Export(const tables::TableServiceClient& service, const ExportOptions& options,
                    Progress& progress);

}  // namespace rowhouse::cli
