// rowhouse-bench-sqlite-limit: what SQLite alone costs. The workloads of rowhouse-bench as bare
// loops over one file, without HTTP, JSON or threads between.

#include "base/mutex.h"
#include "bench/limits/sqlite_table.h"
#include "bench/load_driver/process_usage.h"
#include "bench/load_driver/result.h"
#include "bench/load_driver/tally.h"
#include "bench/load_driver/workload.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
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
#include <latch>
#include <memory>
#include <random>
#include <string>
#include <unistd.h>
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
  double cap_seconds = 60;

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

// The threads of a workload and what they count together.
class Measurement {
 public:
  explicit Measurement(const Arguments& arguments, std::uint64_t threads)
      : arguments_(arguments),
        all_begin_(static_cast<std::ptrdiff_t>(threads)),
        meter_(getpid()),
        tally_(
            {.workload = arguments.Work(),
             .table = arguments.table,
             .connections = arguments.connections},
            {.length = Seconds(arguments.seconds),
             .enough = EnoughOperations(arguments.connections),
             .latest_end = Clock::now() + Seconds(arguments.cap_seconds)},
            [this] { meter_.Begin(); }, [this] { meter_.End(); }) {}

  // One thread's part: calls `step` until the window is closed. The operations of one step have its
  // time as their latency.
  void Loop(const std::function<Step()>& step) {
    all_begin_.arrive_and_wait();
    auto began = Clock::now();
    const auto open_at = began + Seconds(arguments_.warm_up_seconds);
    bool more = true;
    while (more) {
      const Step done = step();
      const auto ended = Clock::now();
      more = Count(began, ended, open_at, done);
      began = ended;
    }
  }

  RunResult Result() {
    const MutexLock lock(mutex_);
    RunResult result = tally_.Result();
    result.work.requests = result.operations;
    result.used = meter_.Used().value();
    return result;
  }

 private:
  bool Count(Clock::time_point began, Clock::time_point ended, Clock::time_point open_at,
             const Step& done) {
    const MutexLock lock(mutex_);
    if (opened_) {
      tally_.Completed(began, ended, {.entities = done.entities}, done.operations);
    } else if (ended >= open_at) {
      opened_ = true;
      tally_.Open(ended);
    }
    return tally_.Advance(ended);
  }

  const Arguments& arguments_;
  std::latch all_begin_;
  Mutex mutex_;
  UsageMeter meter_;
  Tally tally_ ROWHOUSE_TS(guarded_by(mutex_));
  bool opened_ ROWHOUSE_TS(guarded_by(mutex_)) = false;
};

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
      file.Upsert(keys, PropertiesJson(
                            arguments.table, keys,
                            {.bucket = BucketOf(index), .number = index, .text_seed = random()}));
      ++entities;
      continue;
    }
    const RowKeys keys = NewKeys(arguments.table, fmt::format("{:x}", random()), ++number);
    const std::uint64_t rows = workload == Workload::kBatch ? kBatchRows : 1;
    for (std::uint64_t row = 0; row < rows; ++row) {
      const RowKeys item{keys.partition, fmt::format("{}-{:02}", keys.row, row)};
      file.Insert(item, PropertiesJson(arguments.table, item,
                                       {.bucket = -1, .number = number, .text_seed = row}));
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
    case Workload::kCreate:
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
  Measurement measurement(arguments, 1);
  measurement.Loop([&] { return WriteGroup(arguments, file, random, number); });
  return measurement.Result();
}

// As many reading threads as connections, but no more than --threads.
RunResult RunReads(const Arguments& arguments) {
  // The first one fills the file. All are there before a thread begins: the threads wait for
  // each other.
  std::vector<std::unique_ptr<SqliteTable>> files;
  for (std::uint64_t i = 0; i < std::min(arguments.connections, arguments.threads); ++i) {
    files.push_back(std::make_unique<SqliteTable>(arguments.folder, arguments.table));
  }
  Measurement measurement(arguments, files.size());
  std::vector<std::future<void>> parts;
  for (std::uint64_t i = 0; i < files.size(); ++i) {
    parts.push_back(std::async(std::launch::async, [&, i] {
      std::mt19937_64 random(arguments.table.seed * 1'000'003 + i);
      measurement.Loop([&] { return Read(arguments, *files[i], random); });
    }));
  }
  for (auto& part : parts) part.get();
  RunResult result = measurement.Result();
  if (result.workload == Workload::kFilter) {
    result.work.rows_scanned = result.operations * arguments.table.rows;
  }
  return result;
}

// --rows files, each made with its one row and synced, by --threads threads.
RunResult RunCreate(const Arguments& arguments) {
  std::filesystem::create_directories(arguments.folder);
  UsageMeter meter(getpid());
  std::atomic<std::uint64_t> next = 0;
  const auto create = [&] {
    Histogram latency;
    for (std::uint64_t i = next++; i < arguments.table.rows; i = next++) {
      const auto began = Clock::now();
      CreateOneRowFile(arguments.folder, arguments.table, i);
      latency.Record(static_cast<std::uint64_t>((Clock::now() - began).count()));
    }
    return latency;
  };
  meter.Begin();
  const auto began = Clock::now();
  std::vector<std::future<Histogram>> parts;
  for (std::uint64_t i = 0; i < arguments.threads; ++i) {
    parts.push_back(std::async(std::launch::async, create));
  }
  RunResult result{.workload = Workload::kCreate,
                   .table = arguments.table,
                   .connections = arguments.connections,
                   .operations = arguments.table.rows,
                   .work = {.requests = arguments.table.rows, .entities = arguments.table.rows}};
  for (auto& part : parts) result.latency.Merge(part.get());
  result.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  meter.End();
  result.used = meter.Used().value();
  return result;
}

RunResult RunWorkload(const Arguments& arguments) {
  if (arguments.Work() == Workload::kCreate) return RunCreate(arguments);
  return IsWrite(arguments.Work()) ? RunWrites(arguments) : RunReads(arguments);
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
                 "rows (or batches) of one commit; for reads, threads up to --threads;\n"
                 "create has --threads threads, whatever this is")
      ->capture_default_str()
      ->check(CLI::Range(1, 10000));
  app.add_option("--threads", arguments.threads, "threads that read (at most) or create")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  app.add_option("--rows", arguments.table.rows, "rows of the table; create: files to make")
      ->capture_default_str()
      ->check(CLI::Range(10, 100000000));
  app.add_option("--shape", arguments.shape, "how rows lie in partitions")
      ->capture_default_str()
      ->check(CLI::IsMember({"few", "each"}));
  app.add_option("--entity-bytes", arguments.table.entity_bytes, "bytes of an entity's JSON")
      ->capture_default_str()
      ->check(CLI::Range(kEntityBytesMin, kEntityBytesMax));
  app.add_option("--seconds", arguments.seconds, "measured time")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 3600.0));
  app.add_option("--warm-up", arguments.warm_up_seconds, "seconds before it, not measured")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 600.0));
  app.add_option("--cap", arguments.cap_seconds,
                 "seconds that the measured time ends after at latest")
      ->capture_default_str()
      ->check(CLI::Range(0.1, 36000.0));
}

int Start(int argc, char** argv) {
  Arguments arguments;
  CLI::App app(
      "The workloads of rowhouse-bench as bare SQLite loops over one file (WAL, synchronous=FULL,\n"
      "16 KiB pages): the upper limit for any server that keeps its rows so. A writing loop is "
      "one\n"
      "thread that commits the writes of --connections operations together; all rows are in one\n"
      "file, whatever the shape. create makes one file for each row and syncs file and folder.\n"
      "Prints one line of JSON, as rowhouse-bench does.",
      "rowhouse-bench-sqlite-limit");
  AddOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : 2;
  }
  arguments.table.shape = arguments.shape == "few" ? Shape::kFew : Shape::kEach;
  if (arguments.Work() == Workload::kCreate) arguments.table.shape = Shape::kEach;
  fmt::print("{}\n", ToJsonLine(RunWorkload(arguments)));
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
