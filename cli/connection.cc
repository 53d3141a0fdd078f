#include "cli/connection.h"

#include "base/ascii.h"
#include "cli/outcome/command_error.h"
#include "cli/terminal/interrupt.h"
#include "client/calls/http_transport.h"
#include "client/calls/proxy.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace rowhouse::cli {
namespace {

namespace fs = std::filesystem;

// Longer pauses would leave the rate that a throttling server allows unused.
constexpr std::chrono::seconds kPatientDelay{2};

Environment ReadEnvironment() {
  Environment environment;
  for (const char* name :
       {"AZURE_STORAGE_CONNECTION_STRING", "AZURE_STORAGE_ACCOUNT", "AZURE_STORAGE_KEY",
        "AZURE_STORAGE_SAS_TOKEN", "AZURE_STORAGE_SERVICE_ENDPOINT", "ROWHOUSE_ADMIN_TOKEN"}) {
    if (const char* value = std::getenv(name); value != nullptr) environment[name] = value;
  }
  return environment;
}

void WarnIfOthersRead(const fs::path& path) {
  std::error_code error;
  const fs::perms permissions = fs::status(path, error).permissions();
  constexpr fs::perms others = fs::perms::group_read | fs::perms::others_read;
  if (!error && (permissions & others) != fs::perms::none) {
    fmt::print(stderr, "rowhouse: others can read {}; chmod 600 ends that\n", path.string());
  }
}

}  // namespace

Config ReadConfig(const ConnectionOptions& options) {
  const fs::path path = options.config.empty() ? DefaultConfigPath() : fs::path(options.config);
  std::ifstream file(path);
  if (!file) {
    if (options.config.empty()) return {};
    throw CommandError(ExitCode::kUsage, fmt::format("--config {}: cannot be read", path.string()));
  }
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  WarnIfOthersRead(path);
  return ParseConfig(text);
}

Credentials FindCredentials(const ConnectionOptions& options) {
  auto found = ChooseCredentials(options, ReadEnvironment(), ReadConfig(options));
  if (!found) throw CommandError(ExitCode::kUsage, found.error());
  return *std::move(found);
}

tables::AccountAddress AddressOf(const Credentials& credentials) {
  try {
    if (!credentials.sas_url.empty()) return tables::ParseAccountSasUrl(credentials.sas_url);
    if (!credentials.connection_string.empty()) {
      return tables::ParseConnectionString(credentials.connection_string);
    }
    return tables::AddressOf(credentials.endpoint,
                             tables::SharedKeyCredential(credentials.account, credentials.key));
  } catch (const std::invalid_argument& error) {
    throw CommandError(ExitCode::kUsage, fmt::format("{}: {}", credentials.origin, error.what()));
  }
}

tables::ClientOptions ClientOptionsFor(const ConnectionOptions& options,
                                       const tables::AccountAddress& address) {
  tables::ClientOptions client;
  client.timeout = std::chrono::seconds(options.timeout_seconds);
  if (options.wait_seconds > 0) {
    client.retry.patience = std::chrono::seconds(options.wait_seconds);
    client.retry.delay_max = kPatientDelay;
    client.retry.give_up = InterruptToken();
  }
  client.user_agent = "rowhouse-cli/" ROWHOUSE_VERSION;
  client.ca_file = options.ca_file;
  client.verify_certificate = !options.insecure;
  client.bulk_load = options.bulk_load;
  const tables::ProxyVariable proxy =
      tables::ProxyOf(address.primary.origin, [](std::string_view name) {
        const char* const value = std::getenv(std::string(name).c_str());
        return std::string(value != nullptr ? value : "");
      });
  try {
    tables::ParseProxy(proxy.value);
  } catch (const std::invalid_argument& error) {
    throw CommandError(ExitCode::kUsage, fmt::format("{}: {}", proxy.name, error.what()));
  }
  client.proxy = proxy.value;
  try {
    client.transport = tables::MakeHttpTransport(client);
  } catch (const std::invalid_argument& error) {
    throw CommandError(ExitCode::kUsage, fmt::format("--ca-file: {}", error.what()));
  }
  return client;
}

tables::TableServiceClient Connect(const ConnectionOptions& options,
                                   const Credentials& credentials) {
  const tables::ClientOptions client = ClientOptionsFor(options, AddressOf(credentials));
  try {
    if (!credentials.sas_url.empty()) {
      return tables::TableServiceClient::FromSasUrl(credentials.sas_url, client);
    }
    if (!credentials.connection_string.empty()) {
      return tables::TableServiceClient::FromConnectionString(credentials.connection_string,
                                                              client);
    }
    return {credentials.endpoint, tables::SharedKeyCredential(credentials.account, credentials.key),
            client};
  } catch (const std::invalid_argument& error) {
    throw CommandError(ExitCode::kUsage, fmt::format("{}: {}", credentials.origin, error.what()));
  }
}

tables::TableServiceClient Connect(const ConnectionOptions& options) {
  return Connect(options, FindCredentials(options));
}

bool IsSameTable(const tables::TableClient& left, const tables::TableClient& right) {
  return AsciiLower(left.Url()) == AsciiLower(right.Url());
}

}  // namespace rowhouse::cli
