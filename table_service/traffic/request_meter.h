#pragma once
// Counts requests, their latencies and what their operations would cost. Cheap where it counts:
// each thread adds to numbers of its own, which are summed when somebody asks.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rowhouse {

// What a request is counted as. The set is closed, so that no client can make up more of them.
enum class RequestKind : std::uint8_t {
  kGetEntity,
  kQueryEntities,
  kInsertEntity,
  kUpdateEntity,  // replace and merge, with If-Match
  kUpsertEntity,  // the same without
  kDeleteEntity,
  kBatch,
  kListTables,
  kGetTable,
  kCreateTable,
  kDeleteTable,
  kSettings,  // about the service or a table, not its data: policies, properties, statistics
  kAdmin,
  kOther  // refused before it was known what it is
};
inline constexpr std::size_t kRequestKinds = static_cast<std::size_t>(RequestKind::kOther) + 1;
std::string_view NameOf(RequestKind kind);  // "get_entity"

// Upper bounds of the latency histogram, in seconds; one more bucket has no bound.
inline constexpr std::array<double, 13> kLatencyBounds{
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0};

// Since the start, of one kind.
struct KindTotals {
  std::array<std::uint64_t, 5> by_status_class = {};  // 1xx to 5xx
  std::array<std::uint64_t, kLatencyBounds.size() + 1> by_latency = {};
  double latency_seconds = 0;
  std::uint64_t operations = 0;  // on entities, those of batches, too
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
  static constexpr std::size_t kShards = 16;  // more threads than that share

  Numbers& OfThisThread(RequestKind kind);

  std::array<Shard, kShards> shards_;
};

}  // namespace rowhouse
