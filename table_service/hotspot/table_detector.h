#pragma once
// The hot-partition detector of one table (DESIGN 7): flags monotonic and hot keys from the
// operations that it is told of. A value: no clock, no lock, no I/O; the same operations give the
// same findings.
//
// Memory: at most kBytesMax, whatever the keys are; a few KiB for a table with few operations.
// Cost: Record() takes well under 200 ns for usual keys; Findings() some milliseconds.
// Threads: one at a time.

#include "table_service/hotspot/access.h"
#include "table_service/hotspot/finding.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace rowhouse {

struct DetectorOptions {
  double hot_share = 0.19;  // of the requests; a partition below is not hot by its share
  // And not below so many times the fair share, 1/partitions, or so many times its odds: of few
  // partitions none can take several times its fair share.
  double hot_share_over_fair = 3;
  double hot_odds_over_fair = 4;
  double hot_rate = 1600;  // operations a second: four fifths of the cloud's 2,000
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

  // `now` may stand still or go back a little: it is then taken for the latest time that was seen.
  // REQUIRES: the keys are valid UTF-8.
  void Record(const Access& access, AccessTime now);

  // What the store knows of a partition's size; call it now and then for large partitions.
  void RecordSize(std::string_view partition_key, std::uint64_t rows, std::uint64_t bytes,
                  AccessTime now);

  // What there is to say now, with advice. Monotonic partition keys first, then row keys, then hot
  // partitions (hottest first), then big ones.
  std::vector<Finding> Findings(AccessTime now) const;

  // The same without advice, which is most of the work: tens of microseconds.
  std::vector<Finding> FindingsWithoutAdvice(AccessTime now) const;

  // What Advise() wants.
  std::vector<SampledAccess> Samples() const;

  std::uint64_t Operations() const;  // all that were recorded
  std::size_t Bytes() const;         // an estimate of the memory that is in use now

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rowhouse
