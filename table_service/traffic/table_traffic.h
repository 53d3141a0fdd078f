#pragma once
// The traffic of one table: findings about its keys, the rates of its partitions, and the activity
// by time and key range.

#include "base/mutex.h"
#include "table_service/hotspot/table_detector.h"
#include "table_service/traffic/activity_grid.h"
#include "table_service/traffic/bounded_queue.h"
#include "table_service/traffic/partition_rates.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace rowhouse {

// Threads: all calls may overlap. Record() never waits: while another thread has the lock, it puts
// the operation into a queue, which the next call that gets the lock processes first. So the
// detector sees the operations nearly in the order in which they were answered.
// Memory: that of its parts and of a queue of kQueued operations without their properties.
class TableTraffic {
 public:
  static constexpr std::size_t kQueued = 512;
  // The most memory that a table uses, whatever its keys are.
  static constexpr std::size_t kBytesMax = TableDetector::kBytesMax + (std::size_t{2} << 20U);

  void Record(const KeyAccess& access, AccessTime now);
  void RecordSize(std::string_view partition_key, std::uint64_t rows, std::uint64_t bytes,
                  AccessTime now);

  std::vector<Finding> Findings(AccessTime now);
  std::vector<Finding> FindingsWithoutAdvice(AccessTime now);
  std::uint64_t Operations();
  std::uint64_t BulkLoadOperations();  // of these
  std::size_t Bytes();
  ActivityGrid::Picture Activity(AccessTime now);
  std::vector<PartitionRates::Rates> RatesOf(const std::vector<std::string>& partition_keys,
                                             AccessTime now);
  PartitionRates::Load Load(AccessTime now);

  AccessTime LastUsed() const { return last_used_.load(std::memory_order_relaxed); }
  // Returns the number of operations that were not counted because the queue was full.
  std::uint64_t Lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  struct QueuedAccess {
    AccessKind kind = AccessKind::kRead;
    std::string partition_key;
    std::string row_key;
    std::size_t bytes = 0;
    bool found = true;
    bool bulk_load = false;
    AccessTime time;
  };

  struct Statistics {
    TableDetector detector;
    PartitionRates rates;
    ActivityGrid activity;

    void Record(const KeyAccess& access, AccessTime now);
  };

  void DrainQueueLocked() ROWHOUSE_TS(requires_capability(mutex_));

  BoundedQueue<QueuedAccess, kQueued> queue_;
  std::atomic<AccessTime> last_used_ = AccessTime();
  std::atomic<std::uint64_t> lost_ = 0;
  Mutex mutex_;
  Statistics statistics_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse
