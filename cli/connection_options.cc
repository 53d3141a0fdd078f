#include "cli/connection_options.h"

#include "base/ascii.h"
#include "base/option_check.h"
#include "cli/help/help_formatter.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::string_view kCloudSuffix = "core.windows.net";

using Found = tl::expected<Credentials, std::string>;

std::string ValueOr(const std::map<std::string, std::string>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::string() : found->second;
}

bool HasCredentials(const ConnectionOptions& options) {
  return !options.connection_string.empty() || !options.account.empty() || !options.key.empty() ||
         !options.sas.empty() || !options.endpoint.empty();
}

ConnectionOptions FromSection(const std::map<std::string, std::string>& section) {
  ConnectionOptions options;
  options.connection_string = ValueOr(section, "connection-string");
  options.account = ValueOr(section, "account");
  options.key = ValueOr(section, "key");
  options.sas = ValueOr(section, "sas");
  options.endpoint = ValueOr(section, "endpoint");
  options.admin_token = ValueOr(section, "admin-token");
  return options;
}

// The account that the environment names, read as `az` reads it: a key wins over a signature.
ConnectionOptions AccountOf(const Environment& environment) {
  ConnectionOptions options;
  options.account = ValueOr(environment, "AZURE_STORAGE_ACCOUNT");
  options.endpoint = ValueOr(environment, "AZURE_STORAGE_SERVICE_ENDPOINT");
  options.key = ValueOr(environment, "AZURE_STORAGE_KEY");
  if (options.key.empty()) options.sas = ValueOr(environment, "AZURE_STORAGE_SAS_TOKEN");
  return options;
}

std::string EndpointOf(const ConnectionOptions& options) {
  if (!options.endpoint.empty()) return options.endpoint;
  return fmt::format("https://{}.table.{}", options.account, kCloudSuffix);
}

// Of the address that `rowhouse sas TABLE` prints, the part before the table, with the signature.
std::string WithoutTable(std::string_view url) {
  const std::size_t mark = std::min(url.find('?'), url.size());
  const std::string_view query = url.substr(mark);
  std::size_t name = query.find("?tn=");
  if (name == query.npos) name = query.find("&tn=");
  const std::size_t slash = url.rfind('/', mark);
  const std::size_t host = url.find("://") + 3;
  if (name == query.npos || slash == url.npos || slash < host) return std::string(url);
  const std::string_view first = url.substr(host, url.find('/', host) - host);
  const bool has_account_in_path = first.find(".table.") == first.npos;
  if (has_account_in_path && url.find('/', host) == slash) return std::string(url);
  const std::string_view named = query.substr(name + 4, query.find('&', name + 1) - name - 4);
  if (AsciiLower(url.substr(slash + 1, mark - slash - 1)) != AsciiLower(named)) {
    return std::string(url);
  }
  return fmt::format("{}{}", url.substr(0, slash), query);
}

Found WithSas(const ConnectionOptions& options, Credentials found) {
  std::string_view sas = options.sas;
  if (sas.starts_with("http://") || sas.starts_with("https://")) {
    found.sas_url = WithoutTable(sas);
    return found;
  }
  if (options.endpoint.empty() && options.account.empty()) {
    return tl::unexpected(std::string(
        "--sas: give the whole URL, or the token together with --account or --endpoint"));
  }
  if (sas.starts_with('?')) sas.remove_prefix(1);
  found.sas_url = fmt::format("{}?{}", EndpointOf(options), sas);
  return found;
}

// Completes what one place gave.
Found Complete(const ConnectionOptions& options, const Environment& environment,
               std::string origin) {
  Credentials found;
  found.origin = std::move(origin);
  found.admin_token = options.admin_token;
  if (!options.connection_string.empty()) {
    if (!options.account.empty() || !options.key.empty() || !options.sas.empty()) {
      return tl::unexpected(fmt::format(
          "{}: a connection string has account and key in it; leave the others out", found.origin));
    }
    found.connection_string = options.connection_string;
    return found;
  }
  if (!options.sas.empty()) return WithSas(options, std::move(found));
  std::string key = options.key.empty() ? ValueOr(environment, "AZURE_STORAGE_KEY") : options.key;
  if (options.account.empty()) {
    return tl::unexpected(
        fmt::format("{}: a key or an endpoint needs the account's name, too", found.origin));
  }
  if (key.empty()) {
    ConnectionOptions with_sas = options;
    with_sas.sas = ValueOr(environment, "AZURE_STORAGE_SAS_TOKEN");
    if (!with_sas.sas.empty()) return WithSas(with_sas, std::move(found));
    return tl::unexpected(
        fmt::format("{}: account {} has neither a key nor a signature: give --key or --sas, or set "
                    "AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, which others do not see in the "
                    "list of processes",
                    found.origin, options.account));
  }
  found.endpoint = EndpointOf(options);
  found.account = options.account;
  found.key = std::move(key);
  return found;
}

Found FromProfile(const std::string& name, const Environment& environment, const Config& config) {
  const auto section = config.find(name);
  if (section == config.end()) {
    std::string known;
    for (const auto& [other, found] : config) known += (known.empty() ? "" : ", ") + other;
    return tl::unexpected(
        fmt::format("--profile {}: the config file has no such section; {}", name,
                    known.empty() ? "it has none (see --config)" : "it has " + known));
  }
  if (!section->second.fault.empty()) {
    return tl::unexpected(
        fmt::format("profile {} of the config file: {}", name, section->second.fault));
  }
  return Complete(FromSection(section->second.values), environment,
                  fmt::format("profile {} of the config file", name));
}

}  // namespace

void AddConnectionOptions(CLI::App& command, ConnectionOptions& options,
                          const std::string& prefix) {
  const std::string group = prefix.empty() ? kConnectionGroup : "Connection of the target";
  const auto add = [&](const char* name, std::string& value, const char* type, const char* about) {
    command.add_option("--" + prefix + name, value, about)->type_name(type)->group(group);
  };
  add("connection-string", options.connection_string, "TEXT",
      "As the portal shows it, or UseDevelopmentStorage=true");
  add("account", options.account, "NAME", "Account; with its --key or a --sas");
  add("key", options.key, "KEY",
      "Account key in base64. Others see it in the list of\nprocesses: prefer $AZURE_STORAGE_KEY");
  add("sas", options.sas, "TOKEN", "Shared access signature: the token or the whole URL");
  add("endpoint", options.endpoint, "URL",
      "Address of the Table service, such as\nhttp://127.0.0.1:10002/ACCOUNT");
  add("profile", options.profile, "NAME", "Section of the config file");
  if (!prefix.empty()) return;
  add("config", options.config, "FILE",
      "Default: $ROWHOUSE_CONFIG, else ~/.config/rowhouse/config");
  add("ca-file", options.ca_file, "FILE", "PEM file of certificates to trust besides");
  command.add_flag("--insecure", options.insecure, "Trust any certificate")->group(group);
  command
      .add_option("--timeout", options.timeout_seconds,
                  "Of a request with its repetitions. Default: 60")
      ->check(Between(1, 3600))
      ->type_name("SECONDS")
      ->group(group);
}

void AddWaitOption(CLI::App& command, ConnectionOptions& options) {
  constexpr int default_seconds = 300;
  constexpr int seconds_max = 86'400;
  options.wait_seconds = default_seconds;
  command
      .add_option("--wait", options.wait_seconds,
                  "How long each request waits for a server that throttles\n"
                  "or restarts. Default: 300")
      ->check(Between(0, seconds_max))
      ->type_name("SECONDS");
}

void AddAdminOptions(CLI::App& command, ConnectionOptions& options) {
  AddConnectionOptions(command, options);
  command
      .add_option("--admin-token", options.admin_token,
                  "The server's --admin-token. Default: $ROWHOUSE_ADMIN_TOKEN")
      ->type_name("TOKEN")
      ->group(kConnectionGroup);
}

Found ChooseCredentials(const ConnectionOptions& options, const Environment& environment,
                        const Config& config) {
  const auto with_token = [&](Found found) {
    if (found && !options.admin_token.empty()) found->admin_token = options.admin_token;
    if (found && found->admin_token.empty()) {
      found->admin_token = ValueOr(environment, "ROWHOUSE_ADMIN_TOKEN");
    }
    return found;
  };
  if (HasCredentials(options)) {
    return with_token(Complete(options, environment, "the command line"));
  }
  if (!options.profile.empty()) {
    return with_token(FromProfile(options.profile, environment, config));
  }
  if (const std::string text = ValueOr(environment, "AZURE_STORAGE_CONNECTION_STRING");
      !text.empty()) {
    ConnectionOptions from_environment;
    from_environment.connection_string = text;
    return with_token(Complete(from_environment, environment, "AZURE_STORAGE_CONNECTION_STRING"));
  }
  if (!ValueOr(environment, "AZURE_STORAGE_ACCOUNT").empty()) {
    return with_token(Complete(AccountOf(environment), environment, "AZURE_STORAGE_ACCOUNT"));
  }
  if (const auto section = config.find("default"); section != config.end()) {
    if (!section->second.fault.empty() || HasCredentials(FromSection(section->second.values))) {
      return with_token(FromProfile("default", environment, config));
    }
  }
  Credentials development;
  development.connection_string = "UseDevelopmentStorage=true";
  development.origin = "the development account";
  return with_token(std::move(development));
}

}  // namespace rowhouse::cli
