// Metrics about the server itself: process, connections, queues, tables, commits, headroom.

#include "table_service/admin/metric_families.h"
#include "table_service/admin/process_figures.h"
#include "table_service/admin/table_sizes.h"
#include "table_service/hotspot/severity.h"
#include "table_service/traffic/traffic.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rowhouse::admin {
namespace {

// How long a scrape waits for sizes that may be old; afterwards it gets the last ones.
constexpr std::chrono::milliseconds kMetricsPatience{200};

double Number(std::uint64_t count) { return static_cast<double>(count); }

void AddBuild(Families& families) {
  auto build = Gauge("rowhouse_build_info", "1, with the version of the server.");
  AddLevel(build, {{"version", ROWHOUSE_VERSION}}, 1);
  families.push_back(std::move(build));
}

// The names are those of Prometheus' own clients.
void AddProcess(Families& families) {
  const auto process = ReadProcessFigures();
  if (!process) return;
  AddCounter(families, "process_cpu_seconds_total", "Processor time used, user and system.",
             process->cpu_seconds);
  AddGauge(families, "process_resident_memory_bytes", "Memory in use.",
           Number(process->resident_bytes));
  AddGauge(families, "process_virtual_memory_bytes", "Address space in use.",
           Number(process->virtual_bytes));
  AddGauge(families, "process_open_fds", "Open file descriptors.",
           Number(process->open_descriptors));
  AddGauge(families, "process_max_fds", "The most file descriptors that may be open.",
           Number(process->descriptors_max));
  AddGauge(families, "process_start_time_seconds", "Start of the process, in seconds since 1970.",
           process->start_seconds);
}

void AddConnections(Families& families, const ServerFigures& server) {
  if (!server.connections) return;
  AddGauge(families, "rowhouse_open_connections", "Connections of clients that are open.",
           Number(server.connections->open));
  AddCounter(families, "rowhouse_accepted_connections_total",
             "Connections of clients that were accepted.", Number(server.connections->accepted));
}

void AddMemory(Families& families, const ServerFigures& server) {
  if (!server.memory) return;
  AddGauge(families, "rowhouse_body_bytes",
           "Memory for bodies of requests and answers that are larger than 4 KiB.",
           Number(server.memory->used()));
  AddCounter(families, "rowhouse_body_refusals_total",
             "Requests that were refused because such bodies took half of --memory-max.",
             Number(server.memory->refusals()));
}

struct AccountSize {
  std::uint64_t tables = 0;
  store::TableSize size = {};
};

void AddSizes(Families& families, const AdminServices& services) {
  const auto survey = services.sizes.Get(kMetricsPatience);
  if (!survey) return;
  std::map<std::string, AccountSize> accounts;
  for (const auto& [name, account] : *services.accounts.All()) accounts[name] = {};
  for (const MeasuredTable& table : survey->tables) {
    AccountSize& account = accounts[table.account];
    ++account.tables;
    if (!table.size) continue;
    account.size.rows += table.size->rows;
    account.size.bytes += table.size->bytes;
    account.size.partitions += table.size->partitions;
  }
  auto tables = Gauge("rowhouse_tables", "Tables, as old as rowhouse_size_age_seconds says.");
  auto entities = Gauge(
      "rowhouse_entities",
      "Entities, as old as rowhouse_size_age_seconds says. Estimated in tables above 256 MiB.");
  auto partitions = Gauge(
      "rowhouse_partitions",
      "Partitions, as old as rowhouse_size_age_seconds says. In the shared file of a table 100,000 "
      "at most are counted.");
  auto bytes = Gauge("rowhouse_data_bytes",
                     "Size of the tables' files, without write-ahead logs, as old as "
                     "rowhouse_size_age_seconds says.");
  for (const auto& [name, account] : accounts) {
    const Labels labels = {{"account", name}};
    AddLevel(tables, labels, Number(account.tables));
    AddLevel(entities, labels, Number(account.size.rows));
    AddLevel(partitions, labels, Number(account.size.partitions));
    AddLevel(bytes, labels, Number(account.size.bytes));
  }
  for (auto* const family : {&tables, &entities, &partitions, &bytes}) {
    families.push_back(std::move(*family));
  }
  const auto age = std::chrono::steady_clock::now() - survey->begin;
  AddGauge(families, "rowhouse_size_age_seconds",
           "Age of rowhouse_tables, _entities, _partitions and _data_bytes. Scrapes have them "
           "measured in the background, with 1/20 of a processor at most.",
           std::chrono::duration<double>(age).count());
}

void Add(store::HistogramCounts& sum, const store::HistogramCounts& counts) {
  if (sum.counts.empty()) sum = {.bounds = counts.bounds, .counts = {}, .sum = 0};
  sum.counts.resize(counts.counts.size());
  for (std::size_t i = 0; i < counts.counts.size(); ++i) sum.counts[i] += counts.counts[i];
  sum.sum += counts.sum;
}

// Returns the figures of all accounts together.
store::EngineFigures EngineOf(const AccountMap& accounts) {
  store::EngineFigures sum;
  for (const auto& [name, account] : accounts) {
    const auto* const files = account->store ? account->store->partition_files() : nullptr;
    if (files == nullptr) continue;
    const store::EngineFigures figures = files->Figures();
    Add(sum.commit_writes, figures.commit_writes);
    Add(sum.commit_seconds, figures.commit_seconds);
    sum.waiting_writes += figures.waiting_writes;
    sum.log_bytes += figures.log_bytes;
    sum.row_cache_bytes += figures.row_cache_bytes;
  }
  return sum;
}

void AddCommits(Families& families, const store::EngineFigures& engine) {
  auto writes = Histogram("rowhouse_commit_group_writes",
                          "Writes that were committed together, with one sync.");
  AddHistogram(writes, {}, engine.commit_writes);
  families.push_back(std::move(writes));
  auto seconds =
      Histogram("rowhouse_commit_sync_seconds",
                "Time of a commit for writing the log and, unless --sync says otherwise, "
                "syncing it to the disk.");
  AddHistogram(seconds, {}, engine.commit_seconds);
  families.push_back(std::move(seconds));
  AddGauge(families, "rowhouse_wal_bytes",
           "Size of the write-ahead logs of the open files, as of now.", Number(engine.log_bytes));
  AddGauge(families, "rowhouse_row_cache_bytes",
           "Memory for the rows of files that are read again and again (--row-cache).",
           Number(engine.row_cache_bytes));
}

void AddQueues(Families& families, const AdminServices& services,
               const store::EngineFigures& engine) {
  auto queues = Gauge("rowhouse_queue_length", "Writes and requests that wait for a thread.");
  AddLevel(queues, {{"queue", "commits"}}, Number(engine.waiting_writes));
  if (services.server.waiting_calls) {
    AddLevel(queues, {{"queue", "requests"}}, Number(services.server.waiting_calls()));
  }
  families.push_back(std::move(queues));
}

void AddHeadroom(Families& families, Traffic& traffic) {
  if (traffic.watch() == nullptr) return;
  double busiest = 0;
  for (const TrafficRegistry::Entry& entry : traffic.registry().All()) {
    busiest = std::max(busiest, entry.traffic->Load(traffic.Now()).busiest);
  }
  AddGauge(families, "rowhouse_busiest_partition_rate",
           "Operations per second of the busiest partition, averaged over some 10 seconds.",
           busiest);
  AddGauge(families, "rowhouse_busiest_partition_limit_ratio",
           "That rate as a share of the 2,000 per second that a partition of the cloud takes.",
           busiest / kCloudPartitionRate);
}

}  // namespace

void AddServerFamilies(Families& families, const AdminServices& services) {
  const store::EngineFigures engine = EngineOf(*services.accounts.All());
  AddBuild(families);
  AddProcess(families);
  AddConnections(families, services.server);
  AddMemory(families, services.server);
  AddQueues(families, services, engine);
  AddCommits(families, engine);
  AddSizes(families, services);
  AddHeadroom(families, services.traffic);
}

}  // namespace rowhouse::admin
