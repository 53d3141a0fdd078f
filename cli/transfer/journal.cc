#include "cli/transfer/journal.h"

#include "cli/outcome/command_error.h"
#include "cli/transfer/escape.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace rowhouse::cli {
namespace {

constexpr std::string_view kKind = "rowhouse-journal ";
constexpr std::string_view kFirstLine = "rowhouse-journal 2";
constexpr std::string_view kLastLine = "end";

// Returns true if the path names a file with something else in it, which must stay as it is.
bool IsOfSomebodyElse(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string begin(kKind.size(), '\0');
  file.read(begin.data(), std::ssize(begin));
  return file.gcount() > 0 && begin != kKind;
}

}  // namespace

std::filesystem::path StateFolder() {
  const auto variable = [](const char* name) -> std::filesystem::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  std::filesystem::path folder = variable("XDG_STATE_HOME");
  if (folder.empty()) folder = variable("HOME") / ".local" / "state";
  folder /= "rowhouse";
  std::error_code ignored;  // writing the journal reports it
  std::filesystem::create_directories(folder, ignored);
  return folder;
}

bool Journal::Load() {
  lines_.clear();
  std::ifstream file(path_);
  if (!file) return false;
  std::string line;
  bool good = std::getline(file, line) && line == kFirstLine;
  while (good && std::getline(file, line) && line != kLastLine) {
    const std::size_t blank = line.find(' ');
    good = blank != std::string::npos;
    if (good) lines_.emplace_back(line.substr(0, blank), Unescape(line.substr(blank + 1)));
  }
  if (good && line == kLastLine) return true;
  throw CommandError(ExitCode::kFailure,
                     fmt::format("{} is damaged, or no journal of this version: "
                                 "start over without --resume",
                                 path_.string()));
}

void Journal::Save() const {
  if (IsOfSomebodyElse(path_)) {
    throw CommandError(
        ExitCode::kUsage,
        fmt::format("--journal {}: the file exists and is not a journal; name another",
                    path_.string()));
  }
  const std::filesystem::path fresh = path_.string() + ".new";
  std::ofstream file(fresh, std::ios::trunc);
  file << kFirstLine << '\n';
  for (const auto& [name, value] : lines_) file << name << ' ' << Escape(value) << '\n';
  file << kLastLine << '\n';
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(fresh, path_, error);
  if (!file || error) {
    throw CommandError(
        ExitCode::kFailure,
        fmt::format("{}: cannot be written; say with --journal where it can", path_.string()));
  }
}

void Journal::Remove() const {
  if (IsOfSomebodyElse(path_)) return;
  std::error_code ignored;  // one that stays is only read with --resume
  std::filesystem::remove(path_, ignored);
}

std::string Journal::Get(const std::string& name) const {
  const auto found = std::ranges::find(lines_, name, &std::pair<std::string, std::string>::first);
  return found == lines_.end() ? std::string() : found->second;
}

std::uint64_t Journal::GetNumber(const std::string& name) const {
  const std::string text = Get(name);
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::vector<std::string> Journal::GetAll(const std::string& name) const {
  std::vector<std::string> values;
  for (const auto& [other, value] : lines_) {
    if (other == name) values.push_back(value);
  }
  return values;
}

void Journal::Set(const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(lines_, name, &std::pair<std::string, std::string>::first);
  if (found == lines_.end()) {
    lines_.emplace_back(name, value);
  } else {
    found->second = value;
  }
}

}  // namespace rowhouse::cli
