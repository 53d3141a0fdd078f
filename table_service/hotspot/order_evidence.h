#pragma once
// The test that EndTracker and RowOrder share: a sequential probability ratio test (Wald 1945) of
// "nine of ten arrive at the end" against chance, bounded like a cumulative sum chart (Page 1954)
// so that its result can change.

#include "table_service/hotspot/key_access.h"

#include <cstdint>

namespace rowhouse {

// The amount that one trial adds to the logarithm of the likelihood ratio.
struct TrialWeights {
  double by_chance = 0;
  double at_end = 0;
  double elsewhere = 0;

  // `chance` is the probability of arriving at the end if arrival is independent of order.
  void Set(double chance);
};

struct OrderEvidence {
  static constexpr double kRequired = 4.6;  // odds of 100 to 1

  double value = 0;             // logarithm of the likelihood ratio
  std::uint64_t run_begin = 0;  // number of the insert at which it rose from 0
  AccessTime since = {};

  // `insert` is the number of the insert.
  void Add(bool is_at_end, const TrialWeights& weights, std::uint64_t insert, AccessTime now);
  // Returns 1 minus the probability of this happening by chance.
  double Confidence() const;
};

}  // namespace rowhouse
