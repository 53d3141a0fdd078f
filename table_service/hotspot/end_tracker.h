#pragma once
// Judges whether the keys of a stream arrive at one end of the key range: monotonic, but for the
// disorder of concurrent writers, retries and clocks that differ.
//
// If arrival has nothing to do with order, the rank of a new key among m keys is uniform: each of
// m + 1 places is as likely (the basis of rank tests; Mann 1945, Kendall 1938). So each arrival is
// a trial: does it lie beyond all but a few of the keys that were there some arrivals ago? A
// sequential probability ratio test (Wald 1945), bounded like a cumulative sum chart (Page 1954) so
// that it can change its mind, weighs "nine of ten lie there" against chance.
//
// Keys are compared with those of some time ago, not with all, since what is at work at the same
// time arrives in any order: concurrent writers, clocks that differ, keys that share one tick of a
// coarse clock. Yet it is the keys of the stream itself that must pass where the end has been:
// unpadded numbers, which climb amid the range, and a stream below another one never do. And the
// end must go on moving: in short runs of arrivals, keys must come beyond those of a short time
// ago, or a stream that has turned random would count as far out until old keys are long past.

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
  // How likely it is by chance that the next key lies at a given end.
  double Chance() const;
  double Distinct() const { return sample_.Distinct(); }
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kOutermost = 8;  // keys that are kept at each end
  static constexpr std::size_t kWords = 8;      // of 32 arrivals each

  // The key that all but a few did not lie beyond, as of one to two periods ago, and as of less.
  struct Mark {
    std::string key = {};
    std::string next = {};
  };
  // When marks were set: each period's length is a part of all created keys, up to a limit.
  struct Period {
    std::uint64_t part;
    std::uint64_t length_max;
    std::uint64_t ends_at = 1;  // created keys
    double keys = 0;            // how many there were when Mark::key was set
    double next_keys = 0;
  };

  struct End {
    KeyDirection direction;
    std::vector<std::string> outermost = {};  // outermost first
    Mark far = {};                            // what a key has to pass to be at the end
    Mark near = {};                           // what some keys have to pass for the end to move
    std::array<std::uint32_t, kWords> moved = {};  // by which of the last kWords * 32 arrivals
    OrderEvidence evidence = {};
    double inserts = 0;  // at this end, decayed
    std::uint64_t insert_of_last_advance = 0;
    double advance_gap = 0;  // inserts between arrivals at this end, decayed mean
  };

  // Whether `left` lies further out than `right`.
  static bool IsFurther(const End& end, std::string_view left, std::string_view right);
  static void Keep(End& end, std::string_view key);
  // The key that all but a few of the keys in `end` do not lie beyond.
  const std::string& MarkNow(const End& end) const;
  bool ComparesWithAll() const;
  bool IsAtEnd(const End& end, std::string_view key) const;
  void Observe(End& end, std::string_view key, bool is_at_end, AccessTime now);
  void SetMarks(Period& period, Mark End::*mark);
  void CountInsert(Place place);
  bool Moves(const End& end) const;
  bool IsMonotonic(const End& end) const;

  KeySample sample_;
  TrialWeights weights_ = {};
  End top_{KeyDirection::kAscending};
  End bottom_{KeyDirection::kDescending};
  // Up to what a thousand writers at once or some seconds between clocks can put out of order.
  Period far_{.part = 2, .length_max = 1024};
  // Up to the keys that may share a tick of a clock.
  Period near_{.part = 4, .length_max = 128};
  std::uint64_t created_ = 0;
  std::uint64_t insert_count_ = 0;
  double inserts_ = 0;  // decayed
};

}  // namespace rowhouse
