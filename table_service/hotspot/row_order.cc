#include "table_service/hotspot/row_order.h"

#include "base/unicode.h"

#include <algorithm>
#include <cmath>

namespace rowhouse {
namespace {

constexpr double kShareMin = 0.6;
constexpr std::uint64_t kTrialsMin = 100;
constexpr double kTrialDecay = 0.9973;    // the factor for each trial: a half-life of 256
constexpr double kFastRate = 1.0 / 185;   // a half-life of 128 inserts
constexpr double kSlowRate = 1.0 / 2885;  // a half-life of 2,000 inserts
// When partitions count as having many rows. If partitions have n rows, one in n inserts creates a
// partition; ten rows are many. Partitions that get rows for a long time will have many, so they
// are evaluated earlier. Partitions that are filled at once and then left, such as an order with
// its lines, are not: order within them causes no load.
constexpr double kNewShareMax = 0.1;
constexpr double kAgeOfLasting = 256;
constexpr double kNewShareOfLastingMax = 0.25;
constexpr double kRelativeAgeOfLasting = 0.3;
constexpr double kNewShareOfFirstMax = 0.4;
// Inserts after which a partition that got none of them is forgotten.
constexpr std::uint64_t kIdleInserts = 4096;
constexpr std::uint64_t kIdleHeavyInserts = 1024;
constexpr std::size_t kSampleOfLarge = 64;
// Rows of a partition that has just become large, before there is enough to compare with.
constexpr std::uint64_t kRowsWithoutTrial = 16;
constexpr std::size_t kSlackOfSmall = 3;

using Keys = std::vector<std::string>;

std::string_view Cut(std::string_view key, std::size_t bytes_max) {
  if (key.size() <= bytes_max) return key;
  std::size_t size = bytes_max;
  while (size > 0 && (static_cast<unsigned char>(key[size]) & 0xC0U) == 0x80U) --size;
  return key.substr(0, size);
}

// Returns how many of `keys`, outermost first, are further out than `key`.
template <typename IsFurther>
std::size_t CountFurther(const Keys& keys, std::string_view key, IsFurther is_further) {
  std::size_t count = 0;
  while (count < keys.size() && is_further(CompareOrdinal(keys[count], key))) ++count;
  return count;
}

// Returns true if the key at `place` is `key`. A key that is written again says nothing about
// order.
bool HasKeyAt(const Keys& keys, std::size_t place, std::string_view key) {
  return place < keys.size() && keys[place] == key;
}

void KeepAt(Keys& keys, std::size_t place, std::string_view key, std::size_t keys_max) {
  if (place == keys_max) return;
  if (keys.size() < keys_max) {
    keys.emplace_back(key);
  } else {
    keys.back().assign(key);  // reuses the memory of the dropped key
  }
  std::rotate(keys.begin() + static_cast<std::ptrdiff_t>(place), keys.end() - 1, keys.end());
}

}  // namespace

void RowOrder::MakeRoom() {
  const std::size_t before = followed_.size();
  std::erase_if(followed_, [&](const auto& item) {
    return !item.second.is_heavy && insert_count_ - item.second.last_insert > kIdleInserts;
  });
  if (before - followed_.size() >= kFollowedMax / 8) {
    hash_limit_ = hash_limit_ > UINT64_MAX / 2 ? UINT64_MAX : hash_limit_ * 2;
    return;
  }
  hash_limit_ /= 2;
  std::erase_if(followed_, [&](const auto& item) {
    return !item.second.is_heavy && item.first >= hash_limit_;
  });
}

bool RowOrder::HasRoomForHeavy() {
  if (heavy_ < kHeavyMax) return true;
  const auto idle = std::find_if(followed_.begin(), followed_.end(), [&](const auto& item) {
    return item.second.is_heavy && insert_count_ - item.second.last_insert > kIdleHeavyInserts;
  });
  if (idle == followed_.end()) return false;
  followed_.erase(idle);
  --heavy_;
  return true;
}

RowOrder::Followed* RowOrder::Follow(const Insert& insert) {
  const auto found = followed_.find(insert.partition_hash);
  if (found != followed_.end() && (found->second.is_heavy || !insert.is_heavy)) {
    return &found->second;
  }
  const bool is_heavy = insert.is_heavy && HasRoomForHeavy();
  if (found == followed_.end()) {
    if (insert.partition_hash >= hash_limit_ && !is_heavy) return nullptr;
    if (followed_.size() >= kFollowedMax + kHeavyMax) MakeRoom();
  }
  Followed& partition = followed_[insert.partition_hash];
  partition.is_heavy = is_heavy;
  if (is_heavy) ++heavy_;
  return &partition;
}

void RowOrder::Observe(End& end, bool is_at_end, double weight, AccessTime now) const {
  end.evidence.Add(is_at_end, weights_, insert_count_, now);
  end.at_end = end.at_end * kTrialDecay + (is_at_end ? weight : 0);
}

void RowOrder::AddSmall(Followed& partition, std::string_view row_key, AccessTime now) {
  const std::string_view key = Cut(row_key, kKeyBytesMax);
  const std::size_t above =
      CountFurther(partition.greatest, key, [](std::strong_ordering order) { return order > 0; });
  const std::size_t below =
      CountFurther(partition.least, key, [](std::strong_ordering order) { return order < 0; });
  if (HasKeyAt(partition.greatest, above, key) || HasKeyAt(partition.least, below, key)) return;
  if (partition.rows > 0) {
    const auto rows = static_cast<double>(partition.rows);
    const std::size_t slack = std::min<std::size_t>(kSlackOfSmall, partition.rows / 4);
    const double by_chance = (static_cast<double>(slack) + 1) / (rows + 1);
    const double weight =
        partition.is_heavy ? 1 : static_cast<double>(UINT64_MAX) / static_cast<double>(hash_limit_);
    ++trials_;
    trial_weight_ = trial_weight_ * kTrialDecay + weight;
    weights_.Set(by_chance);
    Observe(top_, above <= slack, weight, now);
    Observe(bottom_, below <= slack, weight, now);
  }
  KeepAt(partition.greatest, above, key, kOutermost);
  KeepAt(partition.least, below, key, kOutermost);
}

void RowOrder::AddLarge(Followed& partition, std::string_view row_key, AccessTime now) {
  EndTracker& rows = *partition.large;
  weights_.Set(rows.Chance());
  const EndTracker::KeyPosition place = rows.InsertNew(row_key, HashKey(row_key), now);
  if (partition.rows < kRowsOfLarge + kRowsWithoutTrial) return;
  ++trials_;
  trial_weight_ = trial_weight_ * kTrialDecay + 1;
  Observe(top_, place.at_top, 1, now);
  Observe(bottom_, place.at_bottom, 1, now);
}

void RowOrder::Add(const Insert& insert, AccessTime now) {
  ++insert_count_;
  const double is_new = insert.is_new ? 1 : 0;
  new_share_fast_ += (is_new - new_share_fast_) * kFastRate;
  new_share_slow_ +=
      (is_new - new_share_slow_) * std::max(kSlowRate, 1.0 / static_cast<double>(insert_count_));
  Followed* const partition = Follow(insert);
  if (partition == nullptr) return;
  if (partition->large) {
    AddLarge(*partition, insert.row_key, now);
  } else {
    AddSmall(*partition, insert.row_key, now);
  }
  if (partition->rows++ == 0) partition->first_insert = insert_count_;
  const auto age = static_cast<double>(insert_count_ - partition->first_insert);
  age_ += (age - age_) * kSlowRate;
  relative_age_ += (age / static_cast<double>(insert_count_) - relative_age_) * kFastRate;
  partition->last_insert = insert_count_;
  if (partition->is_heavy && !partition->large && partition->rows >= kRowsOfLarge) {
    partition->large = std::make_unique<EndTracker>(kSampleOfLarge);
    partition->greatest.clear();
    partition->least.clear();
  }
}

bool RowOrder::HasManyRows() const {
  const double is_new = std::min(new_share_fast_, new_share_slow_);
  if (relative_age_ > kRelativeAgeOfLasting) return is_new < kNewShareOfFirstMax;
  return is_new < (age_ > kAgeOfLasting ? kNewShareOfLastingMax : kNewShareMax);
}

std::optional<EndTracker::MonotonicOrder> RowOrder::FindMonotonicOrder() const {
  if (trials_ < kTrialsMin || !HasManyRows()) return std::nullopt;
  const bool is_top = top_.evidence.value > bottom_.evidence.value;
  const End& end = is_top ? top_ : bottom_;
  const double share = end.at_end / trial_weight_;
  if (end.evidence.value < OrderEvidence::kRequired || share < kShareMin) return std::nullopt;
  return EndTracker::MonotonicOrder{
      .direction = is_top ? KeyDirection::kAscending : KeyDirection::kDescending,
      .share = std::min(share, 1.0),
      .confidence = end.evidence.Confidence(),
      .inserts = insert_count_ - end.evidence.run_begin,
      .since = end.evidence.since};
}

std::size_t RowOrder::Bytes() const {
  std::size_t bytes = sizeof *this;
  for (const auto& [hash, partition] : followed_) {
    bytes += sizeof hash + sizeof partition + 2 * sizeof(void*);
    for (const Keys* keys : {&partition.greatest, &partition.least}) {
      for (const std::string& key : *keys) bytes += sizeof(std::string) + key.capacity();
    }
    if (partition.large) bytes += partition.large->Bytes();
  }
  return bytes;
}

}  // namespace rowhouse
