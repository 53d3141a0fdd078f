#pragma once
// What a command prints, in a file instead.

#include <filesystem>
#include <string>

namespace rowhouse::cli {

// While one exists, stdout is "FILE.partial"; Commit() gives the file its name, so that it exists whole
// or not at all. At most one at a time, and used by one thread.
class StdoutFile {
 public:
  // CommandError: the file cannot be written.
  explicit StdoutFile(std::filesystem::path file);
  StdoutFile(const StdoutFile&) = delete;
  StdoutFile& operator=(const StdoutFile&) = delete;
  // Stdout is what it was. Without Commit() nothing is left.
  ~StdoutFile();

  // CommandError: not all could be written; nothing is left.
  void Commit();

 private:
  void Restore();
  [[noreturn]] void Fail() const;

  const std::filesystem::path file_;
  const std::filesystem::path partial_;
  int stdout_ = -1;  // as it was; -1: it is back
};

}  // namespace rowhouse::cli
