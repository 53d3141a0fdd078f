#pragma once
// Detects whether RowKeys arrive in order within the partitions that get the inserts.
//
// It follows all partitions with many inserts and a sample of the others, chosen by hash so that a
// partition is followed from its first row or not at all. A row of a small partition is compared
// with the outermost rows of its partition; a partition with kRowsOfLarge rows gets its own
// EndTracker. As there, the evidence is weighed by a sequential probability ratio test (Wald 1945).

#include "table_service/hotspot/end_tracker.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rowhouse {

class RowOrder {
 public:
  // Hashes are HashKey() of the keys. `is_new`: the insert created the partition. `is_heavy`: the
  // partition gets many operations and should be followed.
  struct Insert {
    std::uint64_t partition_hash;
    std::string_view row_key;
    bool is_new;
    bool is_heavy;
  };
  void Add(const Insert& insert, AccessTime now);

  // Returns nothing while there is not enough evidence, partitions have few rows, or rows arrive in
  // no order.
  std::optional<EndTracker::MonotonicOrder> FindMonotonicOrder() const;
  std::size_t Bytes() const;

 private:
  static constexpr std::size_t kFollowedMax = 256;
  static constexpr std::size_t kHeavyMax = 12;
  static constexpr std::size_t kRowsOfLarge = 64;
  static constexpr std::size_t kOutermost = 4;
  static constexpr std::size_t kKeyBytesMax = 128;  // in small partitions; longer keys are cut

  struct Followed {
    std::uint64_t rows = 0;
    std::uint64_t first_insert = 0;
    std::uint64_t last_insert = 0;
    bool is_heavy = false;
    std::vector<std::string> greatest = {};  // greatest first
    std::vector<std::string> least = {};     // least first
    std::unique_ptr<EndTracker> large = nullptr;
  };
  struct End {
    OrderEvidence evidence = {};
    double at_end = 0;  // decayed
  };

  Followed* Follow(const Insert& insert);
  void MakeRoom();
  // Returns false while kHeavyMax heavy partitions get inserts.
  bool HasRoomForHeavy();
  void AddSmall(Followed& partition, std::string_view row_key, AccessTime now);
  void AddLarge(Followed& partition, std::string_view row_key, AccessTime now);
  void Observe(End& end, bool is_at_end, double weight, AccessTime now) const;
  bool HasManyRows() const;

  std::unordered_map<std::uint64_t, Followed> followed_ = {};
  std::uint64_t hash_limit_ = UINT64_MAX;
  std::size_t heavy_ = 0;
  std::uint64_t insert_count_ = 0;
  std::uint64_t trials_ = 0;  // inserts that were compared with other rows
  double trial_weight_ = 0;   // decayed
  TrialWeights weights_ = {};
  End top_ = {};
  End bottom_ = {};
  // Share of the inserts that created a partition, decayed over few and over many inserts.
  double new_share_fast_ = 1;
  double new_share_slow_ = 1;
  // Mean age of the partitions of the recent inserts: in inserts, and as a share of all inserts.
  double age_ = 0;
  double relative_age_ = 0;
};

}  // namespace rowhouse
