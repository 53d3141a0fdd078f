#include "cli/transfer/export_job.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/text/export_lines.h"
#include "cli/transfer/csv_conversion.h"
#include "cli/transfer/export_part.h"
#include "cli/transfer/journal.h"
#include "cli/transfer/parallel_parts.h"
#include "cli/transfer/table_ranges.h"

#include <atomic>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;

class ExportJob {
 public:
  ExportJob(const tables::TableServiceClient& service, const ExportOptions& options,
            Progress& progress)
      : service_(service),
        options_(options),
        progress_(progress),
        folder_(ExportFolder(options.file)),
        plan_(folder_ / "plan") {}

  JobReport Run();

 private:
  void Plan();
  void CheckTarget() const;
  void PlanAnew();
  void CheckPlan();
  void ReadParts();
  void Assemble();

  const tables::TableServiceClient& service_;
  const ExportOptions& options_;
  Progress& progress_;
  const fs::path folder_;
  Journal plan_;
  std::vector<ExportPart> parts_;

  ParallelParts readers_;
  std::atomic<std::uint64_t> entities_ = 0;
};

// The file replaces another one at the end; this finds out early that it cannot.
void ExportJob::CheckTarget() const {
  std::error_code ignored;
  const fs::file_status there = fs::status(options_.file, ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    throw CommandError(
        ExitCode::kUsage,
        fmt::format("{} is not a file that an export could replace: name another, or "
                    "send stdout there without --output",
                    options_.file.string()));
  }
  const fs::path above = options_.file.has_parent_path() ? options_.file.parent_path() : ".";
  if (!fs::is_directory(above, ignored)) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the folder {} does not exist", above.string()));
  }
  const bool is_ours = fs::exists(plan_.Path(), ignored) || fs::is_empty(folder_, ignored);
  if (fs::exists(folder_, ignored) && !is_ours) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("{} exists, where the parts of the export would go, and is of "
                                   "no export: remove it, or name another file",
                                   folder_.string()));
  }
}

void ExportJob::PlanAnew() {
  plan_.Clear();
  plan_.Set("source", service_.Url());
  plan_.Set("filter", options_.filter.ToString());
  plan_.Set("system", options_.style.system ? "yes" : "no");
  plan_.Set("tables", fmt::to_string(fmt::join(options_.tables, ",")));
  for (const std::string& table : options_.tables) {
    for (const KeyRange& range :
         RangesOf(service_.GetTableClient(table), options_.parallel * kRangesPerReader)) {
      plan_.Add("part", table + "," + range.ToString());
    }
  }
  fs::remove_all(folder_);
  fs::create_directory(folder_);
  plan_.Save();
}

// The parts that were read belong to one question.
void ExportJob::CheckPlan() {
  const auto check = [&](const std::string& name, const std::string& now) {
    const std::string then = plan_.Get(name);
    if (then == now) return;
    throw CommandError(
        ExitCode::kUsage,
        fmt::format("{} was started with {} '{}', this is '{}'. Resume with the same, or leave out "
                    "--resume to start over",
                    folder_.string(), name, then, now));
  };
  check("source", service_.Url());
  check("filter", options_.filter.ToString());
  check("system", options_.style.system ? "yes" : "no");
  check("tables", fmt::to_string(fmt::join(options_.tables, ",")));
}

void ExportJob::Plan() {
  if (options_.resume && plan_.Load()) {
    CheckPlan();
  } else {
    PlanAnew();
  }
  std::string last_table;
  for (const std::string& line : plan_.GetAll("part")) {
    const std::size_t comma = line.find(',');
    const std::string table = line.substr(0, comma);
    const auto range = KeyRange::FromString(line.substr(comma + 1));
    if (!range) {
      throw CommandError(
          ExitCode::kFailure,
          fmt::format("{} is damaged: start over without --resume", plan_.Path().string()));
    }
    const fs::path path = folder_ / fmt::format("part-{:05}", parts_.size());
    parts_.push_back({service_.GetTableClient(table), *range, options_.filter, path,
                      table != last_table ? ExportHeader(table) : "", options_.style.system});
    last_table = table;
  }
}

void ExportJob::ReadParts() {
  readers_.Run(parts_.size(), options_.parallel, [this](std::size_t part) {
    ReadPart(parts_[part], [this](std::size_t entities) {
      progress_.Advance(entities);
      entities_ += entities;
      return !readers_.Stopped();
    });
  });
}

void ExportJob::Assemble() {
  const fs::path whole = folder_ / "whole";
  std::vector<fs::path> files;
  for (const ExportPart& part : parts_) files.push_back(part.path);
  OutputFile out(whole, 0);
  const WriteText write = [&out](const std::string& text) { out.Write(text); };
  if (options_.format == FileFormat::kCsv) {
    ConvertToCsv(files, options_.style, write);
  } else if (options_.style.plain) {
    ConvertToPlainJson(files, options_.style, write);
  } else {
    for (const fs::path& file : files) out.Append(file);
  }
  out.Sync();
  fs::rename(whole, options_.file);
  fs::remove_all(folder_);
}

JobReport ExportJob::Run() {
  CheckTarget();
  Plan();
  JobReport report{.can_resume = true};
  try {
    ReadParts();
    if (!Interrupted()) Assemble();
  } catch (const std::exception&) {
    if (!Interrupted()) report.failure = std::current_exception();
  }
  report.entities = entities_;
  report.interrupted = Interrupted();
  return report;
}

}  // namespace

fs::path ExportFolder(const fs::path& file) { return file.string() + ".partial"; }

JobReport Export(const tables::TableServiceClient& service, const ExportOptions& options,
                 Progress& progress) {
  return ExportJob(service, options, progress).Run();
}

}  // namespace rowhouse::cli
