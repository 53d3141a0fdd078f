#include "cli/terminal/confirm.h"

#include "cli/terminal/terminal.h"

#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <unistd.h>

namespace rowhouse::cli {

Answer Confirm(std::string_view question) {
  if (isatty(STDIN_FILENO) == 0) return Answer::kNotInteractive;
  fmt::print(stderr, "{} [y/N] ", Printable(question));
  std::fflush(stderr);
  std::string line;
  if (!std::getline(std::cin, line)) return Answer::kNo;
  return line == "y" || line == "Y" || line == "yes" ? Answer::kYes : Answer::kNo;
}

}  // namespace rowhouse::cli
