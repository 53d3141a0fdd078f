#include "bench/load_driver/process_usage.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace rowhouse::bench {
namespace {

std::string ReadText(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::uint64_t NumberAfter(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return 0;
  std::uint64_t number = 0;
  std::istringstream(std::string(text.substr(at + name.size()))) >> number;
  return number;
}

std::vector<pid_t> ChildrenOf(const std::filesystem::path& process) {
  std::vector<pid_t> children;
  std::error_code error;  // the process has ended
  for (const auto& task : std::filesystem::directory_iterator(process / "task", error)) {
    std::istringstream list(ReadText(task.path() / "children"));
    children.insert(children.end(), std::istream_iterator<pid_t>(list), {});
  }
  return children;
}

}  // namespace

ProcessUsage& ProcessUsage::operator+=(const ProcessUsage& other) {
  user_seconds += other.user_seconds;
  system_seconds += other.system_seconds;
  written_bytes += other.written_bytes;
  return *this;
}

ProcessUsage ProcessUsage::operator-(const ProcessUsage& before) const {
  return {.user_seconds = user_seconds - before.user_seconds,
          .system_seconds = system_seconds - before.system_seconds,
          .written_bytes = written_bytes - std::min(written_bytes, before.written_bytes)};
}

tl::expected<ProcessUsage, std::string> UsageOfTree(pid_t root) {
  const std::filesystem::path folder = fmt::format("/proc/{}", root);
  const std::string stat = ReadText(folder / "stat");
  if (stat.empty()) return tl::unexpected(fmt::format("there is no process {}", root));
  const CpuTicks ticks = ParseCpuTicks(stat);
  const auto per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  ProcessUsage usage{.user_seconds = static_cast<double>(ticks.user) / per_second,
                     .system_seconds = static_cast<double>(ticks.system) / per_second,
                     .written_bytes = ParseWrittenBytes(ReadText(folder / "io"))};
  for (const pid_t child : ChildrenOf(folder)) {
    if (const auto more = UsageOfTree(child)) usage += *more;
  }
  return usage;
}

tl::expected<std::optional<ProcessUsage>, std::string> UsageMeter::Used() const {
  if (!before_ || !after_) return std::nullopt;
  if (!*before_) return tl::unexpected(before_->error());
  if (!*after_) return tl::unexpected(after_->error());
  return **after_ - **before_;
}

CpuTicks ParseCpuTicks(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return {};
  std::istringstream rest(std::string(stat.substr(name_end + 1)));
  const std::vector<std::string> fields(std::istream_iterator<std::string>(rest), {});
  // proc(5): utime and stime are fields 14 and 15; `fields` begins with the third.
  if (fields.size() < 13) return {};
  CpuTicks ticks;
  std::istringstream(fields[11]) >> ticks.user;
  std::istringstream(fields[12]) >> ticks.system;
  return ticks;
}

std::uint64_t ParseWrittenBytes(std::string_view io) {
  const std::uint64_t written = NumberAfter(io, "\nwrite_bytes: ");
  return written - std::min(written, NumberAfter(io, "cancelled_write_bytes: "));
}

}  // namespace rowhouse::bench
