#include "cli/transfer/import_journal.h"

#include "cli/outcome/command_error.h"
#include "cli/transfer/escape.h"

#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnd = ".import-journal";
constexpr std::size_t kNameShown = 100;

// Files of one name in several folders have different ones.
fs::path PathInStateFolder(const std::string& file) {
  std::error_code error;
  const std::string whole = fs::absolute(file, error).string();
  std::string name = Escape(fs::path(file).filename().string()).substr(0, kNameShown);
  for (char& letter : name) {
    if (letter == ':') letter = '_';
  }
  return StateFolder() / fmt::format("{}-{:016x}{}", name, std::hash<std::string>()(whole), kEnd);
}

std::vector<fs::path> DefaultPaths(const std::string& file) {
  return {fs::path(file + std::string(kEnd)), PathInStateFolder(file)};
}

}  // namespace

ImportJournal::ImportJournal(InputFile& file, fs::path path, Question question)
    : file_(file),
      question_(std::move(question)),
      is_default_(path.empty()),
      paths_(is_default_ && file.IsOnDisk() ? DefaultPaths(file.Name())
                                            : std::vector{std::move(path)}),
      journal_(paths_.front()) {
  if (!file.IsOnDisk()) paths_.clear();
}

void ImportJournal::CheckQuestion() const {
  for (const auto& [name, now] : question_) {
    if (journal_.Get(name) == now) continue;
    throw CommandError(
        ExitCode::kUsage,
        fmt::format("{} was started with {} '{}', this is '{}'. Resume with the same, or leave out "
                    "--resume to start over",
                    journal_.Path().string(), name, journal_.Get(name), now));
  }
}

ImportPlace ImportJournal::Load() {
  for (const fs::path& path : paths_) {
    journal_ = Journal(path);
    exists_ = journal_.Load();
    if (exists_) break;
  }
  if (!exists_) return {};
  CheckQuestion();
  const ImportPlace place{journal_.GetNumber("offset"), journal_.GetNumber("entities")};
  if (journal_.Get("hash") != fmt::format("{:016x}", file_.HashOfFirst(place.offset))) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("{}: what was imported of it before, its first {} bytes, is no "
                                   "longer the same: start over without --resume",
                                   file_.Name(), place.offset));
  }
  return place;
}

bool ImportJournal::TrySave(const fs::path& path) {
  Journal journal(path);
  for (const auto& [name, now] : question_) journal.Set(name, now);
  journal.Set("offset", journal_.Get("offset"));
  journal.Set("hash", journal_.Get("hash"));
  journal.Set("entities", journal_.Get("entities"));
  try {
    journal.Save();
  } catch (const CommandError&) {
    if (!is_default_) throw;
    return false;
  }
  return true;
}

void ImportJournal::Save(const ImportPlace& place) {
  if (paths_.empty()) return;
  journal_.SetNumber("offset", place.offset);
  journal_.SetNumber("entities", place.entities);
  journal_.Set("hash", fmt::format("{:016x}", file_.HashOfFirst(place.offset)));
  while (!paths_.empty() && !TrySave(paths_.front())) paths_.erase(paths_.begin());
  exists_ = !paths_.empty();
  if (exists_) return;
  fmt::print(stderr,
             "rowhouse: no journal can be written beside the file or in ~/.local/state, so this "
             "import cannot be resumed; --journal says where else\n");
}

void ImportJournal::Remove() {
  for (const fs::path& path : paths_) Journal(path).Remove();
  exists_ = false;
}

}  // namespace rowhouse::cli
