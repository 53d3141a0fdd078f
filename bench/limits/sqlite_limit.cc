// rowhouse-bench-sqlite-limit: what SQLite alone costs. The workloads of rowhouse-bench as bare
// loops over one file, without HTTP, JSON or threads between.

#include "bench/limits/sqlite_table.h"
#include "bench/load_driver/result.h"
#include "bench/load_driver/workload.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <random>
#include <string>
#include <vector>

namespace rowhouse::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::filesystem::path folder;
  TableSpec table = {};
  std::string shape = "few";
  std::string workload;
  std::uint64_t connections = 1;
  std::uint64_t threads = 2;
  double seconds = 5;
  double warm_up_seconds = 0.5;

  Workload Work() const { return ParseWorkload(workload).value(); }
};

// How much one call did.
struct Step {
  std::uint64_t operations = 1;
  std::uint64_t entities = 1;
};

std::chrono::nanoseconds Seconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

// Calls `step` for the warm-up and the measured time; at least once measured. The operations of
// one step have its time as their latency.
RunResult Measure(const Arguments& arguments, const std::function<Step()>& step) {
  RunResult result{
      .workload = arguments.Work(), .table = arguments.table, .connections = arguments.connections};
  const auto warm_until = Clock::now() + Seconds(arguments.warm_up_seconds);
  while (Clock::now() < warm_until) step();
  const auto began = Clock::now();
  auto now = began;
  do {
    const Step done = step();
    const auto ended = Clock::now();
    const auto latency = static_cast<std::uint64_t>((ended - now).count());
    for (std::uint64_t i = 0; i < done.operations; ++i) result.latency.Record(latency);
    result.operations += done.operations;
    result.work.entities += done.entities;
    now = ended;
  } while (now < began + Seconds(arguments.seconds));
  result.work.requests = result.operations;
  result.seconds = std::chrono::duration<double>(now - began).count();
  result.operations_per_second = static_cast<double>(result.operations) / result.seconds;
  return result;
}

// One commit for the writes of all connections: what a server that groups them can reach at best.
Step WriteGroup(const Arguments& arguments, SqliteTable& file, std::mt19937_64& random,
                std::uint64_t& number) {
  const Workload workload = arguments.Work();
  std::uint64_t entities = 0;
  file.Begin();
  for (std::uint64_t i = 0; i < arguments.connections; ++i) {
    if (workload == Workload::kUpsert) {
      const std::uint64_t index = random() % arguments.table.rows;
      const RowKeys keys = KeysOf(arguments.table, index);
      file.Upsert(keys,
                  PropertiesJson(
                      keys, {.bucket = BucketOf(index), .number = index, .text_seed = random()}));
      ++entities;
      continue;
    }
    const RowKeys keys = NewKeys(arguments.table, fmt::format("{:x}", random()), ++number);
    const std::uint64_t rows = workload == Workload::kBatch ? kBatchRows : 1;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const RowKeys item{keys.partition, fmt::format("{}-{:02}", keys.row, row)};
      file.Insert(item, PropertiesJson(item, {.bucket = -1, .number = number, .text_seed = row}));
    }
    entities += rows;
  }
  file.Commit();
  return {.operations = arguments.connections, .entities = entities};
}

Step Read(const Arguments& arguments, SqliteTable& file, std::mt19937_64& random) {
  const TableSpec& table = arguments.table;
  std::uint64_t found = 0;
  std::uint64_t wanted = 1;
  switch (arguments.Work()) {
    case Workload::kRange: {
      const RowSpan rows = RandomSpan(table, kRangeRows, random);
      found = file.Range(rows);
      wanted = rows.end - rows.first;
      break;
    }
    case Workload::kPage: {
      const RowSpan rows = RandomSpan(table, kPageRows, random);
      found = file.Page(rows);
      wanted = rows.end - rows.first;
      break;
    }
    case Workload::kFilter:
      found = file.Filter(kBucketSought);
      wanted = RowsSought(table);
      break;
    case Workload::kPoint:
    case Workload::kInsert:
    case Workload::kUpsert:
    case Workload::kBatch:
      found = file.Get(KeysOf(table, random() % table.rows));
      break;
  }
  if (found != wanted) throw SqliteError(fmt::format("{} rows instead of {}", found, wanted));
  return {.operations = 1, .entities = found};
}

RunResult RunWrites(const Arguments& arguments) {
  SqliteTable file(arguments.folder, arguments.table);
  std::mt19937_64 random(std::random_device{}());
  std::uint64_t number = 0;
  return Measure(arguments, [&] { return WriteGroup(arguments, file, random, number); });
}

RunResult ReadLoop(const Arguments& arguments, std::uint64_t thread) {
  SqliteTable file(arguments.folder, arguments.table);
  std::mt19937_64 random(arguments.table.seed * 1'000'003 + thread);
  return Measure(arguments, [&] { return Read(arguments, file, random); });
}

// As many reading threads as connections, but no more than --threads.
RunResult RunReads(const Arguments& arguments) {
  // The first one fills the file before the threads open it.
  const SqliteTable first(arguments.folder, arguments.table);
  std::vector<std::future<RunResult>> parts;
  for (std::uint64_t i = 0; i < std::min(arguments.connections, arguments.threads); ++i) {
    parts.push_back(
        std::async(std::launch::async, [&arguments, i] { return ReadLoop(arguments, i); }));
  }
  RunResult whole{
      .workload = arguments.Work(), .table = arguments.table, .connections = arguments.connections};
  for (auto& part : parts) {
    const RunResult result = part.get();
    whole.operations += result.operations;
    whole.operations_per_second += result.operations_per_second;
    whole.work.requests += result.work.requests;
    whole.work.entities += result.work.entities;
    whole.seconds = std::max(whole.seconds, result.seconds);
    whole.latency.Merge(result.latency);
  }
  if (whole.workload == Workload::kFilter) {
    whole.work.rows_scanned = whole.operations * arguments.table.rows;
  }
  return whole;
}

void AddOptions(CLI::App& app, Arguments& arguments) {
  std::vector<std::string> workloads;
  workloads.reserve(kWorkloads.size());
  for (const Workload workload : kWorkloads) workloads.emplace_back(WorkloadName(workload));
  app.add_option("--folder", arguments.folder, "where the file is or will be")->required();
  app.add_option("--workload", arguments.workload, "as for rowhouse-bench")
      ->required()
      ->check(CLI::IsMember(workloads));
  app.add_option("--connections", arguments.connections,
                 "rows (or batches) of one commit; for reads, threads up to --threads")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  app.add_option("--threads", arguments.threads, "reading threads at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--rows", arguments.table.rows, "rows of the table")
      ->capture_default_str()
      ->check(CLI::Range(10, 100000000));
  app.add_option("--shape", arguments.shape, "how rows lie in partitions")
      ->capture_default_str()
      ->check(CLI::IsMember({"few", "each"}));
  app.add_option("--seconds", arguments.seconds, "measured time")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 3600.0));
  app.add_option("--warm-up", arguments.warm_up_seconds, "seconds before it, not measured")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 600.0));
}

int Start(int argc, char** argv) {
  Arguments arguments;
  CLI::App app(
      "The workloads of rowhouse-bench as bare SQLite loops over one file (WAL, synchronous=FULL,\n"
      "16 KiB pages): the upper limit for any server that keeps its rows so. Prints one line of\n"
      "JSON, as rowhouse-bench does.",
      "rowhouse-bench-sqlite-limit");
  AddOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : 2;
  }
  arguments.table.shape = arguments.shape == "few" ? Shape::kFew : Shape::kEach;
  const RunResult result = IsWrite(arguments.Work()) ? RunWrites(arguments) : RunReads(arguments);
  fmt::print("{}\n", ToJsonLine(result));
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace rowhouse::bench

int main(int argc, char** argv) {
  try {
    return rowhouse::bench::Start(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rowhouse-bench-sqlite-limit: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
