#include "base/guarded.h"

#include <exception>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace rowhouse {
namespace {

// Returns the message of the exception that is being handled; valid as long as the exception.
const char* Reason() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

}  // namespace

void LogException(std::string_view what, std::string_view id) noexcept {
  try {
    spdlog::error("{}{}{} failed: {}", what, id.empty() ? "" : " ", id, Reason());
  } catch (...) {
    constexpr std::string_view line = "a failure could not be logged\n";
    static_cast<void>(!write(STDERR_FILENO, line.data(), line.size()));
  }
}

}  // namespace rowhouse
