#pragma once
// Catches exceptions where there is no caller to handle them: in threads and callbacks.

#include <string_view>

namespace rowhouse {

// Logs the exception that is being handled as "WHAT ID failed: REASON", or a shorter text if memory
// runs out. Must be called in a catch clause.
void LogException(std::string_view what, std::string_view id) noexcept;

// Runs `work`. Logs and swallows any exception. Returns true if there was none.
template <class Work>
bool RunGuarded(std::string_view what, std::string_view id, Work&& work) noexcept {
  try {
    work();
    return true;
  } catch (...) {
    LogException(what, id);
    return false;
  }
}

}  // namespace rowhouse
