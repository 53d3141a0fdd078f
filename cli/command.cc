#include "cli/command.h"

#include "base/near_word.h"
#include "cli/query/filter_hints.h"
#include "cli/terminal/confirm.h"
#include "cli/terminal/numbers.h"
#include "cli/terminal/terminal.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace rowhouse::cli {
namespace {

std::string HintLines(const std::vector<std::string>& hints) {
  std::string lines;
  for (const std::string& hint : hints) lines += fmt::format("\n  hint: {}.", hint);
  return lines;
}

// Only an addition to a message: where the tables cannot be listed, there is none.
std::optional<std::string> TableLike(const std::string& name, const ConnectionOptions& connection) {
  try {
    return NearWord(name, Connect(connection).ListTables());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

void ThrowWithHints(const tables::TableError& error, const Asked& asked) {
  auto [code, text] = Explain(error);
  if (!asked.filter.empty() && (error.Status() == 400 || error.Status() == 501)) {
    text += HintLines(FilterHints(asked.filter, FilterOutcome::kRefused));
  }
  if (error.Is("TableNotFound") && !asked.table.empty() && asked.connection != nullptr) {
    if (const auto near = TableLike(asked.table, *asked.connection)) {
      text += fmt::format("\n  Did you mean {}?", *near);
    }
  }
  throw CommandError(code, text);
}

void HintAtFilter(const std::string& filter) {
  for (const std::string& hint : FilterHints(filter, FilterOutcome::kNothingFound)) {
    fmt::print(stderr, "hint: {}.\n", PrintableLines(hint));
  }
}

bool ConfirmUnless(bool yes, const std::string& question) {
  if (yes) return true;
  switch (Confirm(question)) {
    case Answer::kYes:
      return true;
    case Answer::kNo:
      fmt::print(stderr, "Nothing was done.\n");
      return false;
    case Answer::kNotInteractive:
      break;
  }
  throw CommandError(ExitCode::kUsage, question + " Not interactive: use --yes to confirm");
}

std::string Entities(std::size_t count) {
  return count == 1 ? "1 entity" : WithCommas(count) + " entities";
}

std::string Rows(std::size_t count) { return count == 1 ? "1 row" : WithCommas(count) + " rows"; }

namespace {

constexpr std::string_view kHowToResume = "Run the same command with --resume to go on.";

}  // namespace

ExitCode Summarize(const char* done, const JobReport& report, std::chrono::milliseconds elapsed) {
  const double seconds = std::max(0.001, static_cast<double>(elapsed.count()) / 1000);
  if (!report.failure || report.entities > 0) {
    fmt::print("{} {} in {:.1f} s ({}/s)\n", Entities(report.entities), done, seconds,
               ShortNumber(static_cast<double>(report.entities) / seconds));
  }
  if (report.skipped > 0) fmt::print("{} left unchanged\n", Entities(report.skipped));
  if (report.failure) {
    throw FailureOfJob(report.failure, report.entities > 0, report.can_resume ? kHowToResume : "");
  }
  if (report.interrupted) {
    fmt::print(stderr, "Interrupted. {}\n",
               report.can_resume ? kHowToResume : "This run cannot be resumed.");
    return ExitCode::kInterrupted;
  }
  if (report.rejected == 0) return ExitCode::kSuccess;
  fmt::print(stderr, "{} of the file rejected\n", Rows(report.rejected));
  return ExitCode::kIncomplete;
}

tables::OnConflict ParseOnConflict(const std::string& text) {
  using tables::OnConflict;
  assert(text == "replace" || text == "merge" || text == "skip" || text == "fail");
  if (text == "merge") return OnConflict::kMerge;
  if (text == "skip") return OnConflict::kSkip;
  return text == "fail" ? OnConflict::kFail : OnConflict::kReplace;
}

std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace rowhouse::cli
