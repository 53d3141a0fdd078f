#pragma once
// Where exceptions end: threads and callbacks have nobody to throw to.

#include <string_view>

namespace rowhouse {

// Logs the exception that is being handled as "WHAT ID failed: REASON", with less when there is no
// memory for it. Call it in a catch clause.
void LogException(std::string_view what, std::string_view id) noexcept;

// Runs `work`. Whatever it throws is logged and goes no further. True: it threw nothing.
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
