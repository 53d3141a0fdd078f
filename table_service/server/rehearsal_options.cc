#include "table_service/server/rehearsal_options.h"

#include "table_service/traffic/throttle_options.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace rowhouse::server {
namespace {

void Check(const char* option, const tl::expected<void, std::string>& parsed) {
  if (!parsed) throw CLI::ValidationError(option, parsed.error());
}

}  // namespace

void AddRehearsalOptions(CLI::App& app, Options& options) {
  app.add_flag_callback(
         "--no-detector", [&options] { options.detect = false; },
         "Do not detect hot keys: no findings at\n"
         "/_rowhouse/hotspots, in the log and in the metrics")
      ->group("Hot keys");
  app.add_option_function<std::string>(
         "--throttle",
         [&options](const std::string& text) {
           Check("--throttle", ParseThrottle(text, options.throttle));
         },
         "Answer 503 ServerBusy above this many operations per\n"
         "second, as the cloud does. cloud: 2,000 per partition\n"
         "and 20,000 per account; or partition:N,account:N")
      ->type_name("cloud|RATES")
      ->group("Hot keys");
  app.add_option_function<std::vector<std::string>>(
         "--provisioned",
         [&options](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) {
             Check("--provisioned", ParseProvisioned(text, options.throttle));
           }
         },
         "Answer 429 above this many request units per second, as\n"
         "the Cosmos Table API does. N alone applies to each table\n"
         "not named. Repeatable")
      ->type_name("[TABLE=]N")
      ->expected(1)
      ->take_all()
      ->group("Hot keys");
}

}  // namespace rowhouse::server
