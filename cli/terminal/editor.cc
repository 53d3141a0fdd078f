#include "cli/terminal/editor.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

constexpr std::string_view kSuffix = ".json";  // by which an editor chooses its colours

std::string EditorCommand() {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "vi";
}

// Runs `command` with `file` as its argument, as a shell reads it: $EDITOR may have options.
// Returns its exit status; -1: it could not be started.
int RunEditor(const std::string& command, const std::string& file) {
  std::string shell = "sh";
  std::string option = "-c";
  std::string line = command + " \"$1\"";
  std::string name = command;
  std::string argument = file;
  char* const arguments[] = {shell.data(), option.data(),   line.data(),
                             name.data(),  argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ) != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

EditedFile::EditedFile(std::string_view text) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) folder = "/tmp";
  std::string name = (folder / "rowhouse-XXXXXX").string().append(kSuffix);
  const int file = mkstemps(name.data(), static_cast<int>(kSuffix.size()));
  if (file < 0) {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", name, std::strerror(errno)));
  }
  close(file);
  path_ = name;
  std::ofstream stream(path_, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) {
    std::filesystem::remove(path_, error);
    throw std::runtime_error(fmt::format("{}: cannot be written: is the disk full?", name));
  }
}

EditedFile::~EditedFile() {
  std::error_code error;
  if (!is_kept_) std::filesystem::remove(path_, error);
}

std::string EditedFile::Edit() const {
  const std::string command = EditorCommand();
  if (const int status = RunEditor(command, path_.string()); status != 0) {
    throw std::runtime_error(
        fmt::format("the editor '{}' failed ({}); nothing was written. $EDITOR names another one",
                    command, status));
  }
  std::ifstream file(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace rowhouse::cli
