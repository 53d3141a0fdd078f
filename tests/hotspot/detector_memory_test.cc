// A detector that once gets no memory goes on as soon as there is some.

#include "table_service/hotspot/table_detector.h"
#include "tests/support/failing_new.h"

#include <boost/test/unit_test.hpp>
#include <new>

namespace rowhouse::test {
namespace {

constexpr int kAllocationsMax = 1000;  // far more than a detector makes for one access

BOOST_AUTO_TEST_CASE(AnyAllocationOfTheFirstAccessMayFail) {
  const KeyAccess access{.kind = AccessKind::kInsert,
                         .partition_key = "orders",
                         .row_key = "0000000001",
                         .bytes = 100};
  const AccessTime now{};
  int failed = 0;
  for (; failed < kAllocationsMax; ++failed) {
    TableDetector detector;
    FailingNew::Arm(failed + 1, 1);
    try {
      detector.Record(access, now);
    } catch (const std::bad_alloc&) {
    }
    const bool has_fired = FailingNew::HasFired();
    FailingNew::Disarm();
    BOOST_CHECK_NO_THROW(detector.Record(access, now));
    BOOST_CHECK(detector.FindingsWithoutAdvice(now).empty());
    if (!has_fired) break;
  }
  BOOST_CHECK_GT(failed, 0);
  BOOST_CHECK_LT(failed, kAllocationsMax);
}

}  // namespace
}  // namespace rowhouse::test
