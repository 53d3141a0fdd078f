#pragma once
// The file that a job reads: a file on disk, which can be read again, or stdin or a pipe.

#include "cli/transfer/file_format.h"

#include <boost/crc.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <string>

namespace rowhouse::cli {

class InputFile {
  // As xz has it.
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};
  using Crc64 = boost::crc_optimal<64, 0x42F0E1EBA9EA3693, kAll, kAll, true, true>;

 public:
  // "-": stdin. CommandError: it cannot be read.
  explicit InputFile(std::string name);

  const std::string& Name() const { return name_; }
  // The text in UTF-8; a byte order mark may be in front.
  std::istream& Text() { return utf16_ ? *utf16_ : Bytes(); }
  // Whether a place in the text is one in a file, at which another run can begin.
  bool IsOnDisk() const { return is_on_disk_ && !utf16_; }
  std::uint64_t Size() const { return size_; }  // 0: not known

  // By the end of the name; of stdin, a pipe and a name without an end, by how the text begins.
  // CommandError: the name ends otherwise.
  FileFormat FindFormat();
  // Goes back to the beginning. CommandError: it is not a file on disk.
  void Restart();
  // A number that stands for the first `count` bytes of the file on disk; asked for growing counts.
  std::uint64_t HashOfFirst(std::uint64_t count);

 private:
  std::istream& Bytes();
  void Open();

  const std::string name_;
  std::ifstream file_;
  std::unique_ptr<std::istream> utf16_;
  bool is_on_disk_ = false;
  std::uint64_t size_ = 0;

  std::ifstream hashed_;  // read up to hashed_count_
  std::uint64_t hashed_count_ = 0;
  Crc64 hash_;
};

}  // namespace rowhouse::cli
