#include "table_service/server/azurites_place.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <system_error>

namespace rowhouse::server {
namespace {

constexpr const char* kDatabase = "__azurite_db_table__.json";

// Somebody who comes from Azurite with a folder that has data must not wonder where it is.
void LogUnreadDatabase(const Options& options) {
  std::error_code ignored;
  const auto database = options.data / kDatabase;
  const bool is_used =
      std::any_of(options.accounts.begin(), options.accounts.end(), [&](const auto& account) {
        return std::filesystem::exists(options.data / account.first, ignored);
      });
  if (options.in_memory || is_used || !std::filesystem::exists(database, ignored)) return;
  spdlog::warn(
      "{} has tables of Azurite, which are not read; load them into this server with: rowhouse "
      "import {}",
      database.string(), database.string());
}

}  // namespace

std::string AzuriteReady(const Reached& reached) {
  const std::uint16_t port = reached.port ? *reached.port : reached.tls_port.value_or(0);
  return fmt::format(
      "Azurite Table service is successfully listening at {0}://{1}:{2}\n"
      "Azurite Table service successfully started on {1}:{2}\n",
      reached.port ? "http" : "https", reached.host, port);
}

void LogAzuritesPlace(const Options& options) {
  for (const std::string& remark : options.azurite->remarks) spdlog::info(remark);
  const std::string_view known = AccountWithDevelopmentKey(options.accounts);
  if (!known.empty() && !options.ListensOnLoopbackOnly()) {
    spdlog::warn(
        "--tableHost {}: whoever reaches the port may read and change the tables of account '{}', "
        "since the development key is public; AZURITE_ACCOUNTS=NAME:KEY gives a key of your own",
        options.address, known);
  }
  LogUnreadDatabase(options);
}

}  // namespace rowhouse::server
