#pragma once
// What a process has used so far, from /proc.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <tl/expected.hpp>

namespace rowhouse::bench {

struct ProcessUsage {
  double user_seconds = 0;
  double system_seconds = 0;
  // Handed to the disks: counted when a page is first changed, and taken back when it is dropped
  // before it was written. 0 where the kernel does not tell this user.
  std::uint64_t written_bytes = 0;

  ProcessUsage& operator+=(const ProcessUsage& other);
  ProcessUsage operator-(const ProcessUsage& before) const;
};

// Of a process and its living descendants together. Failure: there is no such process.
tl::expected<ProcessUsage, std::string> UsageOfTree(pid_t root);

// What a process tree uses between Begin() and End().
class UsageMeter {
 public:
  // 0: measures nothing.
  explicit UsageMeter(pid_t root) : root_(root) {}

  void Begin() { before_ = Now(); }
  void End() { after_ = Now(); }
  // Nothing for process 0, and when the span was not ended. Failure: there was no such process.
  tl::expected<std::optional<ProcessUsage>, std::string> Used() const;

 private:
  using Reading = std::optional<tl::expected<ProcessUsage, std::string>>;

  Reading Now() const { return root_ == 0 ? Reading() : Reading(UsageOfTree(root_)); }

  pid_t root_;
  Reading before_;
  Reading after_;
};

struct CpuTicks {
  std::uint64_t user = 0;
  std::uint64_t system = 0;
};
// From the text of /proc/PID/stat, whose second field, the program's name, may hold blanks and
// brackets. Zeros when it is not such a text.
CpuTicks ParseCpuTicks(std::string_view stat);
// write_bytes less cancelled_write_bytes in the text of /proc/PID/io; 0 when they are not there.
std::uint64_t ParseWrittenBytes(std::string_view io);

}  // namespace rowhouse::bench
