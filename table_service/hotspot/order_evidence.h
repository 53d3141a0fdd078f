#pragma once
// The weighing of trials that EndTracker and RowOrder share: a sequential probability ratio test
// (Wald 1945) of "nine of ten arrive at the end" against chance, bounded like a cumulative sum
// chart (Page 1954) so that it can change its mind.

#include "table_service/hotspot/access.h"

#include <cstdint>

namespace rowhouse {

// What one trial adds to the logarithm of the likelihood ratio.
struct TrialWeights {
  double by_chance = 0;
  double at_end = 0;
  double elsewhere = 0;

  // `chance` is that of the end, if order has nothing to do with arrival.
  void Set(double chance);
};

struct OrderEvidence {
  static constexpr double kWanted = 4.6;  // odds of 100 to 1

  double value = 0;             // logarithm of the likelihood ratio
  std::uint64_t run_begin = 0;  // the insert with which it rose from 0
  AccessTime since = {};

  // `insert` numbers the inserts.
  void Add(bool is_at_end, const TrialWeights& weights, std::uint64_t insert, AccessTime now);
  // One less the odds of chance.
  double Confidence() const;
};

}  // namespace rowhouse
