#pragma once
// Tables into a file.

#include "cli/text/text_style.h"
#include "cli/transfer/file_format.h"
#include "cli/transfer/job_report.h"

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
  FileFormat format = FileFormat::kJson;
  TextStyle style = {};
  bool resume = false;
  std::size_t parallel = 4;
};

// Where the parts of an export to `file` lie until it is whole.
std::filesystem::path ExportFolder(const std::filesystem::path& file);

// Ranges of keys are read side by side, each into a file of its own, and put together in key order
// at the end: `file` exists whole or not at all. Equal contents give equal bytes. A part that was
// interrupted continues after its last whole line. What goes wrong before the first part is read is
// thrown (CommandError, TableError), a later failure is in the report.
JobReport Export(const tables::TableServiceClient& service, const ExportOptions& options,
                 Progress& progress);

}  // namespace rowhouse::cli
