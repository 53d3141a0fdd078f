#pragma once
// The rows of an import that were not taken, in a file of the same form, so that they can be mended
// and imported.

#include "cli/transfer/file_format.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::cli {

class RejectFile {
 public:
  // An empty path: there is none, and nothing may be added. The file is made with the first row; with
  // `appends` it goes on with one that is there.
  // `format`: CSV has one header, at its beginning.
  RejectFile(std::string path, FileFormat format, bool appends)
      : path_(std::move(path)), format_(format), appends_(appends) {}

  bool IsWanted() const { return !path_.empty(); }
  // `header` is what must precede the row, if it is another one than before. CommandError: the file
  // cannot be written, or is one of CSV with another header. REQUIRES: IsWanted()
  void Add(const std::string& header, std::string_view row, std::string reason);
  std::uint64_t Count() const { return count_; }
  // The first reasons on stderr, and where the rows are.
  void Report() const;

 private:
  void Open(const std::string& header);

  const std::string path_;
  const FileFormat format_;
  const bool appends_;
  std::ofstream file_;
  std::string header_;
  std::uint64_t count_ = 0;
  std::vector<std::string> reasons_;
};

}  // namespace rowhouse::cli
