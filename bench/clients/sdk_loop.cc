// rowhouse-bench-sdk: the jobs of bench/clients/loop.mjs on the C++ client library.
//
// usage: rowhouse-bench-sdk bulk|insert|point|query ENDPOINT TABLE ROWS PARALLEL

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <map>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/table_service_client.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace rowhouse::tables;

constexpr std::size_t kPartitions = 10;
constexpr std::size_t kTextCharacters = 620;  // an entity is about 1 KiB of JSON

struct Arguments {
  std::string job;
  std::string endpoint;
  std::string table;
  std::size_t rows = 0;
  std::size_t parallel = 0;
};

std::string PartitionOf(std::size_t index) { return fmt::format("p{:02}", index % kPartitions); }
std::string RowOf(std::size_t index) { return fmt::format("r{:09}", index); }

Entity MakeEntity(std::size_t index) {
  Entity entity(PartitionOf(index), RowOf(index));
  entity["Bucket"] = static_cast<std::int32_t>(index % 100);
  entity["Amount"] = static_cast<double>(index % 1000) + 0.25;
  entity["Open"] = index % 2 == 0;
  entity["Serial"] = static_cast<std::int64_t>(index);
  entity["Placed"] = DateTime::Parse("2024-05-01T12:30:00Z");
  entity["Order"] = Guid::Parse(fmt::format("6f9619ff-8b86-d011-b42d-{:012x}", index));
  entity["Note"] = std::string(kTextCharacters, static_cast<char>('a' + index % 26));
  return entity;
}

// Calls `call` for every row, from as many threads as calls may be in flight.
std::size_t ForEachRow(const Arguments& arguments, const std::function<void(std::size_t)>& call) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> threads;
  for (std::size_t i = 0; i < arguments.parallel; ++i) {
    threads.push_back(std::async(std::launch::async, [&] {
      for (std::size_t row = next++; row < arguments.rows; row = next++) call(row);
    }));
  }
  for (auto& thread : threads) thread.get();
  return arguments.rows;
}

std::size_t Bulk(const TableClient& table, const Arguments& arguments) {
  BulkWriter writer(table, {.in_flight_max = arguments.parallel});
  for (std::size_t i = 0; i < arguments.rows; ++i) writer.Insert(MakeEntity(i));
  return writer.Finish().done;
}

std::size_t InsertEach(const TableClient& table, const Arguments& arguments) {
  return ForEachRow(arguments, [&](std::size_t row) { table.Insert(MakeEntity(row)); });
}

std::size_t ReadEach(const TableClient& table, const Arguments& arguments) {
  return ForEachRow(arguments, [&](std::size_t row) {
    const Entity entity = table.Get(PartitionOf(row), RowOf(row));
    if (entity.Get<std::int64_t>("Serial") != static_cast<std::int64_t>(row)) {
      throw std::runtime_error("wrong entity");
    }
  });
}

std::size_t ReadAll(const TableClient& table, const Arguments& /*arguments*/) {
  std::size_t rows = 0;
  for (const Entity& entity : table.Query()) rows += entity.RowKey().empty() ? 0U : 1U;
  return rows;
}

int Run(const Arguments& arguments) {
  const std::map<std::string, std::size_t (*)(const TableClient&, const Arguments&)> jobs{
      {"bulk", Bulk}, {"insert", InsertEach}, {"point", ReadEach}, {"query", ReadAll}};
  const auto job = jobs.find(arguments.job);
  if (job == jobs.end()) throw std::runtime_error("no job is called " + arguments.job);
  const TableServiceClient service(arguments.endpoint, SharedKeyCredential::Development());
  const TableClient table = service.CreateTableIfNotExists(arguments.table);
  const auto began = std::chrono::steady_clock::now();
  const std::size_t rows = job->second(table, arguments);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  fmt::print("{{\"rows\":{},\"seconds\":{:.4f}}}\n", rows, took.count());
  return rows == arguments.rows ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) {
    std::fputs("usage: rowhouse-bench-sdk bulk|insert|point|query ENDPOINT TABLE ROWS PARALLEL\n",
               stderr);
    return 2;
  }
  try {
    return Run({.job = words[1],
                .endpoint = words[2],
                .table = words[3],
                .rows = std::stoul(words[4]),
                .parallel = std::stoul(words[5])});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "rowhouse-bench-sdk: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
