#include "table_service/hotspot/order_evidence.h"

#include <algorithm>
#include <cmath>

namespace rowhouse {
namespace {

constexpr double kShareAtEnd = 0.9;  // of a monotonic stream's arrivals
constexpr double kMin = -6;
constexpr double kMax = 30;
constexpr double kCertain = 9;  // higher values give the same confidence

}  // namespace

void TrialWeights::Set(double chance) {
  if (chance == by_chance) return;
  by_chance = chance;
  at_end = std::log(kShareAtEnd / chance);
  elsewhere = std::log((1 - kShareAtEnd) / (1 - chance));
}

void OrderEvidence::Add(bool is_at_end, const TrialWeights& weights, std::uint64_t insert,
                        AccessTime now) {
  if (value <= 0) {
    since = now;
    run_begin = insert;
  }
  value = std::clamp(value + (is_at_end ? weights.at_end : weights.elsewhere), kMin, kMax);
}

double OrderEvidence::Confidence() const { return 1 - std::exp(-std::min(value, kCertain)); }

}  // namespace rowhouse
