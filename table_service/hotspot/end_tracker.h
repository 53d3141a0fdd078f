#pragma once
// Judges whether the keys of a stream arrive at one end of the key range: monotonic, but for the
// disorder of concurrent writers, retries and clocks that differ.
//
// If arrival has nothing to do with order, a new key's rank among the n keys before it is uniform:
// each of n + 1 places is as likely (the basis of rank tests; Mann 1945, Kendall 1938). So each
// arrival is a trial: is the key among the outermost places of an end? A sequential probability
// ratio test (Wald 1945), bounded like a cumulative sum chart (Page 1954) so that it can change its
// mind, weighs "nine of ten arrive there" against chance. Unpadded numbers climb within the range
// for long stretches, so an end must also advance, steadily: keys must arrive beyond all but a few.

#include "table_service/hotspot/access.h"
#include "table_service/hotspot/finding.h"
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
  struct Verdict {
    KeyDirection direction = KeyDirection::kAscending;
    double share = 0;           // of the recent inserts, those at that end
    double confidence = 0;      // one less the odds of chance
    std::uint64_t inserts = 0;  // since `since`
    AccessTime since;
  };

  // Keys with ranks from a sample of `sample_max` keys.
  explicit EndTracker(std::size_t sample_max);

  // Where a key lies among those before it.
  struct Place {
    bool at_top = false;
    bool at_bottom = false;
  };

  // `hash` is HashKey(key). An insert that made a key that was not there:
  Place Create(std::string_view key, std::uint64_t hash, AccessTime now);
  // An insert under a key that is there:
  void Touch(std::string_view key);
  // A key that is there, from another operation: it belongs to the range.
  void Widen(std::string_view key, std::uint64_t hash);

  // Nothing while there is no evidence or the keys are not monotonic.
  std::optional<Verdict> Judge() const;
  // Whether keys keep coming beyond all but a few at that end.
  bool Advances(KeyDirection direction) const {
    return IsSteady(direction == KeyDirection::kAscending ? top_ : bottom_);
  }
  // Enough keys have come for Judge() to tell.
  bool HasEvidence() const { return created_ >= kCreatedForSteadiness; }
  double Distinct() const { return sample_.Distinct(); }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kOutermost = 8;  // keys that are kept at each end
  static constexpr std::size_t kWords = 16;     // of 32 arrivals each
  static constexpr std::uint64_t kCreatedForSteadiness = 96;

  struct End {
    KeyDirection direction;
    std::vector<std::string> outermost = {};  // outermost first
    OrderEvidence evidence = {};
    double inserts = 0;  // at this end, decayed
    std::uint64_t advances = 0;
    std::uint64_t insert_of_last_advance = 0;
    double advance_gap = 0;                           // inserts between advances, decayed mean
    std::array<std::uint32_t, kWords> advanced = {};  // of the last kWords * 32 arrivals
  };

  // Whether `left` lies further out than `right`.
  static bool IsFurther(const End& end, std::string_view left, std::string_view right);
  static std::size_t CountFurther(const End& end, std::string_view key);
  static void Keep(End& end, std::string_view key);
  void Observe(End& end, std::string_view key, bool is_at_end, AccessTime now);
  void CountInsert(Place place);
  double Slack() const;
  bool IsSteady(const End& end) const;
  bool IsMonotonic(const End& end) const;

  KeySample sample_;
  TrialWeights weights_ = {};
  End top_{KeyDirection::kAscending};
  End bottom_{KeyDirection::kDescending};
  std::uint64_t created_ = 0;
  std::uint64_t insert_count_ = 0;
  double inserts_ = 0;  // decayed
};

}  // namespace rowhouse
