#include "cli/transfer/stdout_file.h"

#include "cli/outcome/command_error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {

StdoutFile::StdoutFile(std::filesystem::path file)
    : file_(std::move(file)), partial_(file_.string() + ".partial") {
  std::fflush(stdout);
  if (std::filesystem::is_directory(file_)) {
    errno = EISDIR;
    Fail();
  }
  const int opened = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (opened < 0) Fail();
  stdout_ = dup(STDOUT_FILENO);
  const bool is_redirected = stdout_ >= 0 && dup2(opened, STDOUT_FILENO) >= 0;
  close(opened);
  if (!is_redirected) Fail();
}

void StdoutFile::Restore() {
  if (stdout_ < 0) return;
  dup2(stdout_, STDOUT_FILENO);
  close(std::exchange(stdout_, -1));
}

StdoutFile::~StdoutFile() {
  if (stdout_ < 0) return;
  std::fflush(stdout);
  Restore();
  unlink(partial_.c_str());
}

void StdoutFile::Fail() const {
  throw CommandError(ExitCode::kFailure,
                     fmt::format("{}: {}", file_.string(), std::strerror(errno)));
}

void StdoutFile::Commit() {
  const bool is_whole = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 &&
                        fsync(STDOUT_FILENO) == 0 &&
                        std::rename(partial_.c_str(), file_.c_str()) == 0;
  if (!is_whole) Fail();  // the destructor cleans up
  Restore();
}

}  // namespace rowhouse::cli
