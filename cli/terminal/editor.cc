#include "cli/terminal/editor.h"

#include <array>
#include <cerrno>
#include <csignal>
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

// SIGINT and SIGQUIT of the terminal are the editor's while it runs: this process ignores them. What
// was ignored before stays so in the editor, too.
class SignalsOfEditor {
 public:
  SignalsOfEditor() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigset_t defaults{};
    sigemptyset(&defaults);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], &ignore, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) sigaddset(&defaults, kSignals[i]);
    }
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  SignalsOfEditor(const SignalsOfEditor&) = delete;
  SignalsOfEditor& operator=(const SignalsOfEditor&) = delete;
  ~SignalsOfEditor() {
    posix_spawnattr_destroy(&attributes_);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], &before_[i], nullptr);
    }
  }

  const posix_spawnattr_t* Attributes() const { return &attributes_; }

 private:
  static constexpr std::array kSignals = {SIGINT, SIGQUIT};

  std::array<struct sigaction, kSignals.size()> before_ = {};
  posix_spawnattr_t attributes_ = {};
};

// Runs `command` with `file` as its argument, as a shell reads it: $EDITOR may have options.
// Returns its exit status; -1: it could not be started.
int RunEditor(const std::string& command, const std::string& file) {
  std::string shell = "sh";
  std::string option = "-c";
  // The trap lets the shell outlive a Ctrl-C that is for the editor, which does not inherit it.
  std::string line = "trap : INT QUIT; " + command + " \"$1\"";
  std::string name = command;
  std::string argument = file;
  char* const arguments[] = {shell.data(), option.data(),   line.data(),
                             name.data(),  argument.data(), nullptr};
  const SignalsOfEditor signals;
  pid_t child = 0;
  if (posix_spawnp(&child, "sh", nullptr, signals.Attributes(), arguments, environ) != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

EditedFile::EditedFile(std::string_view text) : text_(text) {
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

std::string EditedFile::Edit() {
  const std::string command = EditorCommand();
  const int status = RunEditor(command, path_.string());
  std::ifstream file(path_, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (status == 0) return text;
  is_kept_ = text != text_;
  throw std::runtime_error(fmt::format(
      "the editor '{}' failed ({}); nothing was written. $EDITOR names another one{}", command,
      status, is_kept_ ? "\n  What you have edited is in " + path_.string() : ""));
}

}  // namespace rowhouse::cli
