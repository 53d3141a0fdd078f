#pragma once
// Labelled streams of operations for judging the detector: made up here, by kinds that are known to
// be hot and kinds that only look like it.

#include "table_service/hotspot/access.h"
#include "table_service/hotspot/finding.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace rowhouse::test {

// How a kind's keys are labelled.
inline constexpr auto kAscending = KeyDirection::kAscending;
inline constexpr auto kDescending = KeyDirection::kDescending;
inline constexpr std::nullopt_t kNone = std::nullopt;

struct TraceRow {
  double seconds = 0;
  AccessKind kind = AccessKind::kInsert;
  std::string partition_key;
  std::string row_key;
};

// Draws, times and texts for one trace; each trace has its own seed.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::uint64_t Below(std::uint64_t limit);
  double Uniform(double low, double high);
  double Gauss(double mean, double deviation);
  bool Odds(double chance) { return Uniform(0, 1) < chance; }
  std::string Hex(std::size_t digits);
  std::string Guid();  // random
  double NextTime();   // of Poisson arrivals, 200 a second
  // 0..count-1 as that many concurrent writers would let them arrive.
  std::vector<std::uint64_t> Jittered(std::size_t count, double writers);

 private:
  std::mt19937_64 random_;
  double time_ = 0;
};

// strftime() of seconds after 2026-03-01.
std::string Stamp(double seconds, const char* form);
std::string IsoStamp(double seconds);       // with microseconds
std::string InvertedTicks(double seconds);  // falls as time goes on
std::string Padded(std::uint64_t number, int digits);

// Each of `count` rows filled by fill(draw, i, row); its time is there.
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
  // Nothing: either verdict will do.
  std::optional<std::vector<std::string>> hot;
  std::function<std::vector<TraceRow>(Draw&, std::size_t count)> make;
};

std::vector<TraceKind> PartitionKeyTraces();
std::vector<TraceKind> RowKeyTraces();
std::vector<TraceKind> HotPartitionTraces();
std::vector<TraceKind> WriterTraces();

}  // namespace rowhouse::test
