#include "cli/keys.h"

#include "cli/keys_check.h"

namespace rowhouse::cli {

void RegisterKeys(CLI::App& parent, Program& program) {
  CLI::App* keys = parent.add_subcommand("keys", "Look at keys before they are used");
  keys->require_subcommand(1);
  RegisterKeysCheck(*keys, program);
}

}  // namespace rowhouse::cli
