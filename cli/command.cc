#include "cli/command.h"

#include "cli/terminal/confirm.h"
#include "cli/terminal/numbers.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace rowhouse::cli {

bool ConfirmUnless(bool yes, const std::string& question) {
  if (yes) return true;
  switch (Confirm(question)) {
    case Answer::kYes:
      return true;
    case Answer::kNo:
      fmt::print(stderr, "Nothing was done.\n");
      return false;
    case Answer::kNobodyThere:
      break;
  }
  throw CommandError(ExitCode::kUsage,
                     question + " Nobody is there to answer: say --yes if it is meant");
}

std::string Entities(std::size_t count) {
  return count == 1 ? "1 entity" : WithCommas(count) + " entities";
}

ExitCode Summarize(const char* done, std::size_t count, std::chrono::milliseconds elapsed,
                   bool interrupted) {
  const double seconds = std::max(0.001, static_cast<double>(elapsed.count()) / 1000);
  fmt::print("{} {} in {:.1f} s ({}/s)\n", Entities(count), done, seconds,
             ShortNumber(static_cast<double>(count) / seconds));
  if (!interrupted) return ExitCode::kSuccess;
  fmt::print(stderr, "Interrupted. The same command with --resume goes on.\n");
  return ExitCode::kInterrupted;
}

tables::OnConflict ParseOnConflict(const std::string& text) {
  using tables::OnConflict;
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
