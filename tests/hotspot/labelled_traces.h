#pragma once
// Labelled streams of operations to test the detector: generated kinds that are known to be hot and
// kinds that only look hot.

#include "table_service/hotspot/finding.h"
#include "table_service/hotspot/key_access.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace rowhouse::test {

// Labels of the keys of a kind.
inline constexpr auto kAscending = KeyDirection::kAscending;
inline constexpr auto kDescending = KeyDirection::kDescending;
inline constexpr std::nullopt_t kNone = std::nullopt;

struct TraceRow {
  double seconds = 0;
  AccessKind kind = AccessKind::kInsert;
  std::string partition_key;
  std::string row_key;
};

// Random numbers, times and texts for one trace; each trace has its own seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::uint64_t Below(std::uint64_t limit);
  double Uniform(double low, double high);
  double Gauss(double mean, double deviation);
  bool Odds(double chance) { return Uniform(0, 1) < chance; }
  std::string Hex(std::size_t digits);
  std::string Guid();  // random
  double NextTime();   // of Poisson arrivals, 200 per second
  // Returns 0..count-1 in the order in which they would arrive from that many concurrent writers.
  std::vector<std::uint64_t> Jittered(std::size_t count, double writers);

 private:
  std::mt19937_64 random_;
  double time_ = 0;
};

// Formats seconds after 2026-03-01 with strftime().
std::string Stamp(double seconds, const char* form);
std::string IsoStamp(double seconds);       // with microseconds
std::string InvertedTicks(double seconds);  // descends with time
std::string Padded(std::uint64_t number, int digits);

// Returns a function that makes `count` rows, each filled by fill(draw, i, row) after its time is
// set.
template <typename Fill>
auto Rows(Fill fill) {
  return [fill](Draw& draw, std::size_t count) {
    std::vector<TraceRow> rows(count);
    for (std::size_t i = 0; i < count; ++i) {
      rows[i].seconds = draw.NextTime();
      fill(draw, i, rows[i]);
    }
    return rows;
  };
}

struct TraceKind {
  std::string name;
  std::optional<KeyDirection> partition_key;
  std::optional<KeyDirection> row_key;
  // Nothing: any result is accepted.
  std::optional<std::vector<std::string>> hot;
  std::function<std::vector<TraceRow>(Draw&, std::size_t count)> make;
};

std::vector<TraceKind> PartitionKeyTraces();
std::vector<TraceKind> RowKeyTraces();
std::vector<TraceKind> HotPartitionTraces();
std::vector<TraceKind> WriterTraces();

}  // namespace rowhouse::test
