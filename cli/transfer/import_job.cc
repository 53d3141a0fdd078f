#include "cli/transfer/import_job.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/journal.h"
#include "cli/transfer/resumable_writer.h"

#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;
using tables::Entity;

constexpr std::uint64_t kCheckpointEntities = 10'000;

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
  std::optional<Entity> ReadNext();
  void Write(Entity entity);
  void StartWriter(const std::string& table);
  void SavePlace(const SourcePlace& place, std::uint64_t entities);
  void CreateTable(const std::string& name);

  const tables::TableServiceClient& service_;
  const ImportOptions& options_;
  Progress& progress_;
  Journal journal_;
  std::ifstream file_;
  bool is_file_ = false;  // not stdin or a pipe, of which no second run finds the same
  std::uint64_t file_bytes_ = 0;
  std::string modified_ = {};  // when the file was
  std::optional<ImportSource> source_;
  std::set<std::string> tables_;  // that exist
  bool resumed_ = false;
  std::uint64_t before_ = 0;                // entities written by the runs that this one resumes
  std::uint64_t read_ = 0;                  // by this run
  SourcePlace read_end_;                    // after the last of them
  std::atomic<std::uint64_t> written_ = 0;  // by this run
  std::string table_;                       // that writer_ writes to
  std::optional<ResumableWriter> writer_;
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
                      "with the same file and target, or leave out --resume to start over",
                      journal_.Path().string(), journal_.Get("bytes"), journal_.Get("target"),
                      file_bytes_, target));
    }
    if (journal_.Get("modified") != modified_) {
      throw CommandError(ExitCode::kUsage,
                         fmt::format("{} was written to since the import began: start over without "
                                     "--resume",
                                     options_.file));
    }
    start = {journal_.GetNumber("offset"), journal_.GetNumber("line"), journal_.Get("table")};
    before_ = journal_.GetNumber("entities");
    resumed_ = true;
  }
  journal_.Clear();
  journal_.Set("target", target);
  journal_.SetNumber("bytes", file_bytes_);
  journal_.Set("modified", modified_);
  return start;
}

void ImportJob::SavePlace(const SourcePlace& place, std::uint64_t entities) {
  progress_.SetPosition(place.offset);
  if (!KeepsJournal()) return;
  journal_.SetNumber("offset", place.offset);
  journal_.SetNumber("line", place.line);
  journal_.SetNumber("entities", entities);
  journal_.Set("table", place.table);
  journal_.Save();
}

// The next entity, whose table exists then.
std::optional<Entity> ImportJob::ReadNext() {
  auto entity = source_->Next();
  for (const std::string& table : source_->TablesSeen()) CreateTable(table);
  return entity;
}

void ImportJob::CreateTable(const std::string& name) {
  if (!tables_.insert(name).second || !options_.create_tables) return;
  service_.GetTableClient(name).CreateIfNotExists();
}

void ImportJob::StartWriter(const std::string& table) {
  if (writer_) {
    writer_->Finish();
    SavePlace(read_end_, before_ + read_);
  }
  table_ = table;
  CreateTable(table);
  writer_.emplace(service_.GetTableClient(table),
                  ResumableWriter::Options{.parallel = options_.parallel,
                                           .on_conflict = options_.on_conflict,
                                           .resumed = resumed_ && read_ == 0,
                                           .keep_order = options_.keep_order,
                                           .on_done =
                                               [this] {
                                                 progress_.Advance(1);
                                                 ++written_;
                                               },
                                           .source = options_.file});
}

void ImportJob::Write(Entity entity) {
  const SourcePlace& place = source_->Place();
  if (!writer_ || place.table != table_) StartWriter(place.table);
  try {
    writer_->Add(std::move(entity), source_->EntityLine());
  } catch (const std::invalid_argument& error) {  // it fits no transaction
    throw CommandError(ExitCode::kFailure,
                       fmt::format("{}: {}", source_->EntityPlace(), error.what()));
  }
  read_end_ = place;
  if (++read_ % kCheckpointEntities != 0) return;
  writer_->Checkpoint([this, place, entities = before_ + read_] { SavePlace(place, entities); });
}

ImportReport ImportJob::Run() {
  std::istream& in = Open();
  const SourcePlace start = Begin();
  source_.emplace(in, ImportSource::Options{options_.file, options_.format, options_.table, start});
  SavePlace(start, before_);
  while (!Interrupted()) {
    auto entity = ReadNext();
    if (!entity) break;
    Write(*std::move(entity));
  }
  const bool interrupted = Interrupted();
  if (writer_ && interrupted) writer_->Stop();
  if (writer_ && !interrupted) writer_->Finish();
  if (!interrupted && KeepsJournal()) journal_.Remove();
  return {written_, interrupted};
}

}  // namespace

fs::path ImportJournalPath(const std::string& file) { return file + ".import-journal"; }

ImportReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                    Progress& progress) {
  return ImportJob(service, options, progress).Run();
}

}  // namespace rowhouse::cli
