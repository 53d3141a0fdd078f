#include "cli/transfer/reject_file.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/terminal.h"

#include <cassert>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kReasonsMax = 20;

}  // namespace

void RejectFile::Open(const std::string& header) {
  std::error_code error;
  const bool is_there = appends_ && std::filesystem::file_size(path_, error) > 0 && !error;
  if (is_there && format_ == FileFormat::kCsv) {
    std::string begin(header.size(), '\0');
    std::ifstream(path_, std::ios::binary).read(begin.data(), std::ssize(begin));
    if (begin != header) {
      throw CommandError(
          ExitCode::kUsage,
          fmt::format("--reject {}: holds rows of other columns than those to be added: name "
                      "another file",
                      path_));
    }
    header_ = header;
  }
  file_.open(path_, is_there ? std::ios::app : std::ios::trunc);
}

void RejectFile::Add(const std::string& header, std::string_view row, std::string reason) {
  assert(IsWanted());
  if (!file_.is_open()) Open(header);
  if (header != std::exchange(header_, header)) file_ << header;
  file_ << row << '\n';
  if (!file_.flush()) {
    throw CommandError(ExitCode::kFailure, fmt::format("--reject {}: cannot be written", path_));
  }
  ++count_;
  if (reasons_.size() < kReasonsMax) reasons_.push_back(std::move(reason));
}

void RejectFile::Report() const {
  for (const std::string& reason : reasons_) {
    fmt::print(stderr, "rejected: {}\n", PrintableLines(reason));
  }
  if (count_ > reasons_.size()) fmt::print(stderr, "... and {} more\n", count_ - reasons_.size());
  if (count_ > 0) fmt::print(stderr, "The rejected rows are in {}.\n", path_);
}

}  // namespace rowhouse::cli
