// fan_out ENDPOINT [ROWS]: how long a day's log over 400 suffixes takes to read in RowKey order, by
// a fan-out and by asking each suffix in turn. Prints both and their ratio; fails when the fan-out
// is not in order, misses a row, or is less than ten times as fast.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <rowhouse/bulk_writer.h>
#include <rowhouse/fan_out.h>
#include <rowhouse/table_service_client.h>
#include <stdexcept>
#include <string>

namespace {

using namespace rowhouse::tables;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t kSuffixes = 400;
constexpr std::size_t kRounds = 5;
constexpr std::size_t kRowsByDefault = 1600;
constexpr double kRatioMin = 10;
const std::string kDay = "2026-03-01";

void Fill(const TableClient& log, const SuffixSet& suffixes, std::size_t rows) {
  BulkWriter writer(log, {.in_flight_max = 16});
  for (std::size_t i = 0; i < rows; ++i) {
    Entity line(suffixes.Key(kDay, i * 7919 % kSuffixes), std::to_string(1'000'000 + i));
    line["Text"] = "GET /orders/4711 200";
    line["Milliseconds"] = static_cast<std::int32_t>(i % 100);
    writer.Insert(std::move(line));
  }
  if (!writer.Finish().failures.empty()) throw std::runtime_error("filling failed");
}

std::size_t ReadInTurn(const TableClient& log, const SuffixSet& suffixes) {
  std::size_t rows = 0;
  for (std::size_t i = 0; i < kSuffixes; ++i) {
    rows += log.Query({.filter = Where("PartitionKey") == suffixes.Key(kDay, i)}).Count();
  }
  return rows;
}

std::size_t ReadByFanOut(const TableClient& log, const SuffixSet& suffixes) {
  std::size_t rows = 0;
  std::string last;
  for (const Entity& line : FanOutQuery(log, suffixes, kDay)) {
    if (line.RowKey() < last) throw std::runtime_error("not in order");
    last = line.RowKey();
    ++rows;
  }
  return rows;
}

// The median of several rounds.
template <class Read>
double Measure(const Read& read, std::size_t rows) {
  std::array<double, kRounds> times{};
  for (double& time : times) {
    const auto begin = std::chrono::steady_clock::now();
    if (read() != rows) throw std::runtime_error("rows are missing");
    time = Milliseconds(std::chrono::steady_clock::now() - begin).count();
  }
  std::sort(times.begin(), times.end());
  return times[kRounds / 2];
}

int Run(const std::string& endpoint, std::size_t rows) {
  const TableServiceClient service(endpoint, SharedKeyCredential::Development());
  const TableClient log = service.CreateTableIfNotExists("FanOutLog");
  const SuffixSet suffixes(kSuffixes);
  Fill(log, suffixes, rows);
  const double in_turn = Measure([&] { return ReadInTurn(log, suffixes); }, rows);
  const double fan_out = Measure([&] { return ReadByFanOut(log, suffixes); }, rows);
  log.DeleteTable();
  std::printf("%zu rows over %zu suffixes: in turn %.1f ms, fan-out %.1f ms, ratio %.1f\n", rows,
              kSuffixes, in_turn, fan_out, in_turn / fan_out);
  return in_turn >= kRatioMin * fan_out ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: fan_out ENDPOINT [ROWS]\n", stderr);
    return EXIT_FAILURE;
  }
  try {
    return Run(arguments[1], count > 2 ? std::stoul(arguments[2]) : kRowsByDefault);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fan_out: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
