#include "table_service/server/next_steps.h"

#include "signing/string_to_sign.h"

#include <fmt/format.h>
#include <system_error>

namespace rowhouse::server {
namespace {

constexpr std::uint16_t kDevelopmentPort = 10002;  // the one that UseDevelopmentStorage=true means

// A browser and a client on this machine cannot open "any address".
std::string ReachableHost(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  if (host == "[::]") return "[::1]";
  return host;
}

std::string BaseUrl(const Reached& reached) {
  const std::string host = ReachableHost(reached.host);
  return reached.port ? fmt::format("http://{}:{}/", host, *reached.port)
                      : fmt::format("https://{}:{}/", host, reached.tls_port.value_or(0));
}

// The account that the lines are about: the development account if it is served.
const std::string& ShownAccount(const Accounts& accounts) {
  const auto development = accounts.find(std::string(kDevelopmentAccount));
  return development != accounts.end() ? development->first : accounts.begin()->first;
}

std::string ConnectionString(const std::string& account, const Reached& reached) {
  const bool is_development = account == kDevelopmentAccount;
  if (is_development && reached.port == kDevelopmentPort &&
      ReachableHost(reached.host) == "127.0.0.1") {
    return "UseDevelopmentStorage=true";
  }
  return fmt::format("DefaultEndpointsProtocol={};AccountName={};AccountKey={};TableEndpoint={}{}",
                     reached.port ? "http" : "https", account,
                     is_development ? kDevelopmentKeyBase64 : "KEY", BaseUrl(reached), account);
}

}  // namespace

std::string Urls(const Reached& reached) {
  std::string urls;
  if (reached.port) urls = fmt::format("http://{}:{}/", reached.host, *reached.port);
  if (reached.port && reached.tls_port) urls += " and ";
  if (reached.tls_port) urls += fmt::format("https://{}:{}/", reached.host, *reached.tls_port);
  return urls;
}

std::string NextSteps(const Options& options, const Reached& reached, const std::string& command) {
  const std::string connection = ConnectionString(ShownAccount(options.accounts), reached);
  const bool is_default = connection == "UseDevelopmentStorage=true";
  return fmt::format(
      "  connection string  {}\n"
      "  to try it          {} table create people{}\n"
      "  in a browser       {}\n",
      connection, command, is_default ? "" : fmt::format(" --connection-string '{}'", connection),
      BaseUrl(reached));
}

std::string CommandBeside(const std::filesystem::path& server,
                          const std::filesystem::path& working_folder) {
  std::error_code ignored;
  const auto command = server.parent_path() / "rowhouse";
  if (!std::filesystem::exists(command, ignored)) return "rowhouse";
  const auto from_here = command.lexically_relative(working_folder);
  return from_here.empty() || *from_here.begin() == ".." ? command.string() : from_here.string();
}

}  // namespace rowhouse::server
