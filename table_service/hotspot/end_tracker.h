#pragma once
// Detects whether the keys of a stream arrive at one end of the key range, that is, monotonically
// except for the disorder of concurrent writers, retries and differing clocks.
//
// If arrival is independent of order, the rank of a new key among m keys is uniform: each of m + 1
// positions is equally likely (the basis of rank tests; Mann 1945, Kendall 1938). So each arrival
// is a trial: is the key beyond all but a few of the keys that existed some arrivals ago? A
// sequential probability ratio test (Wald 1945), bounded like a cumulative sum chart (Page 1954) so
// that its result can change, weighs "nine of ten are there" against chance.
//
// Keys are compared with those of some time ago rather than with all, because keys written at about
// the same time arrive in any order: concurrent writers, differing clocks, keys that share one tick
// of a coarse clock. Still, the keys of the stream itself must pass the former end of the range.
// Unpadded numbers, which grow inside the range, and a stream below another one never do. And the
// end must keep moving: in short runs of arrivals there must be keys beyond those of a short time
// ago. Otherwise a stream that has turned random would count as monotonic until its old keys are
// long past.

#include "table_service/hotspot/finding.h"
#include "table_service/hotspot/key_access.h"
#include "table_service/hotspot/key_sample.h"
#include "table_service/hotspot/order_evidence.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

class EndTracker {
 public:
  struct MonotonicOrder {
    KeyDirection direction = KeyDirection::kAscending;
    double share = 0;           // share of the recent inserts that are at that end
    double confidence = 0;      // 1 minus the probability of this happening by chance
    std::uint64_t inserts = 0;  // since `since`
    AccessTime since;
  };

  // Estimates ranks from a sample of `sample_max` keys.
  explicit EndTracker(std::size_t sample_max);

  // The position of a key among the earlier ones.
  struct KeyPosition {
    bool at_top = false;
    bool at_bottom = false;
  };

  // In the following `hash` is HashKey(key).
  // Records an insert with a new key.
  KeyPosition InsertNew(std::string_view key, std::uint64_t hash, AccessTime now);
  // Records an insert with an existing key.
  void InsertExisting(std::string_view key);
  // Adds an existing key, seen in another operation, to the range.
  void Widen(std::string_view key, std::uint64_t hash);

  // Returns nothing while there is not enough evidence or the keys are not monotonic.
  std::optional<MonotonicOrder> FindMonotonicOrder() const;
  // Returns the probability that the next key is at a given end by chance.
  double Chance() const;
  double Distinct() const { return sample_.Distinct(); }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kOutermost = 8;  // keys kept at each end
  static constexpr std::size_t kWords = 8;      // of 32 arrivals each

  // The key that only a few were beyond, as of one to two periods ago (`key`) and as of less than
  // one (`next`).
  struct Threshold {
    std::string key = {};
    std::string next = {};
  };
  // When thresholds are set. The length of a period is a part of all created keys, up to a limit.
  struct Period {
    std::uint64_t part;
    std::uint64_t length_max;
    std::uint64_t ends_at = 1;  // created keys
    double keys = 0;            // number of keys when Threshold::key was set
    double next_keys = 0;
  };

  struct End {
    KeyDirection direction;
    std::vector<std::string> outermost = {};       // outermost first
    Threshold far = {};                            // which a key must pass to be at the end
    Threshold near = {};                           // which some keys must pass for the end to move
    std::array<std::uint32_t, kWords> moved = {};  // bits: which of the last arrivals moved it
    OrderEvidence evidence = {};
    double inserts = 0;  // at this end, decayed
    std::uint64_t insert_of_last_advance = 0;
    double advance_gap = 0;  // inserts between arrivals at this end, decayed mean
  };

  // Returns true if `left` is further out than `right`.
  static bool IsFurther(const End& end, std::string_view left, std::string_view right);
  static void Keep(End& end, std::string_view key);
  // Returns the key that only a few keys are beyond.
  const std::string& CurrentThreshold(const End& end) const;
  bool ComparesWithAll() const;
  bool IsAtEnd(const End& end, std::string_view key) const;
  void Observe(End& end, std::string_view key, bool is_at_end, AccessTime now);
  void SetThresholds(Period& period, Threshold End::*threshold);
  void CountInsert(KeyPosition place);
  bool Moves(const End& end) const;
  bool IsMonotonic(const End& end) const;

  KeySample sample_;
  TrialWeights weights_ = {};
  End top_{KeyDirection::kAscending};
  End bottom_{KeyDirection::kDescending};
  // Covers the disorder of a thousand concurrent writers or of clocks that differ by some seconds.
  Period far_{.part = 2, .length_max = 1024};
  // Covers the keys that may share one tick of a clock.
  Period near_{.part = 4, .length_max = 128};
  std::uint64_t created_ = 0;
  std::uint64_t insert_count_ = 0;
  double inserts_ = 0;  // decayed
};

}  // namespace rowhouse
