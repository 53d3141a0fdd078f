#pragma once
// The hot-partition detector of one table: finds monotonic keys and hot partitions in the
// operations recorded with it (docs/hot-partitions.md). A value: no clock, no lock, no I/O; the
// same operations give the same findings.
//
// Memory: at most kBytesMax, whatever the keys are; a few KiB for a table with few operations.
// Cost: Record() takes well under 200 ns for usual keys, Findings() some milliseconds.
// Threads: one at a time.

#include "table_service/hotspot/finding.h"
#include "table_service/hotspot/key_access.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace rowhouse {

struct DetectorOptions {
  // A partition is hot by its share of the requests if that is at least hot_share and also at least
  // hot_share_over_fair times the fair share (1/partitions) or hot_odds_over_fair times its odds.
  // The odds count because none of few partitions can get several times its fair share.
  double hot_share = 0.19;
  double hot_share_over_fair = 3;
  double hot_odds_over_fair = 4;
  double hot_rate = 1600;  // operations per second: four fifths of the cloud's 2,000
  std::uint64_t big_rows = 10'000'000;
  std::uint64_t big_bytes = std::uint64_t{10} << 30U;
};

class TableDetector {
 public:
  static constexpr std::size_t kBytesMax = std::size_t{6} << 20U;

  explicit TableDetector(DetectorOptions options = {});
  ~TableDetector();
  TableDetector(TableDetector&&) noexcept;
  TableDetector& operator=(TableDetector&&) noexcept;

  // `now` may stay the same or go back a little; the latest time seen is then used. REQUIRES: the
  // keys are valid UTF-8
  void Record(const KeyAccess& access, AccessTime now);

  // Records a partition's size as the store reports it. Should be called now and then for large
  // partitions.
  void RecordSize(std::string_view partition_key, std::uint64_t rows, std::uint64_t bytes,
                  AccessTime now);

  // Returns the current findings with advice: monotonic partition keys first, then row keys, then
  // hot partitions (hottest first), then big ones.
  std::vector<Finding> Findings(AccessTime now) const;

  // Returns the same without advice, which is most of the work: takes tens of microseconds.
  std::vector<Finding> FindingsWithoutAdvice(AccessTime now) const;

  // Returns the samples for Advise().
  std::vector<SampledAccess> Samples() const;

  std::uint64_t Operations() const;          // number of recorded operations
  std::uint64_t BulkLoadOperations() const;  // of these
  std::size_t Bytes() const;                 // estimated memory in use

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rowhouse
