#pragma once
// What the kernel knows about this process.

#include <cstdint>
#include <optional>
#include <string_view>

namespace rowhouse::admin {

struct ProcessFigures {
  double cpu_seconds = 0;    // in user and system mode
  double start_seconds = 0;  // since 1970
  std::uint64_t virtual_bytes = 0;
  std::uint64_t resident_bytes = 0;
  std::uint64_t open_descriptors = 0;
  std::uint64_t descriptors_max = 0;
};

// Returns nothing where there is no /proc, or one of another form.
std::optional<ProcessFigures> ReadProcessFigures();

// The units of /proc.
struct ProcessUnits {
  double ticks_per_second = 100;
  std::uint64_t page_bytes = 4096;
  double boot_seconds = 0;  // since 1970
};
// Reads the content of /proc/PID/stat; the descriptors remain 0. Pure.
std::optional<ProcessFigures> ParseProcessStat(std::string_view stat, const ProcessUnits& units);

}  // namespace rowhouse::admin
