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
  app.add_flag("!--no-detector", options.detect,
               "Do not look for hot keys: no findings at\n"
               "/_rowhouse/hotspots, in the log and in metrics")
      ->group("Hot keys");
  app.add_option_function<std::string>(
         "--throttle",
         [&options](const std::string& text) {
           Check("--throttle", ParseThrottle(text, options.throttle));
         },
         "Answer 503 ServerBusy beyond so many operations a second,\n"
         "as the cloud does. cloud: 2,000 a partition and 20,000 an\n"
         "account; or partition:N,account:N")
      ->type_name("cloud|RATES")
      ->group("Hot keys");
  app.add_option_function<std::vector<std::string>>(
         "--provisioned",
         [&options](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) {
             Check("--provisioned", ParseProvisioned(text, options.throttle));
           }
         },
         "Answer 429 beyond so many request units a second, as the\n"
         "Cosmos Table API does; repeatable. N alone: for each table\n"
         "that is not named")
      ->type_name("[TABLE=]N")
      ->expected(1)
      ->take_all()
      ->group("Hot keys");
}

}  // namespace rowhouse::server
