#include "table_service/admin/process_figures.h"

#include "base/ascii.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace rowhouse::admin {
namespace {

// The places in /proc/PID/stat, counted from the first after the name of the program (proc(5)).
enum Place : std::size_t { kUserTicks = 11, kSystemTicks, kStartTicks = 19, kBytes, kPages };

std::string ReadFile(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the time of the start of the machine, from /proc/stat.
std::optional<double> BootSeconds() {
  constexpr std::string_view name = "\nbtime ";
  const std::string text = ReadFile("/proc/stat");
  const std::size_t at = text.find(name);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(text).substr(at + name.size());
  const auto seconds = ParseNumber<std::uint64_t>(rest.substr(0, rest.find('\n')));
  return seconds ? std::optional(static_cast<double>(*seconds)) : std::nullopt;
}

std::uint64_t CountOpenDescriptors() {
  std::error_code error;
  std::filesystem::directory_iterator folder("/proc/self/fd", error);
  std::uint64_t count = 0;
  for (; !error && folder != std::filesystem::directory_iterator(); folder.increment(error)) {
    ++count;
  }
  return count == 0 ? 0 : count - 1;  // one is that of the folder
}

}  // namespace

std::optional<ProcessFigures> ParseProcessStat(std::string_view stat, const ProcessUnits& units) {
  const std::size_t name_end = stat.rfind(") ");  // the name may contain anything
  if (name_end == std::string_view::npos) return std::nullopt;
  stat.remove_prefix(name_end + 2);
  std::vector<std::uint64_t> places;
  while (!stat.empty() && places.size() <= kPages) {
    const std::string_view word = stat.substr(0, stat.find_first_of(" \n"));
    places.push_back(ParseNumber<std::uint64_t>(word).value_or(0));  // some are no number
    stat.remove_prefix(std::min(stat.size(), word.size() + 1));
  }
  if (places.size() <= kPages) return std::nullopt;
  const auto seconds = [&](Place place) {
    return static_cast<double>(places[place]) / units.ticks_per_second;
  };
  return ProcessFigures{.cpu_seconds = seconds(kUserTicks) + seconds(kSystemTicks),
                        .start_seconds = units.boot_seconds + seconds(kStartTicks),
                        .virtual_bytes = places[kBytes],
                        .resident_bytes = places[kPages] * units.page_bytes};
}

std::optional<ProcessFigures> ReadProcessFigures() {
  const auto boot = BootSeconds();
  if (!boot) return std::nullopt;
  auto figures = ParseProcessStat(ReadFile("/proc/self/stat"),
                                  {.ticks_per_second = static_cast<double>(sysconf(_SC_CLK_TCK)),
                                   .page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)),
                                   .boot_seconds = *boot});
  if (!figures) return std::nullopt;
  figures->open_descriptors = CountOpenDescriptors();
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) figures->descriptors_max = limit.rlim_cur;
  return figures;
}

}  // namespace rowhouse::admin
