#include "cli/transfer/import_job.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/transfer/import_journal.h"
#include "cli/transfer/import_source.h"
#include "cli/transfer/reject_file.h"
#include "cli/transfer/resumable_writer.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::uint64_t kCheckpointEntities = 10'000;
constexpr std::uint64_t kForgetEvery = 1000;
constexpr std::size_t kKeptBytesMax = std::size_t{64} << 20U;

ImportJournal::Question QuestionOf(const tables::TableServiceClient& service,
                                   const ImportOptions& options, FileFormat format) {
  const auto& partition_key = options.rules.partition_key;
  return {{"target", service.Url() + "/" + options.table},
          {"--format", format == FileFormat::kCsv ? "csv" : "json"},
          {"--infer", options.infer ? "yes" : "no"},
          {"--partition-key", partition_key ? partition_key->Text() : ""},
          {"--row-key", options.rules.row_key},
          {"--source-account", options.account}};
}

class ImportJob {
 public:
  ImportJob(const tables::TableServiceClient& service, const ImportOptions& options,
            Progress& progress)
      : service_(service),
        options_(options),
        progress_(progress),
        file_(options.file),
        format_(options.format ? *options.format : file_.FindFormat()),
        journal_(file_, options.journal, QuestionOf(service, options, format_)),
        rejects_(options.reject, format_, options.resume) {}

  JobReport Run();

 private:
  // A row whose entity was given to the writer, in case that it is refused.
  struct Row {
    std::uint64_t number = 0;  // counted over this run
    std::uint64_t line = 0;
    std::string text = {};  // where rows can be rejected
    std::string header = {};

    std::size_t Bytes() const { return text.size() + header.size(); }
  };

  void RefuseToOverwrite(const char* option, const std::filesystem::path& path) const;
  void Begin();
  void ReadAll();
  bool ReadNext();
  void Write(tables::Entity entity);
  void StartWriter(const std::string& table);
  void FinishWriter();
  void ForgetSettled();
  const Row* RowOf(std::uint64_t number) const;
  void Reject(std::string_view text, const std::string& header, std::string reason);
  void SettleWhatWasRead();
  void RemoveJournalIfUseless(const JobReport& report);
  void CreateTables();
  void SavePlace(std::uint64_t offset, std::uint64_t entities);

  const tables::TableServiceClient& service_;
  const ImportOptions& options_;
  Progress& progress_;
  InputFile file_;
  const FileFormat format_;
  ImportJournal journal_;
  RejectFile rejects_;
  std::optional<ImportSource> source_;
  std::set<std::string> tables_;  // that exist
  std::size_t tables_seen_ = 0;   // of the source's list
  bool resumed_ = false;
  std::uint64_t before_ = 0;    // entities written by the runs that this one resumes
  std::uint64_t read_ = 0;      // by this run
  std::uint64_t read_end_ = 0;  // the place after the last of them, and after rows rejected since
  std::atomic<std::uint64_t> written_ = 0;  // by this run, and those that were left as they are
  std::uint64_t skipped_ = 0;               // the latter, by writers before writer_
  std::string table_;                       // that writer_ writes to
  std::optional<ResumableWriter> writer_;
  std::uint64_t writer_begin_ = 0;  // the number of its first row
  std::deque<Row> rows_;            // given to writer_, in order
  std::size_t kept_bytes_ = 0;      // of their texts
};

void ImportJob::RefuseToOverwrite(const char* option, const std::filesystem::path& path) const {
  std::error_code ignored;  // one of them is not there
  if (!std::filesystem::equivalent(path, options_.file, ignored)) return;
  throw CommandError(
      ExitCode::kUsage,
      fmt::format("{} {} would overwrite the file that is imported", option, path.string()));
}

void ImportJob::Begin() {
  RefuseToOverwrite("--reject", options_.reject);
  RefuseToOverwrite("--journal", options_.journal);
  progress_.SetTotal(file_.Size());
  const ImportPlace start = options_.resume ? journal_.Load() : ImportPlace();
  resumed_ = options_.resume && journal_.Exists();
  before_ = start.entities;
  read_end_ = start.offset;
  source_.emplace(file_, ImportSource::Options{.format = format_,
                                               .table = options_.table,
                                               .account = options_.account,
                                               .rules = options_.rules,
                                               .infer = options_.infer,
                                               .start = start.offset});
}

void ImportJob::SavePlace(std::uint64_t offset, std::uint64_t entities) {
  progress_.SetPosition(offset);
  journal_.Save({offset, entities});
}

void ImportJob::CreateTables() {
  for (const auto& seen = source_->TablesSeen(); tables_seen_ < seen.size(); ++tables_seen_) {
    const std::string& name = seen[tables_seen_];
    if (!tables_.insert(name).second || !options_.create_tables) continue;
    service_.GetTableClient(name).CreateIfNotExists();
  }
}

void ImportJob::Reject(std::string_view text, const std::string& header, std::string reason) {
  if (!rejects_.IsWanted()) throw CommandError(ExitCode::kFailure, reason);
  rejects_.Add(header, text, std::move(reason));
}

const ImportJob::Row* ImportJob::RowOf(std::uint64_t number) const {
  const auto row = std::ranges::lower_bound(rows_, number, {}, &Row::number);
  return row == rows_.end() || row->number != number ? nullptr : &*row;
}

// Rows that can no longer be refused.
void ImportJob::ForgetSettled() {
  const std::uint64_t settled = writer_begin_ + writer_->Settled();
  // The writer may not have told yet of one that has failed.
  if (writer_->HasUntoldFailures()) return;
  while (!rows_.empty() && rows_.front().number < settled) {
    kept_bytes_ -= rows_.front().Bytes();
    rows_.pop_front();
  }
}

void ImportJob::FinishWriter() {
  writer_->Finish();
  kept_bytes_ = 0;
  rows_.clear();
}

void ImportJob::StartWriter(const std::string& table) {
  if (writer_) {
    FinishWriter();
    if (read_ >= kCheckpointEntities) SavePlace(read_end_, before_ + read_);
    skipped_ += writer_->Skipped();
  } else if (!resumed_) {
    // For a run that resumes at the beginning and finds what this one wrote; and instead of the
    // journal that an earlier run may have left.
    SavePlace(0, 0);
  }
  table_ = table;
  writer_begin_ = read_;
  ResumableWriter::Options writer;
  writer.parallel = options_.parallel;
  writer.on_conflict = options_.on_conflict;
  writer.resumed = resumed_ && read_ < ResumableWriter::kAheadMax;
  writer.keep_order = options_.keep_order;
  writer.on_done = [this] {
    progress_.Advance(1);
    ++written_;
  };
  writer.place_of = [this](std::uint64_t number) {
    const Row* const row = RowOf(number);
    return row == nullptr ? options_.file : source_->PlaceText(row->line);
  };
  if (rejects_.IsWanted()) {
    writer.on_refused = [this](const tables::BulkFailure& failure) {
      const Row* const row = RowOf(failure.write.tag);
      if (row == nullptr) return;
      Reject(row->text, row->header,
             fmt::format("{}: {}", source_->PlaceText(row->line), Explain(failure.error).text));
    };
  }
  writer_.emplace(service_.GetTableClient(table), std::move(writer));
}

void ImportJob::Write(tables::Entity entity) {
  if (!writer_ || source_->Table() != table_) StartWriter(source_->Table());
  rows_.push_back({.number = read_, .line = source_->Line()});
  if (rejects_.IsWanted()) {
    rows_.back().text = source_->Text();
    rows_.back().header = source_->Header();
    kept_bytes_ += rows_.back().Bytes();
  }
  try {
    writer_->Add(std::move(entity), read_);
  } catch (const std::invalid_argument& error) {  // it fits no transaction
    kept_bytes_ -= rows_.back().Bytes();
    rows_.pop_back();
    Reject(source_->Text(), source_->Header(),
           fmt::format("{}: {}", source_->PlaceText(source_->Line()), error.what()));
    read_end_ = source_->Place();
    return;
  }
  read_end_ = source_->Place();
  ++read_;
  if (read_ % kForgetEvery == 0) ForgetSettled();
  if (kept_bytes_ > kKeptBytesMax) FinishWriter();
  if (read_ % kCheckpointEntities != 0) return;
  writer_->Checkpoint(
      [this, place = read_end_, entities = before_ + read_] { SavePlace(place, entities); });
}

// False at the end of the file.
bool ImportJob::ReadNext() {
  auto row = source_->Next();
  CreateTables();
  if (!row) return false;
  if (*row) {
    Write(**std::move(row));
    return true;
  }
  const RowFault& fault = row->error();
  std::string reason = fmt::format("{}: {}", source_->PlaceText(fault.line), fault.what);
  if (fault.ends) throw CommandError(ExitCode::kFailure, reason);
  Reject(source_->Text(), source_->Header(), std::move(reason));
  read_end_ = source_->Place();
  return true;
}

void ImportJob::ReadAll() {
  bool more = true;
  while (more && !Interrupted()) more = ReadNext();
  if (!writer_) return;
  if (more) {
    writer_->Stop();
  } else {
    FinishWriter();
  }
}

// After a failure: what was read before it gets into the table where that still goes, and the
// journal says so.
void ImportJob::SettleWhatWasRead() {
  try {
    if (writer_ && !writer_->HasFailed()) {
      FinishWriter();
      if (read_ > 0) SavePlace(read_end_, before_ + read_);
    }
  } catch (const std::exception&) {  // the first failure is the one to report
  }
}

// It is of no use when all is done, or when this run has made it and wrote nothing.
void ImportJob::RemoveJournalIfUseless(const JobReport& report) {
  const bool is_whole = !report.failure && !report.interrupted;
  const bool is_unused =
      journal_.Exists() && !resumed_ && written_ == 0 && journal_.IsAtBeginning();
  if (is_whole || is_unused) journal_.Remove();
}

JobReport ImportJob::Run() {
  Begin();
  JobReport report;
  try {
    ReadAll();
    report.interrupted = Interrupted();
  } catch (const std::exception&) {
    report.interrupted = Interrupted();
    if (!report.interrupted) report.failure = std::current_exception();
    SettleWhatWasRead();
  }
  report.skipped = skipped_ + (writer_ ? writer_->Skipped() : 0);
  report.entities = written_ - report.skipped;
  report.rejected = rejects_.Count();
  RemoveJournalIfUseless(report);
  report.can_resume = journal_.Exists();
  progress_.Stop();
  rejects_.Report();
  return report;
}

}  // namespace

JobReport Import(const tables::TableServiceClient& service, const ImportOptions& options,
                 Progress& progress) {
  return ImportJob(service, options, progress).Run();
}

}  // namespace rowhouse::cli
