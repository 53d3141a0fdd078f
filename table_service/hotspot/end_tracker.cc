#include "table_service/hotspot/end_tracker.h"

#include "base/unicode.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rowhouse {
namespace {

constexpr double kInsertsKept = 0.9973;  // for each later insert: a half-life of 256
constexpr double kEvidenceOfFew = 3.4;   // 30 to 1, when next to all inserts go to the end
constexpr double kShareWanted = 0.6;
constexpr double kShareOfFew = 0.95;
constexpr double kMovingWords = 0.5;  // of the runs of arrivals, those with keys farther out
constexpr int kMovingInWord = 2;
constexpr std::uint64_t kInsertsWanted = 100;
constexpr std::uint64_t kCreatedWanted = 5;
// Of the keys that are there, so many may lie beyond the stream for good.
constexpr std::size_t kStrangersMax = 4;
constexpr double kStrangers = 0.25;
constexpr std::uint64_t kFewCreated = 12;  // so few are compared with all before them
// Rows for partitions that are there follow closely on their creation, if they are at the end: they
// lie among so many outermost partitions, more where new ones come often.
constexpr double kTouchedPart = 0.25;
constexpr double kTouchedPlaces = 16;
constexpr double kTouchedMore = 128;

std::size_t Strangers(double keys) {
  return std::min(kStrangersMax, static_cast<std::size_t>(keys * kStrangers));
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

const std::string& EndTracker::MarkNow(const End& end) const {
  return end.outermost[std::min(Strangers(sample_.Distinct()), end.outermost.size() - 1)];
}

bool EndTracker::ComparesWithAll() const { return created_ < kFewCreated; }

bool EndTracker::IsAtEnd(const End& end, std::string_view key) const {
  return IsFurther(end, key, ComparesWithAll() ? MarkNow(end) : end.far.key);
}

double EndTracker::Chance() const {
  const double keys = ComparesWithAll() ? sample_.Distinct() : far_.keys;
  return (static_cast<double>(Strangers(keys)) + 1) / (keys + 1);
}

void EndTracker::SetMarks(Period& period, Mark End::*mark) {
  if (created_ < period.ends_at) return;
  period.ends_at =
      created_ + std::clamp<std::uint64_t>(created_ / period.part, 1, period.length_max);
  for (End* const end : {&top_, &bottom_}) {
    (end->*mark).key.swap((end->*mark).next);
    (end->*mark).next = MarkNow(*end);
  }
  period.keys = std::exchange(period.next_keys, sample_.Distinct());
}

void EndTracker::CountInsert(Place place) {
  ++insert_count_;
  inserts_ = inserts_ * kInsertsKept + 1;
  top_.inserts = top_.inserts * kInsertsKept + (place.at_top ? 1 : 0);
  bottom_.inserts = bottom_.inserts * kInsertsKept + (place.at_bottom ? 1 : 0);
}

void EndTracker::Touch(std::string_view key) {
  const double creations = static_cast<double>(created_) / static_cast<double>(insert_count_ + 1);
  const double places =
      std::min(kTouchedPart * sample_.Distinct(), kTouchedPlaces + kTouchedMore * creations);
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

EndTracker::Place EndTracker::Create(std::string_view key, std::uint64_t hash, AccessTime now) {
  Place place;
  if (!sample_.Empty()) {
    place = {IsAtEnd(top_, key), IsAtEnd(bottom_, key)};
    CountInsert(place);
    weights_.Set(Chance());
    Observe(top_, key, place.at_top, now);
    Observe(bottom_, key, place.at_bottom, now);
  }
  ++created_;
  Widen(key, hash);
  SetMarks(far_, &End::far);
  SetMarks(near_, &End::near);
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
  const bool is_evident = end.evidence.value >= OrderEvidence::kWanted ||
                          (end.evidence.value >= kEvidenceOfFew && share >= kShareOfFew);
  return is_evident && share >= kShareWanted && Moves(end);
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
    for (const Mark* mark : {&end->far, &end->near}) {
      bytes += mark->key.capacity() + mark->next.capacity();
    }
    for (const std::string& key : end->outermost) bytes += sizeof(std::string) + key.capacity();
  }
  return bytes;
}

}  // namespace rowhouse
