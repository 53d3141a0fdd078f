#include "table_service/hotspot/end_tracker.h"

#include "entity/unicode.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace rowhouse {
namespace {

constexpr double kInsertsKept = 0.9973;  // for each later insert: a half-life of 256
constexpr double kEvidenceOfFew = 3.4;   // 30 to 1, when next to all inserts go to the end
constexpr double kShareWanted = 0.6;
constexpr double kShareOfFew = 0.95;
constexpr double kSteadyWords = 0.65;  // of the words of arrivals, those with an advance
constexpr std::uint64_t kInsertsWanted = 100;
constexpr std::uint64_t kCreatedWanted = 5;
// Places at an end that count as the end: a quarter of few keys, later what 1,000 writers at
// once, or seconds between clocks, can put out of order, or a twentieth of very many keys.
constexpr double kSlackOfFew = 0.25;
constexpr double kSlackPlaces = 512;
constexpr double kSlackOfMany = 0.05;
constexpr double kTouchedPlaces = 8;
constexpr double kTouchedMore = 128;
constexpr std::size_t kStrangersMax = 4;  // keys beyond the stream that do not move

}  // namespace

EndTracker::EndTracker(std::size_t sample_max) : sample_(sample_max) {}

bool EndTracker::IsFurther(const End& end, std::string_view left, std::string_view right) {
  const auto order = CompareOrdinal(left, right);
  return end.direction == KeyDirection::kAscending ? order > 0 : order < 0;
}

std::size_t EndTracker::CountFurther(const End& end, std::string_view key) {
  std::size_t count = 0;
  while (count < end.outermost.size() && IsFurther(end, end.outermost[count], key)) ++count;
  return count;
}

void EndTracker::Keep(End& end, std::string_view key) {
  if (end.outermost.size() == kOutermost && !IsFurther(end, key, end.outermost.back())) return;
  const std::size_t place = CountFurther(end, key);
  if (place < end.outermost.size() && end.outermost[place] == key) return;
  if (end.outermost.size() < kOutermost) end.outermost.emplace_back();
  end.outermost.back().assign(key);  // in the memory of the one that goes
  std::rotate(end.outermost.begin() + static_cast<std::ptrdiff_t>(place), end.outermost.end() - 1,
              end.outermost.end());
}

void EndTracker::Widen(std::string_view key, std::uint64_t hash) {
  sample_.Add(key, hash);
  Keep(top_, key);
  Keep(bottom_, key);
}

double EndTracker::Slack() const {
  const double distinct = sample_.Distinct();
  return std::min(std::max(kSlackPlaces, kSlackOfMany * distinct), kSlackOfFew * distinct);
}

void EndTracker::CountInsert(Place place) {
  ++insert_count_;
  inserts_ = inserts_ * kInsertsKept + 1;
  top_.inserts = top_.inserts * kInsertsKept + (place.at_top ? 1 : 0);
  bottom_.inserts = bottom_.inserts * kInsertsKept + (place.at_bottom ? 1 : 0);
}

void EndTracker::Touch(std::string_view key) {
  // Rows for partitions that are there follow closely on their creation, if they are at the end.
  const double creations = static_cast<double>(created_) / static_cast<double>(insert_count_ + 1);
  const double slack = std::min(Slack(), kTouchedPlaces + kTouchedMore * creations);
  const KeySample::Rank rank = sample_.RankOf(key);
  CountInsert({rank.above <= slack, rank.below <= slack});
}

void EndTracker::Observe(End& end, std::string_view key, bool is_at_end, AccessTime now) {
  end.evidence.Add(is_at_end, weights_, insert_count_, now);

  const auto strangers = std::min(kStrangersMax, static_cast<std::size_t>(sample_.Distinct() / 4));
  std::uint32_t& word = end.advanced[created_ / 32 % kWords];
  if (created_ % 32 == 0) word = 0;
  if (!is_at_end || CountFurther(end, key) > strangers) return;
  word |= 1U << (created_ % 32);
  ++end.advances;
  const auto gap = static_cast<double>(insert_count_ - end.insert_of_last_advance);
  end.advance_gap += (gap - end.advance_gap) / 8;
  end.insert_of_last_advance = insert_count_;
}

EndTracker::Place EndTracker::Create(std::string_view key, std::uint64_t hash, AccessTime now) {
  Place place;
  if (!sample_.Empty()) {
    const KeySample::Rank rank = sample_.RankOf(key);
    const double slack = Slack();
    place = {rank.above <= slack, rank.below <= slack};
    CountInsert(place);
    weights_.Set((std::floor(slack) + 1) / (sample_.Distinct() + 1));
    Observe(top_, key, place.at_top, now);
    Observe(bottom_, key, place.at_bottom, now);
  }
  ++created_;
  Widen(key, hash);
  return place;
}

bool EndTracker::IsSteady(const End& end) const {
  const double gap_max = 100 + 8 * end.advance_gap;
  if (static_cast<double>(insert_count_ - end.insert_of_last_advance) > gap_max) return false;
  if (created_ < kCreatedForSteadiness) return 2 * end.advances >= created_;
  const auto filled = std::min<std::uint64_t>(kWords, created_ / 32);
  const auto words = std::count_if(end.advanced.begin(), end.advanced.end(),
                                   [](std::uint32_t word) { return word != 0; });
  return static_cast<double>(words) >= kSteadyWords * static_cast<double>(filled);
}

bool EndTracker::IsMonotonic(const End& end) const {
  const double share = end.inserts / inserts_;
  const bool is_evident = end.evidence.value >= OrderEvidence::kWanted ||
                          (end.evidence.value >= kEvidenceOfFew && share >= kShareOfFew);
  return is_evident && share >= kShareWanted && IsSteady(end);
}

std::optional<EndTracker::Verdict> EndTracker::Judge() const {
  if (created_ < kCreatedWanted || insert_count_ < kInsertsWanted) return std::nullopt;
  const End& end = top_.evidence.value > bottom_.evidence.value ? top_ : bottom_;
  if (!IsMonotonic(end)) return std::nullopt;
  return Verdict{.direction = end.direction,
                 .share = end.inserts / inserts_,
                 .confidence = end.evidence.Confidence(),
                 .inserts = insert_count_ - end.evidence.run_begin,
                 .since = end.evidence.since};
}

std::size_t EndTracker::Bytes() const {
  std::size_t bytes = sizeof *this + sample_.Bytes();
  for (const End* end : {&top_, &bottom_}) {
    for (const std::string& key : end->outermost) bytes += sizeof(std::string) + key.capacity();
  }
  return bytes;
}

}  // namespace rowhouse
