#pragma once
// What a program says to --version.

#include <string>
#include <string_view>

namespace rowhouse {

// The first digits of the commit that this program was built from; empty if the build could not know
// it. Defined in no library, but in the generated source of cmake/Commit.cmake.
std::string_view BuiltFromCommit();

// "rowhoused 0.1.0 (53f2c6a90b1e)" of "rowhoused 0.1.0"; without a commit, as it is.
std::string WithCommit(std::string_view version, std::string_view commit);

}  // namespace rowhouse
