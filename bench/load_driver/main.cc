// rowhouse-bench: measures a Table service from outside. `rowhouse-bench --help` explains it.

#include "bench/load_driver/loader.h"
#include "bench/load_driver/runner.h"
#include "bench/load_driver/set_up.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rowhouse::bench {
namespace {

constexpr const char* kDevelopmentKey =
    "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

constexpr int kExitBadArguments = 2;
constexpr int kExitNotFinished = 3;

constexpr const char* kAbout =
    R"(Measures a Table service: any that answers Shared Key Lite over http.

A table has --rows rows of --entity-bytes in one of two shapes: "few" partitions
(one for every 1,000 rows, at most 10) or one partition for "each" row. Fill it,
then run workloads against it; a table that is already there is found and used
again:

  rowhouse-bench load --rows 10000 --shape few
  rowhouse-bench run --workload point --connections 8 --rows 10000 --shape few

Workloads (each connection has one request in flight):
  point   read one entity by its keys
  range   10 neighbouring entities by a range of keys
  page    1,000 neighbouring entities, a full page
  filter  a property filter over the whole table, following continuation tokens
  upsert  insert-or-replace an entity of the table
  insert  a new entity
  batch   one transaction of 100 inserts, in one partition
  create  --rows new partitions of one row each, in a new table, until all exist

insert and batch make the table grow: run them last. Answers are checked (status,
number of rows, first key); a wrong one counts as an error, not as an operation.

The rate is the number of operations that ended within one window of time, the same
for all connections, divided by its length. The window opens when all connections
have begun and the warm-up is over. It is --seconds long, and longer, up to --cap,
while fewer than 4 operations for each connection (and 10) have ended in it.
Prints one line of JSON. Exit code: 0 done; 1 failed or with wrong answers; 2 bad
arguments; 3 a load that its time limit ended.)";

struct Arguments {
  std::string endpoint = "http://127.0.0.1:10002/devstoreaccount1";
  std::string account = "devstoreaccount1";
  std::string key = kDevelopmentKey;
  std::uint64_t connections = 8;
  TableSpec table = {};
  std::string shape = "few";
  double cap_seconds = 0;  // 0: not given
  // run only
  std::string workload;
  double seconds = 5;
  double warm_up_seconds = 0.5;
  bool any_answer = false;
  pid_t server_pid = 0;
};

std::chrono::nanoseconds Seconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

int Fail(const std::string& error) {
  fmt::print(stderr, "rowhouse-bench: {}\n", error);
  return EXIT_FAILURE;
}

// Distinguishes the new rows of one run from those of all others.
std::string RunTag() {
  return fmt::format("{:x}", std::chrono::system_clock::now().time_since_epoch().count());
}

int RunWorkload(const Arguments& arguments, const Endpoint& endpoint,
                const Credential& credential) {
  TableSpec table = arguments.table;
  const Workload workload = ParseWorkload(arguments.workload).value();
  if (workload == Workload::kCreate) table.shape = Shape::kEach;
  RunOptions options{.endpoint = endpoint,
                     .credential = credential,
                     .work = {.workload = workload,
                              .table = table,
                              .tag = RunTag(),
                              .any_answer = arguments.any_answer},
                     .connections = arguments.connections,
                     .warm_up = Seconds(arguments.warm_up_seconds),
                     .measure = Seconds(arguments.seconds),
                     .server_pid = arguments.server_pid};
  if (arguments.cap_seconds > 0) options.cap = Seconds(arguments.cap_seconds);
  const auto result = Run(options);
  if (!result) return Fail(result.error());
  fmt::print("{}\n", ToJsonLine(*result));
  return result->errors.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

int LoadTable(const Arguments& arguments, const Endpoint& endpoint, const Credential& credential) {
  LoadOptions options{.endpoint = endpoint,
                      .credential = credential,
                      .table = arguments.table,
                      .connections = arguments.connections};
  if (arguments.cap_seconds > 0) options.cap = Seconds(arguments.cap_seconds);
  const auto result = Load(options);
  if (!result) return Fail(result.error());
  fmt::print("{}\n", ToJsonLine(*result));
  return result->finished ? EXIT_SUCCESS : kExitNotFinished;
}

int Wait(const Arguments& arguments, const Endpoint& endpoint, const Credential& credential) {
  const auto cap = Seconds(arguments.cap_seconds > 0 ? arguments.cap_seconds : 60);
  const auto answered = WaitForAnswer(endpoint, credential, arguments.table, cap);
  if (!answered) return Fail(answered.error());
  const std::chrono::duration<double> at = answered->time_since_epoch();
  fmt::print("{{\"answered_at\":{:.6f}}}\n", at.count());
  return EXIT_SUCCESS;
}

void AddCommonOptions(CLI::App& command, Arguments& arguments) {
  command.add_option("--endpoint", arguments.endpoint, "Table endpoint, path style")
      ->capture_default_str();
  command.add_option("--account", arguments.account, "account name")->capture_default_str();
  command.add_option("--key", arguments.key, "account key; default: the development account's");
  command.add_option("--connections", arguments.connections, "connections")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  command.add_option("--rows", arguments.table.rows, "rows of the table")
      ->capture_default_str()
      ->check(CLI::Range(10, 100000000));
  command.add_option("--shape", arguments.shape, "how rows lie in partitions")
      ->capture_default_str()
      ->check(CLI::IsMember({"few", "each"}));
  command
      .add_option("--entity-bytes", arguments.table.entity_bytes,
                  "bytes of an entity's JSON with its keys")
      ->capture_default_str()
      ->check(CLI::Range(kEntityBytesMin, kEntityBytesMax));
  command.add_option("--seed", arguments.table.seed, "seed of texts and of the choice of rows")
      ->capture_default_str();
}

CLI::App* AddRun(CLI::App& app, Arguments& arguments) {
  std::vector<std::string> workloads;
  workloads.reserve(kWorkloads.size());
  for (const Workload workload : kWorkloads) workloads.emplace_back(WorkloadName(workload));
  CLI::App* run = app.add_subcommand("run", "run one workload");
  AddCommonOptions(*run, arguments);
  run->add_option("--workload", arguments.workload, "what to run (see rowhouse-bench --help)")
      ->required()
      ->check(CLI::IsMember(workloads));
  run->add_option("--seconds", arguments.seconds, "measured time")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 3600.0));
  run->add_option("--warm-up", arguments.warm_up_seconds, "seconds before it, not measured")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 600.0));
  run->add_option("--cap", arguments.cap_seconds,
                  "seconds after which the run ends, whatever is in flight (60)")
      ->check(CLI::Range(0.1, 36000.0));
  run->add_option("--server-pid", arguments.server_pid,
                  "process of the server on this machine: the line also says what processor time\n"
                  "it and its children took in the measured time, and what they wrote to disk")
      ->check(CLI::Range(1, std::numeric_limits<pid_t>::max()));
  run->add_flag("--any-answer", arguments.any_answer,
                "check the status only (for a server that has no rows)");
  return run;
}

CLI::App* AddLoad(CLI::App& app, Arguments& arguments) {
  CLI::App* load = app.add_subcommand("load", "fill a table, unless it exists");
  AddCommonOptions(*load, arguments);
  load->add_option("--cap", arguments.cap_seconds,
                   "seconds after which the load ends unfinished (1800)")
      ->check(CLI::Range(0.1, 36000.0));
  return load;
}

CLI::App* AddWait(CLI::App& app, Arguments& arguments) {
  CLI::App* wait = app.add_subcommand(
      "wait",
      "ask for the table's first row until the server gives it, and say when that was:\n"
      "in seconds of CLOCK_MONOTONIC");
  AddCommonOptions(*wait, arguments);
  wait->add_option("--cap", arguments.cap_seconds, "seconds after which it gives up (60)")
      ->check(CLI::Range(0.1, 36000.0));
  return wait;
}

int Start(int argc, char** argv) {
  Arguments arguments;
  CLI::App app(kAbout, "rowhouse-bench");
  app.require_subcommand(1);
  const CLI::App* run = AddRun(app, arguments);
  AddLoad(app, arguments);
  const CLI::App* wait = AddWait(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : kExitBadArguments;
  }
  const auto endpoint = ParseEndpoint(arguments.endpoint);
  if (!endpoint) return Fail(endpoint.error());
  arguments.table.shape = arguments.shape == "few" ? Shape::kFew : Shape::kEach;
  const auto credential = Credential::Make(arguments.account, arguments.key);
  if (!credential) return Fail(credential.error());
  if (wait->parsed()) return Wait(arguments, *endpoint, *credential);
  return run->parsed() ? RunWorkload(arguments, *endpoint, *credential)
                       : LoadTable(arguments, *endpoint, *credential);
}

}  // namespace
}  // namespace rowhouse::bench

int main(int argc, char** argv) {
  try {
    return rowhouse::bench::Start(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rowhouse-bench: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
