#include "bench/load_driver/set_up.h"

#include "bench/load_driver/calls.h"
#include "bench/load_driver/session.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>
#include <utility>

namespace rowhouse::bench {
namespace {

constexpr std::chrono::seconds kTimeMax{60};
constexpr std::chrono::milliseconds kRetryPause{1};

}  // namespace

MaybeAnswer SendOne(const Endpoint& endpoint, const Credential& credential, const Call& call) {
  Session session;
  const auto server = session.Resolve(endpoint);
  if (!server) return tl::unexpected(server.error());
  Connection connection(session.Io(), *server);
  MaybeAnswer result = tl::unexpected<std::string>("no answer");
  connection.Send(RequestText(endpoint, credential, call, std::chrono::system_clock::now()),
                  [&](MaybeAnswer answer) {
                    result = std::move(answer);
                    session.Finish();
                  });
  session.RunUntilFinished(kTimeMax, [&] { connection.Close(); });
  return result;
}

tl::expected<void, std::string> CreateTable(const Endpoint& endpoint, const Credential& credential,
                                            std::string_view name) {
  const MaybeAnswer answer = SendOne(endpoint, credential, CreateTableCall(name));
  if (!answer) return tl::unexpected(answer.error());
  if (answer->status == 204 || answer->status == 409) return {};
  return tl::unexpected(
      fmt::format("cannot create table {}: {} {}", name, answer->status, answer->body));
}

tl::expected<std::chrono::steady_clock::time_point, std::string> WaitForAnswer(
    const Endpoint& endpoint, const Credential& credential, const TableSpec& table,
    std::chrono::nanoseconds cap) {
  const auto end = std::chrono::steady_clock::now() + cap;
  const Call call = PointReadCall(TableName(table), KeysOf(table, 0));
  std::string last = "no answer";
  while (std::chrono::steady_clock::now() < end) {
    const MaybeAnswer answer = SendOne(endpoint, credential, call);
    if (answer && answer->status == 200) return std::chrono::steady_clock::now();
    last = answer ? fmt::format("status {}", answer->status) : answer.error();
    std::this_thread::sleep_for(kRetryPause);
  }
  return tl::unexpected(
      fmt::format("{} does not answer for {}: {}", endpoint.Authority(), TableName(table), last));
}

}  // namespace rowhouse::bench
