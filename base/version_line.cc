#include "base/version_line.h"

#include <fmt/format.h>

namespace rowhouse {

std::string WithCommit(std::string_view version, std::string_view commit) {
  return commit.empty() ? std::string(version) : fmt::format("{} ({})", version, commit);
}

}  // namespace rowhouse
