#include "table_service/traffic/request_meter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace rowhouse {
namespace {

void Add(std::atomic<std::uint64_t>& number, std::uint64_t count) {
  number.fetch_add(count, std::memory_order_relaxed);
}

std::uint64_t Read(const std::atomic<std::uint64_t>& number) {
  return number.load(std::memory_order_relaxed);
}

std::size_t ThreadNumber() {
  static std::atomic<std::size_t> threads = 0;
  thread_local const std::size_t number = threads++;
  return number;
}

}  // namespace

std::string_view NameOf(RequestKind kind) {
  static constexpr std::array<std::string_view, kRequestKinds> names{
      "get_entity",    "query_entities", "insert_entity", "update_entity", "upsert_entity",
      "delete_entity", "batch",          "list_tables",   "get_table",     "create_table",
      "delete_table",  "settings",       "admin",         "other"};
  return names[static_cast<std::size_t>(kind)];
}

RequestMeter::Numbers& RequestMeter::NumbersOfThisThread(RequestKind kind) {
  return shards_[ThreadNumber() % kShards].kinds[static_cast<std::size_t>(kind)];
}

void RequestMeter::CountRequest(RequestKind kind, int status,
                                std::chrono::steady_clock::duration latency) {
  Numbers& numbers = NumbersOfThisThread(kind);
  const auto seconds = std::chrono::duration<double>(latency).count();
  const auto* const bound = std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), seconds);
  const auto bucket = static_cast<std::size_t>(bound - kLatencyBounds.begin());
  Add(numbers.by_status_class[static_cast<std::size_t>(std::clamp(status / 100, 1, 5) - 1)], 1);
  Add(numbers.by_latency[bucket], 1);
  Add(numbers.latency_ns, static_cast<std::uint64_t>(std::max<std::int64_t>(
                              0, std::chrono::nanoseconds(latency).count())));
}

void RequestMeter::CountOperation(RequestKind kind, double request_units) {
  Numbers& numbers = NumbersOfThisThread(kind);
  Add(numbers.operations, 1);
  Add(numbers.milli_units, static_cast<std::uint64_t>(std::llround(request_units * 1000)));
}

KindTotals RequestMeter::Totals(RequestKind kind) const {
  KindTotals totals;
  for (const Shard& shard : shards_) {
    const Numbers& numbers = shard.kinds[static_cast<std::size_t>(kind)];
    for (std::size_t i = 0; i < totals.by_status_class.size(); ++i) {
      totals.by_status_class[i] += Read(numbers.by_status_class[i]);
    }
    for (std::size_t i = 0; i < totals.by_latency.size(); ++i) {
      totals.by_latency[i] += Read(numbers.by_latency[i]);
    }
    totals.latency_seconds += static_cast<double>(Read(numbers.latency_ns)) / 1e9;
    totals.operations += Read(numbers.operations);
    totals.request_units += static_cast<double>(Read(numbers.milli_units)) / 1000;
  }
  return totals;
}

}  // namespace rowhouse
