// A detector that once gets no memory goes on as soon as there is some.

#include "table_service/hotspot/table_detector.h"
#include "tests/support/failing_new.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <new>
#include <string>

namespace rowhouse::test {
namespace {

constexpr int kAllocationsMax = 5000;  // far more than a detector makes for the accesses below

// Some partitions, new and known, with a few rows each.
void RecordSome(TableDetector& detector, AccessTime& now) {
  for (int i = 0; i < 60; ++i) {
    const std::string partition = "partition " + std::string(30, 'p') + std::to_string(i % 20);
    const std::string row = "row " + std::string(30, 'r') + std::to_string(i);
    now += std::chrono::milliseconds(100);
    const auto kind = i % 5 == 4 ? AccessKind::kRead : AccessKind::kInsert;
    detector.Record({.kind = kind, .partition_key = partition, .row_key = row, .bytes = 100}, now);
  }
}

BOOST_AUTO_TEST_CASE(AnyAllocationMayFail) {
  int failed = 0;
  bool has_fired = true;
  for (; has_fired && failed < kAllocationsMax; ++failed) {
    TableDetector detector;
    AccessTime now{};
    FailingNew::Arm(failed + 1, 1);
    try {
      RecordSome(detector, now);
    } catch (const std::bad_alloc&) {
      BOOST_TEST(FailingNew::HasFired());
    }
    has_fired = FailingNew::HasFired();
    FailingNew::Disarm();
    RecordSome(detector, now);
    BOOST_TEST(detector.FindingsWithoutAdvice(now).empty());
  }
  BOOST_TEST(failed > 100);
  BOOST_TEST(failed < kAllocationsMax);
}

}  // namespace
}  // namespace rowhouse::test
