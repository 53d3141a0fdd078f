#include "bench/load_driver/result.h"

#include <algorithm>
#include <fmt/format.h>

namespace rowhouse::bench {
namespace {

double Milliseconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

std::string ErrorsJson(const std::map<std::string, std::uint64_t>& errors) {
  std::string text;
  for (const auto& [kind, count] : errors) {
    text += fmt::format(R"({}"{}":{})", text.empty() ? "" : ",", kind, count);
  }
  return "{" + text + "}";
}

}  // namespace

std::string ToJsonLine(const RunResult& result) {
  // Rates of requests and rows follow from that of operations, so that connections which measured
  // for a different time are weighed alike.
  const auto per_second = [&](std::uint64_t count) {
    const auto operations = static_cast<double>(std::max<std::uint64_t>(result.operations, 1));
    return result.operations_per_second * static_cast<double>(count) / operations;
  };
  return fmt::format(
      R"({{"workload":"{}","connections":{},"rows":{},"shape":"{}","operations":{},"requests":{},)"
      R"("entities":{},"rows_scanned":{},"answer_bytes":{},"seconds":{:.3f},)"
      R"("operations_per_second":{:.3f},"requests_per_second":{:.3f},)"
      R"("entities_per_second":{:.3f},"rows_scanned_per_second":{:.1f},)"
      R"("p50_ms":{:.4f},"p95_ms":{:.4f},"p99_ms":{:.4f},"max_ms":{:.4f},)"
      R"("errors":{},"capped":{}}})",
      WorkloadName(result.workload), result.connections, result.table.rows,
      ShapeName(result.table.shape), result.operations, result.work.requests, result.work.entities,
      result.work.rows_scanned, result.work.answer_bytes, result.seconds,
      result.operations_per_second, per_second(result.work.requests),
      per_second(result.work.entities), per_second(result.work.rows_scanned),
      Milliseconds(result.latency.Percentile(50)), Milliseconds(result.latency.Percentile(95)),
      Milliseconds(result.latency.Percentile(99)), Milliseconds(result.latency.Max()),
      ErrorsJson(result.errors), result.capped);
}

std::string ToJsonLine(const LoadResult& result) {
  return fmt::format(
      R"({{"workload":"load","rows":{},"shape":"{}","loaded":{},"seconds":{:.3f},"finished":{},)"
      R"("reused":{}}})",
      result.table.rows, ShapeName(result.table.shape), result.rows, result.seconds,
      result.finished, result.reused);
}

}  // namespace rowhouse::bench
