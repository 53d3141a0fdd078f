#include "cli/transfer/import_job.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/batch_window.h"
#include "cli/transfer/journal.h"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;
using tables::Entity;

constexpr std::size_t kWindowEntities = 10'000;

class ImportJob {
 public:
  ImportJob(const tables::TableServiceClient& service, const ImportOptions& options,
            Progress& progress)
      : service_(service), options_(options), progress_(progress), journal_(options.journal) {}

  ImportReport Run();

 private:
  bool KeepsJournal() const { return is_file_; }
  std::istream& Open();
  SourcePlace Begin();
  void ReadWindow();
  void SendWindow();
  void SavePlace();
  const tables::TableClient& TableOf(const std::string& name);

  const tables::TableServiceClient& service_;
  const ImportOptions& options_;
  Progress& progress_;
  Journal journal_;
  std::ifstream file_;
  bool is_file_ = false;  // not stdin or a pipe, of which no second run finds the same
  std::uint64_t file_bytes_ = 0;
  std::string modified_ = {};  // when the file was
  std::optional<ImportSource> source_;
  std::map<std::string, tables::TableClient> tables_;

  BatchWindow window_{kWindowEntities};
  SourcePlace window_end_;            // of what was sent last
  SourcePlace read_end_;              // of what window_ holds
  std::optional<Entity> read_ahead_;  // the first entity behind window_
  SourcePlace read_ahead_end_;
  bool verify_ = false;
  std::uint64_t entities_ = 0;  // of all runs
};

std::istream& ImportJob::Open() {
  if (options_.file == "-") return std::cin;
  file_.open(options_.file, std::ios::binary);
  std::error_code error;
  if (!file_ || fs::is_directory(options_.file, error)) {
    throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", options_.file));
  }
  is_file_ = fs::is_regular_file(options_.file, error);
  if (!is_file_) return file_;
  file_bytes_ = fs::file_size(options_.file, error);
  modified_ = std::to_string(fs::last_write_time(options_.file, error).time_since_epoch().count());
  progress_.SetTotal(file_bytes_);
  return file_;
}

// The place to start at: the beginning, or where the journal says.
SourcePlace ImportJob::Begin() {
  const std::string target = service_.Url() + "/" + options_.table;
  SourcePlace start;
  if (options_.resume && KeepsJournal() && journal_.Load()) {
    if (journal_.Get("target") != target || journal_.GetNumber("bytes") != file_bytes_) {
      throw CommandError(
          ExitCode::kUsage,
          fmt::format("{} is of an import of {} bytes to {}; this is one of {} bytes to {}. Resume "
                      "with the same file and target, or leave out --resume to begin anew",
                      journal_.Path().string(), journal_.Get("bytes"), journal_.Get("target"),
                      file_bytes_, target));
    }
    if (journal_.Get("modified") != modified_) {
      throw CommandError(ExitCode::kUsage,
                         fmt::format("{} was written to since the import began: begin anew without "
                                     "--resume",
                                     options_.file));
    }
    start = {journal_.GetNumber("offset"), journal_.GetNumber("line"), journal_.Get("table")};
    entities_ = journal_.GetNumber("entities");
    verify_ = true;
  }
  journal_.Clear();
  journal_.Set("target", target);
  journal_.SetNumber("bytes", file_bytes_);
  journal_.Set("modified", modified_);
  return start;
}

void ImportJob::SavePlace() {
  window_end_ = read_end_;
  if (!KeepsJournal()) return;
  journal_.SetNumber("offset", window_end_.offset);
  journal_.SetNumber("line", window_end_.line);
  journal_.SetNumber("entities", entities_);
  journal_.Set("table", window_end_.table);
  journal_.Save();
}

// Fills window_ as far as it takes entities.
void ImportJob::ReadWindow() {
  for (;;) {
    if (!read_ahead_) {
      read_ahead_ = source_->Next();
      read_ahead_end_ = source_->Place();
      for (const std::string& table : source_->TablesSeen()) TableOf(table);
      if (!read_ahead_) return;
    }
    if (!window_.Takes(read_ahead_end_.table, *read_ahead_)) return;
    try {
      window_.Add(read_ahead_end_.table, *std::exchange(read_ahead_, std::nullopt),
                  source_->EntityLine());
    } catch (const std::invalid_argument& error) {  // it fits no transaction
      throw CommandError(ExitCode::kFailure,
                         fmt::format("{}: {}", source_->EntityPlace(), error.what()));
    }
    read_end_ = read_ahead_end_;
  }
}

const tables::TableClient& ImportJob::TableOf(const std::string& name) {
  const auto known = tables_.find(name);
  if (known != tables_.end()) return known->second;
  const tables::TableClient table = service_.GetTableClient(name);
  if (options_.create_tables) table.CreateIfNotExists();
  return tables_.emplace(name, table).first->second;
}

ImportReport ImportJob::Run() {
  std::istream& in = Open();
  window_end_ = read_end_ = Begin();
  source_.emplace(
      in, ImportSource::Options{options_.file, options_.format, options_.table, window_end_});
  progress_.SetPosition(window_end_.offset);
  ImportReport report;
  SavePlace();
  BatchSender sender({options_.parallel, options_.on_conflict,
                      [this](std::size_t entities) { progress_.Advance(entities); },
                      options_.file});
  ReadWindow();
  while (!window_.IsEmpty() && !Interrupted()) {
    const std::size_t size = window_.Size();
    const SourcePlace end = read_end_;
    std::vector<BatchWindow::Group> groups = window_.Take();
    for (BatchWindow::Group& group : groups) {
      if (Interrupted()) break;
      sender.Add({TableOf(group.table), std::move(group.inserts), verify_, std::move(group.lines)});
    }
    const bool stopped = Interrupted();
    if (!stopped) ReadWindow();  // while the last ones are being sent
    sender.Wait();
    if (stopped) break;
    verify_ = false;
    entities_ += size;
    report.entities += size;
    const SourcePlace ahead = std::exchange(read_end_, end);
    SavePlace();
    read_end_ = ahead;
    progress_.SetPosition(end.offset);
  }
  report.interrupted = Interrupted();
  if (!report.interrupted && KeepsJournal()) journal_.Remove();
  return report;
}

}  // namespace

fs::path ImportJournalPath(const std::string& file) { return file + ".import-journal"; }

ImportReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                    Progress& progress) {
  return ImportJob(service, options, progress).Run();
}

}  // namespace rowhouse::cli
