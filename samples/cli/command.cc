#include "samples/cli/command.h"

#include "samples/cli/terminal/confirm.h"
#include "samples/cli/terminal/numbers.h"

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
