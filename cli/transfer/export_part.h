#pragma once
// One range of a table into one file of typed JSON lines.

#include "cli/transfer/key_ranges.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <rowhouse/table_client.h>
#include <string>
#include <string_view>

namespace rowhouse::cli {

// A file that is written from `offset` on; what it had there is cut off. CommandError, with the
// file's name and the system's reason, from each call.
class OutputFile {
 public:
  OutputFile(const std::filesystem::path& path, std::uint64_t offset);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void Write(std::string_view text);
  // The whole of another file.
  void Append(const std::filesystem::path& path);
  // Returns when all is on disk.
  void Sync();

 private:
  [[noreturn]] void Fail() const;

  std::filesystem::path path_;
  int file_;
};

struct ExportPart {
  tables::TableClient table;
  KeyRange range;
  tables::Filter filter;
  std::filesystem::path path;  // of the whole part; with ".open" appended while it is being read
  std::string header = {};     // before the first line
  bool system = false;         // with Timestamp and ETag
};

// Reads the part, after what an earlier run read of it. Does nothing when it is whole. `on_page`
// is told how many entities each page had, and says whether to continue; a part that was left can
// be continued later.
void ReadPart(const ExportPart& part, const std::function<bool(std::size_t)>& on_page);

}  // namespace rowhouse::cli
