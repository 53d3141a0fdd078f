#include "bench/load_driver/result.h"

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

std::string UsageMembers(const std::optional<ProcessUsage>& used) {
  if (!used) return {};
  return fmt::format(
      R"(,"server_user_seconds":{:.3f},"server_system_seconds":{:.3f},"server_written_bytes":{})",
      used->user_seconds, used->system_seconds, used->written_bytes);
}

}  // namespace

std::string ToJsonLine(const RunResult& result) {
  const auto per_second = [&](std::uint64_t count) {
    return result.seconds > 0 ? static_cast<double>(count) / result.seconds : 0;
  };
  return fmt::format(
      R"({{"workload":"{}","connections":{},"rows":{},"shape":"{}","operations":{},"requests":{},)"
      R"("entities":{},"rows_scanned":{},"answer_bytes":{},"seconds":{:.3f},)"
      R"("operations_per_second":{:.3f},"requests_per_second":{:.3f},)"
      R"("entities_per_second":{:.3f},"rows_scanned_per_second":{:.1f},)"
      R"("p50_ms":{:.4f},"p95_ms":{:.4f},"p99_ms":{:.4f},"max_ms":{:.4f},)"
      R"("errors":{},"capped":{}{}}})",
      WorkloadName(result.workload), result.connections, result.table.rows,
      ShapeName(result.table.shape), result.operations, result.work.requests, result.work.entities,
      result.work.rows_scanned, result.work.answer_bytes, result.seconds,
      per_second(result.operations), per_second(result.work.requests),
      per_second(result.work.entities), per_second(result.work.rows_scanned),
      Milliseconds(result.latency.Percentile(50)), Milliseconds(result.latency.Percentile(95)),
      Milliseconds(result.latency.Percentile(99)), Milliseconds(result.latency.Max()),
      ErrorsJson(result.errors), result.capped, UsageMembers(result.used));
}

std::string ToJsonLine(const LoadResult& result) {
  return fmt::format(
      R"({{"workload":"load","rows":{},"shape":"{}","loaded":{},"seconds":{:.3f},"finished":{},)"
      R"("reused":{}}})",
      result.table.rows, ShapeName(result.table.shape), result.rows, result.seconds,
      result.finished, result.reused);
}

}  // namespace rowhouse::bench
