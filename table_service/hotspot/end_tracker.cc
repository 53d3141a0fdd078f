#include "table_service/hotspot/end_tracker.h"

#include "base/unicode.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rowhouse {
namespace {

constexpr double kInsertDecay = 0.9973;  // for each later insert: a half-life of 256
// 30 to 1: enough if nearly all inserts are at the end.
constexpr double kEvidenceAtHighShare = 3.4;
constexpr double kEndShareMin = 0.6;
constexpr double kHighShare = 0.95;
constexpr double kMovingWords = 0.5;  // share of the runs of 32 arrivals that move the end
constexpr int kMovingInWord = 2;
constexpr std::uint64_t kInsertsMin = 100;
constexpr std::uint64_t kCreatedMin = 5;
// How many existing keys may permanently be beyond the stream.
constexpr std::size_t kOutliersMax = 4;
constexpr double kOutlierShare = 0.25;
// Created keys up to which keys are compared with all earlier ones.
constexpr std::uint64_t kCreatedCompareAll = 12;
// Inserts into existing partitions count as being at the end if their partition is among this
// many outermost ones; more of them where new partitions are frequent.
constexpr double kExistingPart = 0.25;
constexpr double kExistingPlaces = 16;
constexpr double kExistingMore = 128;

std::size_t OutliersAllowed(double keys) {
  return std::min(kOutliersMax, static_cast<std::size_t>(keys * kOutlierShare));
}

}  // namespace

EndTracker::EndTracker(std::size_t sample_max) : sample_(sample_max) {}

bool EndTracker::IsFurther(const End& end, std::string_view left, std::string_view right) {
  const auto order = CompareOrdinal(left, right);
  return end.direction == KeyDirection::kAscending ? order > 0 : order < 0;
}

void EndTracker::Keep(End& end, std::string_view key) {
  if (end.outermost.size() == kOutermost && !IsFurther(end, key, end.outermost.back())) return;
  std::size_t place = 0;
  while (place < end.outermost.size() && IsFurther(end, end.outermost[place], key)) ++place;
  if (place < end.outermost.size() && end.outermost[place] == key) return;
  if (end.outermost.size() < kOutermost) {
    end.outermost.emplace_back(key);
  } else {
    end.outermost.back().assign(key);  // reuses the memory of the dropped key
  }
  std::rotate(end.outermost.begin() + static_cast<std::ptrdiff_t>(place), end.outermost.end() - 1,
              end.outermost.end());
}

void EndTracker::Widen(std::string_view key, std::uint64_t hash) {
  Keep(top_, key);
  Keep(bottom_, key);
  sample_.Add(key, hash);  // last: once it has a key, both ends have one
}

const std::string& EndTracker::CurrentThreshold(const End& end) const {
  return end.outermost[std::min(OutliersAllowed(sample_.Distinct()), end.outermost.size() - 1)];
}

bool EndTracker::ComparesWithAll() const { return created_ < kCreatedCompareAll; }

bool EndTracker::IsAtEnd(const End& end, std::string_view key) const {
  return IsFurther(end, key, ComparesWithAll() ? CurrentThreshold(end) : end.far.key);
}

double EndTracker::Chance() const {
  const double keys = ComparesWithAll() ? sample_.Distinct() : far_.keys;
  return (static_cast<double>(OutliersAllowed(keys)) + 1) / (keys + 1);
}

void EndTracker::SetThresholds(Period& period, Threshold End::*threshold) {
  if (created_ < period.ends_at) return;
  period.ends_at =
      created_ + std::clamp<std::uint64_t>(created_ / period.part, 1, period.length_max);
  for (End* const end : {&top_, &bottom_}) {
    (end->*threshold).key.swap((end->*threshold).next);
    (end->*threshold).next = CurrentThreshold(*end);
  }
  period.keys = std::exchange(period.next_keys, sample_.Distinct());
}

void EndTracker::CountInsert(KeyPosition place) {
  ++insert_count_;
  inserts_ = inserts_ * kInsertDecay + 1;
  top_.inserts = top_.inserts * kInsertDecay + (place.at_top ? 1 : 0);
  bottom_.inserts = bottom_.inserts * kInsertDecay + (place.at_bottom ? 1 : 0);
}

void EndTracker::InsertExisting(std::string_view key) {
  const double creations = static_cast<double>(created_) / static_cast<double>(insert_count_ + 1);
  const double places =
      std::min(kExistingPart * sample_.Distinct(), kExistingPlaces + kExistingMore * creations);
  const KeySample::Rank rank = sample_.RankOf(key);
  CountInsert({rank.above <= places, rank.below <= places});
}

void EndTracker::Observe(End& end, std::string_view key, bool is_at_end, AccessTime now) {
  end.evidence.Add(is_at_end, weights_, insert_count_, now);
  std::uint32_t& word = end.moved[created_ / 32 % kWords];
  if (created_ % 32 == 0) word = 0;
  if (!is_at_end) return;
  if (ComparesWithAll() || IsFurther(end, key, end.near.key)) word |= 1U << (created_ % 32);
  const auto gap = static_cast<double>(insert_count_ - end.insert_of_last_advance);
  end.advance_gap += (gap - end.advance_gap) / 8;
  end.insert_of_last_advance = insert_count_;
}

EndTracker::KeyPosition EndTracker::InsertNew(std::string_view key, std::uint64_t hash,
                                              AccessTime now) {
  KeyPosition place;
  if (!sample_.Empty()) {
    place = {IsAtEnd(top_, key), IsAtEnd(bottom_, key)};
    CountInsert(place);
    weights_.Set(Chance());
    Observe(top_, key, place.at_top, now);
    Observe(bottom_, key, place.at_bottom, now);
  }
  ++created_;
  Widen(key, hash);
  SetThresholds(far_, &End::far);
  SetThresholds(near_, &End::near);
  return place;
}

bool EndTracker::Moves(const End& end) const {
  const double gap_max = 100 + 8 * end.advance_gap;
  if (static_cast<double>(insert_count_ - end.insert_of_last_advance) > gap_max) return false;
  const auto words = std::count_if(end.moved.begin(), end.moved.end(), [](std::uint32_t word) {
    return std::popcount(word) >= kMovingInWord;
  });
  const auto filled = std::min<std::uint64_t>(kWords, created_ / 32);
  return static_cast<double>(words) >= kMovingWords * static_cast<double>(filled);
}

bool EndTracker::IsMonotonic(const End& end) const {
  const double share = end.inserts / inserts_;
  const bool is_evident = end.evidence.value >= OrderEvidence::kRequired ||
                          (end.evidence.value >= kEvidenceAtHighShare && share >= kHighShare);
  return is_evident && share >= kEndShareMin && Moves(end);
}

std::optional<EndTracker::MonotonicOrder> EndTracker::FindMonotonicOrder() const {
  if (created_ < kCreatedMin || insert_count_ < kInsertsMin) return std::nullopt;
  const End& end = top_.evidence.value > bottom_.evidence.value ? top_ : bottom_;
  if (!IsMonotonic(end)) return std::nullopt;
  return MonotonicOrder{.direction = end.direction,
                        .share = end.inserts / inserts_,
                        .confidence = end.evidence.Confidence(),
                        .inserts = insert_count_ - end.evidence.run_begin,
                        .since = end.evidence.since};
}

std::size_t EndTracker::Bytes() const {
  std::size_t bytes = sizeof *this + sample_.Bytes();
  for (const End* end : {&top_, &bottom_}) {
    for (const Threshold* threshold : {&end->far, &end->near}) {
      bytes += threshold->key.capacity() + threshold->next.capacity();
    }
    for (const std::string& key : end->outermost) bytes += sizeof(std::string) + key.capacity();
  }
  return bytes;
}

}  // namespace rowhouse
