#include "bench/load_driver/process_usage.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <ctime>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace rowhouse::bench {
namespace {

double CpuSeconds(const ProcessUsage& usage) { return usage.user_seconds + usage.system_seconds; }

void BurnCpu(double seconds) {
  const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
  while (std::clock() < end) {
  }
}

BOOST_AUTO_TEST_SUITE(ProcessUsageTest)

BOOST_AUTO_TEST_CASE(TicksFollowTheNameWhateverItIs) {
  struct Case {
    const char* stat;
    std::uint64_t user;
    std::uint64_t system;
  };
  for (const Case& one : std::vector<Case>{
           {"12 (node) S 1 12 12 0 -1 4194560 1 2 3 4 250 75 6 7 20 0 11 0 99\n", 250, 75},
           {"12 (a) b (c) 1) R 1 12 12 0 -1 4194560 1 2 3 4 9 8 6 7 20\n", 9, 8},
           {"12 (node) S 1 12\n", 0, 0},
           {"", 0, 0}}) {
    const CpuTicks ticks = ParseCpuTicks(one.stat);
    BOOST_TEST(ticks.user == one.user, one.stat);
    BOOST_TEST(ticks.system == one.system, one.stat);
  }
}

BOOST_AUTO_TEST_CASE(WrittenBytesAreLessTheCancelledOnes) {
  struct Case {
    const char* io;
    std::uint64_t written;
  };
  for (const Case& one : std::vector<Case>{
           {"rchar: 1\nwchar: 2\nread_bytes: 3\nwrite_bytes: 8192\ncancelled_write_bytes: 4096\n",
            4096},
           {"wchar: 2\nwrite_bytes: 8\ncancelled_write_bytes: 9\n", 0},
           {"wchar: 2\nwrite_bytes: 8\n", 8},
           {"", 0}}) {
    BOOST_TEST(ParseWrittenBytes(one.io) == one.written, one.io);
  }
}

BOOST_AUTO_TEST_CASE(OwnWorkIsSeen) {
  UsageMeter meter(getpid());
  meter.Begin();
  BurnCpu(0.1);
  meter.End();
  const auto used = meter.Used();
  BOOST_REQUIRE(used.has_value() && used->has_value());
  BOOST_TEST(CpuSeconds(**used) >= 0.07);
}

BOOST_AUTO_TEST_CASE(ChildrenCountWithTheirParent) {
  int ready[2];
  BOOST_REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    BurnCpu(0.1);
    if (write(ready[1], "x", 1) != 1) _exit(1);
    pause();
  }
  char byte = 0;
  BOOST_REQUIRE(read(ready[0], &byte, 1) == 1);
  const auto alone = UsageOfTree(child);
  const auto tree = UsageOfTree(getpid());
  BOOST_TEST(kill(child, SIGKILL) == 0);
  waitpid(child, nullptr, 0);
  close(ready[0]);
  close(ready[1]);
  BOOST_REQUIRE(alone.has_value());
  BOOST_REQUIRE(tree.has_value());
  BOOST_TEST(CpuSeconds(*alone) >= 0.07);
  BOOST_TEST(CpuSeconds(*tree) >= CpuSeconds(*alone));
}

BOOST_AUTO_TEST_CASE(NoProcessIsAnError) {
  constexpr pid_t none = 999'999'999;
  BOOST_TEST(UsageOfTree(none).error() == "there is no process 999999999");
  UsageMeter meter(none);
  meter.Begin();
  meter.End();
  BOOST_TEST(!meter.Used().has_value());
}

BOOST_AUTO_TEST_CASE(ProcessZeroIsNotMeasured) {
  UsageMeter meter(0);
  meter.Begin();
  meter.End();
  BOOST_REQUIRE(meter.Used().has_value());
  BOOST_TEST(!meter.Used()->has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::bench
