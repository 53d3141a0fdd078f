#pragma once
// Why a command stopped: an exit code for scripts and a text for people that names the remedy.

#include "cli/outcome/exit_code.h"

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rowhouse::cli {

class CommandError final : public std::runtime_error {
 public:
  CommandError(ExitCode code, const std::string& text) : std::runtime_error(text), code_(code) {}
  ExitCode Code() const { return code_; }

 private:
  ExitCode code_;
};

struct Explanation {
  ExitCode code = ExitCode::kFailure;
  std::string text = {};
};

// The explanation of an exception that ended a command.
Explanation Explain(const std::exception& error);

// The failure of a job, with kIncomplete when `some_done`, and with how to go on. REQUIRES: `failure`
// is a std::exception
CommandError FailureOfJob(const std::exception_ptr& failure, bool some_done,
                          std::string_view how_to_go_on);

}  // namespace rowhouse::cli
