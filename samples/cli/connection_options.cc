#include "samples/cli/connection_options.h"

namespace rowhouse::cli {

void AddConnectionOptions(CLI::App& command, ConnectionOptions& options,
                          const std::string& prefix) {
  const std::string group = prefix.empty() ? "Connection" : "Connection of the target";
  const auto add = [&](const char* name, std::string& value, const char* type, const char* about) {
    command.add_option("--" + prefix + name, value, about)->type_name(type)->group(group);
  };
  add("connection-string", options.connection_string, "TEXT",
      "As the portal shows it, or UseDevelopmentStorage=true");
  add("account", options.account, "NAME", "Account; with its --key or a --sas");
  add("key", options.key, "KEY", "Account key in base64; others see it in the list of processes");
  add("sas", options.sas, "TOKEN", "Shared access signature: the token or the whole URL");
  add("endpoint", options.endpoint, "URL",
      "Address of the Table service, such as http://127.0.0.1:10002/ACCOUNT");
  add("profile", options.profile, "NAME", "Section of the config file. Default: default");
  if (!prefix.empty()) return;
  add("config", options.config, "FILE",
      "Config file. Default: $ROWHOUSE_CONFIG, else ~/.config/rowhouse/config");
}

}  // namespace rowhouse::cli
