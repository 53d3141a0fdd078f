#include "table_service/hotspot/advisor.h"

#include "keys/key_hash.h"
#include "table_service/hotspot/advice_text.h"
#include "table_service/hotspot/candidate_keys.h"
#include "table_service/hotspot/key_spread.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace rowhouse {
namespace {

constexpr std::size_t kAdviceMax = 8;
// Half of the window that counts: whole runs of samples are about as long. Shorter windows are the
// stricter ones.
constexpr std::size_t kSampleWindow = kSpreadWindow / 2;
// What a recommended key should show on the samples, so that it stays below 5 % on all the rest.
constexpr double kGoodShare = 0.04;
// A hash puts a value into the same place every time, so a few busy values crowd some places by
// chance. From the odds that two operations have the same value follows how uneven that gets (the
// standard deviation of a place's share is sqrt(odds / places)); with these and 52 places a share
// stays below 5 % also in single windows.
constexpr double kSameValueMax = 1.0 / 2000;
constexpr std::size_t kEvidenceMin = 8;  // operations on a partition

struct Tried {
  CandidateKey candidate;
  KeySpread spread;
  std::string example;
  bool is_even;  // what a hash is made from differs enough

  bool IsGood() const { return is_even && spread.hottest_share <= kGoodShare; }

  // Smaller is better: what spreads enough, by what reads cost (simpler keys are tried first);
  // then the rest by its spread.
  auto Order() const {
    const KeyTemplate& key = candidate.key;
    const int point_read = key.IsRandom() ? 2 : key.Properties().empty() ? 0 : 1;
    return IsGood() ? std::tuple(0, point_read, candidate.fan_out, 0.0)
                    : std::tuple(1, 0, std::size_t{0}, spread.hottest_share);
  }
};

using Samples = std::vector<CandidateSample>;

template <class Predicate>
Samples Pick(std::span<const SampledAccess> samples, Predicate wanted) {
  Samples picked;
  for (const SampledAccess& sample : samples) {
    if (wanted(sample.kind)) picked.push_back({&sample, PropertyTexts(sample.properties)});
  }
  return picked;
}

// What is to be spread: the writes, or the reads when the finding is about these.
Samples PickFor(const Finding& finding, std::span<const SampledAccess> samples) {
  Samples picked = Pick(samples, [&](AccessKind kind) {
    return finding.of_reads ? kind == AccessKind::kRead : IsWrite(kind);
  });
  if (!picked.empty()) return picked;
  return Pick(samples, [](AccessKind kind) { return kind != AccessKind::kQuery; });
}

std::uint64_t EntityHash(std::string_view partition_key, std::string_view row_key) {
  return KeyHash(std::string(partition_key).append(1, '\n').append(row_key));
}

// Most of what is done to the partition is done to one entity, which no key can divide.
bool IsOneEntity(const Finding& finding, const Samples& samples) {
  if (finding.kind != FindingKind::kHotPartition || !finding.partition) return false;
  std::map<std::string_view, std::size_t> rows;
  std::size_t count = 0;
  std::size_t largest = 0;
  for (const CandidateSample& sample : samples) {
    if (sample.access->partition_key != *finding.partition) continue;
    ++count;
    largest = std::max(largest, ++rows[sample.access->row_key]);
  }
  return count >= kEvidenceMin && largest * 2 > count;
}

// The sample that examples are made from: the last one, of the partition if the finding names one.
std::size_t ExampleOf(const Finding& finding, const Samples& samples) {
  for (std::size_t place = samples.size(); finding.partition && place > 0; --place) {
    if (samples[place - 1].access->partition_key == *finding.partition) return place - 1;
  }
  return samples.size() - 1;
}

// The keys of all samples; no value when one cannot be made.
std::optional<std::vector<std::string>> Apply(const KeyTemplate& key, const Samples& samples) {
  std::vector<std::string> keys;
  for (const CandidateSample& sample : samples) {
    auto made = key.Apply({.partition_key = sample.access->partition_key,
                           .row_key = sample.access->row_key,
                           .property = [&](std::string_view name) { return sample.Property(name); },
                           .lot = keys.size()});
    if (!made) return {};
    keys.push_back(*std::move(made));
  }
  return keys;
}

// Two entities would have the same keys.
bool MergesEntities(const std::vector<std::string>& keys, const Samples& samples) {
  std::unordered_set<std::uint64_t> before;
  std::unordered_set<std::uint64_t> after;
  for (std::size_t place = 0; place < keys.size(); ++place) {
    const SampledAccess& access = *samples[place].access;
    before.insert(EntityHash(access.partition_key, access.row_key));
    after.insert(EntityHash(keys[place], access.row_key));
  }
  return after.size() < before.size();
}

// In the worst window: the chance that two operations of it have the same text.
double SameTextChance(std::span<const std::string> texts) {
  double worst = 0;
  do {
    std::unordered_map<std::string_view, std::size_t> counts;
    const auto window = texts.last(std::min(texts.size(), kSampleWindow));
    std::size_t same = 0;
    for (const std::string& text : window) same += counts[text]++;
    const auto pairs = static_cast<double>(window.size() * (window.size() - 1)) / 2;
    if (pairs > 0) worst = std::max(worst, static_cast<double>(same) / pairs);
    texts = texts.first(texts.size() - window.size() / 2);
  } while (texts.size() > kSampleWindow);
  return worst;
}

// No value when the key cannot be made for all samples or would merge two entities.
std::optional<Tried> Try(const CandidateKey& candidate, const Samples& samples,
                         std::size_t example) {
  auto keys = Apply(candidate.key, samples);
  if (!keys || (!candidate.key.IsRandom() && MergesEntities(*keys, samples))) return {};
  bool is_even = true;
  if (candidate.hashed) {
    const auto hashed = Apply(*candidate.hashed, samples);
    is_even = hashed && SameTextChance(*hashed) <= kSameValueMax;
  }
  std::string shown = (*keys)[example];
  return Tried{candidate, MeasureSpread(*std::move(keys), kSampleWindow), std::move(shown),
               is_even};
}

bool IsOffered(const Tried& tried, const Finding& finding, bool mostly_inserts) {
  // Entities that exist have their key: only new ones can get one at random.
  if (tried.candidate.key.IsRandom()) return !finding.of_reads && mostly_inserts;
  return tried.candidate.form != CandidateForm::kUnchanged ||
         tried.spread.hottest_share <= kGoodShare;
}

bool MostlyInserts(const Samples& samples) {
  const auto inserts = std::ranges::count_if(samples, [](const CandidateSample& sample) {
    return sample.access->kind == AccessKind::kInsert;
  });
  return static_cast<std::size_t>(inserts) * 2 > samples.size();
}

}  // namespace

std::vector<Advice> Advise(const Finding& finding, std::span<const SampledAccess> samples) {
  const Samples picked = PickFor(finding, samples);
  if (picked.empty() || IsOneEntity(finding, picked)) return {};
  const bool mostly_inserts = MostlyInserts(picked);
  const std::size_t example = ExampleOf(finding, picked);
  const auto candidates = CandidateKeys(picked, finding.rate);
  std::vector<Tried> all;
  std::vector<bool> is_good(candidates.size());
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    const CandidateKey& candidate = candidates[place];
    if (candidate.finer_than && is_good[*candidate.finer_than]) continue;
    auto tried = Try(candidate, picked, example);
    if (!tried || !IsOffered(*tried, finding, mostly_inserts)) continue;
    is_good[place] = tried->IsGood();
    all.push_back(*std::move(tried));
  }
  std::ranges::stable_sort(all, std::less(), [](const Tried& tried) { return tried.Order(); });
  if (all.size() > kAdviceMax) all.erase(all.begin() + kAdviceMax, all.end());
  const QueriesSeen queries = CountQueries(samples);
  std::vector<Advice> advice;
  advice.reserve(all.size());
  for (const Tried& tried : all) {
    advice.push_back({.key = tried.candidate.key.Text(),
                      .example = tried.example,
                      .hottest_share = tried.spread.hottest_share,
                      .effective_partitions = tried.spread.effective_partitions,
                      .point_read = PointReadText(tried.candidate),
                      .range_read = RangeReadText(tried.candidate, queries)});
  }
  return advice;
}

}  // namespace rowhouse
