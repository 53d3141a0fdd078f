#include "base/version_line.h"
#include "cli/app.h"

int main(int argc, char** argv) {
  return static_cast<int>(rowhouse::cli::Run(argc, argv, rowhouse::BuiltFromCommit()));
}
