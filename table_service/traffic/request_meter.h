#pragma once
// Counts requests, their latencies and what their operations would cost. Cheap where it counts:
// each thread adds to its own numbers, which are summed on demand.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rowhouse {

// The kind under which a request is counted. The set is closed, so that clients cannot add to it.
enum class RequestKind : std::uint8_t {
  kGetEntity,
  kQueryEntities,
  kInsertEntity,
  kUpdateEntity,  // replace and merge, with If-Match
  kUpsertEntity,  // replace and merge, without If-Match
  kDeleteEntity,
  kBatch,
  kListTables,
  kGetTable,
  kCreateTable,
  kDeleteTable,
  kSettings,  // settings of the service or a table: policies, properties, statistics
  kAdmin,
  kOther  // refused before its kind was known
};
inline constexpr std::size_t kRequestKinds = static_cast<std::size_t>(RequestKind::kOther) + 1;
std::string_view NameOf(RequestKind kind);  // "get_entity"

// Upper bounds of the latency histogram in seconds; one more bucket is unbounded.
inline constexpr std::array<double, 13> kLatencyBounds{
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0};

// Totals of one kind since the start.
struct KindTotals {
  std::array<std::uint64_t, 5> by_status_class = {};  // 1xx to 5xx
  std::array<std::uint64_t, kLatencyBounds.size() + 1> by_latency = {};
  double latency_seconds = 0;
  std::uint64_t operations = 0;  // on entities, including those in batches
  double request_units = 0;      // of these operations
};

// Threads: all calls may overlap. No lock.
class RequestMeter {
 public:
  void CountRequest(RequestKind kind, int status, std::chrono::steady_clock::duration latency);
  void CountOperation(RequestKind kind, double request_units);

  KindTotals Totals(RequestKind kind) const;

 private:
  using Number = std::atomic<std::uint64_t>;
  struct Numbers {
    std::array<Number, 5> by_status_class = {};
    std::array<Number, kLatencyBounds.size() + 1> by_latency = {};
    Number latency_ns = 0;
    Number operations = 0;
    Number milli_units = 0;
  };
  struct alignas(64) Shard {
    std::array<Numbers, kRequestKinds> kinds = {};
  };
  static constexpr std::size_t kShards = 16;  // shared if there are more threads

  Numbers& NumbersOfThisThread(RequestKind kind);

  std::array<Shard, kShards> shards_;
};

}  // namespace rowhouse
