#include "cli/transfer/input_file.h"

#include "base/unicode.h"
#include "cli/outcome/command_error.h"
#include "cli/text/utf16_stream.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

}  // namespace

InputFile::InputFile(std::string name) : name_(std::move(name)) { Open(); }

std::istream& InputFile::Bytes() { return name_ == "-" ? std::cin : file_; }

void InputFile::Open() {
  if (name_ != "-") {
    file_ = std::ifstream(name_, std::ios::binary);
    std::error_code error;
    if (!file_ || fs::is_directory(name_, error)) {
      throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", name_));
    }
    is_on_disk_ = fs::is_regular_file(name_, error);
    if (is_on_disk_) size_ = fs::file_size(name_, error);
  }
  utf16_.reset();
  if (const auto order = FindUtf16(Bytes())) utf16_ = ReadUtf16(Bytes(), *order);
}

void InputFile::Restart() {
  if (!is_on_disk_) {
    throw CommandError(ExitCode::kUsage,
                       "--infer looks at all rows first, which needs a file rather than a pipe");
  }
  Open();
}

FileFormat InputFile::FindFormat() {
  if (const auto format = FormatByEnd(name_)) return *format;
  const bool has_end = fs::path(name_).has_extension();
  if (is_on_disk_ && has_end) throw CommandError(ExitCode::kUsage, UnknownEnd(name_));
  std::istream& in = Text();
  for (const char byte : kByteOrderMark) {
    if (in.peek() == static_cast<unsigned char>(byte)) in.get();
  }
  while (in.peek() == ' ' || in.peek() == '\n' || in.peek() == '\r') in.get();
  const int first = in.peek();
  if (is_on_disk_) Open();
  return first == '{' || first == '[' ? FileFormat::kJson : FileFormat::kCsv;
}

std::uint64_t InputFile::HashOfFirst(std::uint64_t count) {
  if (!hashed_.is_open()) hashed_.open(name_, std::ios::binary);
  std::string block(kBlockBytes, '\0');
  while (hashed_count_ < count && hashed_) {
    const auto wanted = std::min<std::uint64_t>(block.size(), count - hashed_count_);
    hashed_.read(block.data(), static_cast<std::streamsize>(wanted));
    const auto got = static_cast<std::size_t>(hashed_.gcount());
    hash_.process_bytes(block.data(), got);
    hashed_count_ += got;
  }
  return hash_.checksum();
}

}  // namespace rowhouse::cli
