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
// Half of the window that the criterion uses, because runs of samples are about this long. Shorter
// windows are stricter.
constexpr std::size_t kSampleWindow = kSpreadWindow / 2;
// The share that a recommended key may have on the samples, so that it stays below 5 % on the other
// operations.
constexpr double kGoodShare = 0.04;
// A hash always maps a value to the same place, so a few busy values crowd some places by chance.
// How uneven that gets follows from the probability that two operations have the same value: the
// standard deviation of a place's share is sqrt(probability / places). With this limit and 52
// places, a share stays below 5 % even in single windows.
constexpr double kSameValueMax = 1.0 / 2000;
constexpr std::size_t kEvidenceMin = 8;  // operations on a partition

struct Evaluation {
  CandidateKey candidate;
  KeySpread spread;
  std::string example;
  bool is_even;  // the values that are hashed differ enough

  bool IsGood() const { return is_even && spread.hottest_share <= kGoodShare; }

  // Smaller is better. Keys that spread enough come first, sorted by the cost of reads (simpler
  // keys are tried first); the others follow, sorted by their spread.
  auto Order() const {
    const KeyTemplate& key = candidate.key;
    const int point_read = key.IsRandom() ? 2 : key.Properties().empty() ? 0 : 1;
    return IsGood() ? std::tuple(0, point_read, candidate.fan_out, 0.0)
                    : std::tuple(1, 0, std::size_t{0}, spread.hottest_share);
  }
};

using Samples = std::vector<CandidateSample>;

template <class Predicate>
Samples Select(std::span<const SampledAccess> samples, Predicate wanted) {
  Samples selected;
  for (const SampledAccess& sample : samples) {
    if (wanted(sample.kind)) selected.push_back({&sample, PropertyTexts(sample.properties)});
  }
  return selected;
}

// Selects the operations to be spread: the writes, or the reads if the finding is about them.
Samples SelectFor(const Finding& finding, std::span<const SampledAccess> samples) {
  Samples selected = Select(samples, [&](AccessKind kind) {
    return finding.of_reads ? kind == AccessKind::kRead : IsWrite(kind);
  });
  if (!selected.empty()) return selected;
  return Select(samples, [](AccessKind kind) { return kind != AccessKind::kQuery; });
}

std::uint64_t EntityHash(std::string_view partition_key, std::string_view row_key) {
  return KeyHash(std::string(partition_key).append(1, '\n').append(row_key));
}

// Returns true if most operations on the partition are on one entity, which no key can divide.
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

// Returns the sample that examples are made from: the last one, or the last one of the partition
// that the finding names.
std::size_t ExampleOf(const Finding& finding, const Samples& samples) {
  for (std::size_t place = samples.size(); finding.partition && place > 0; --place) {
    if (samples[place - 1].access->partition_key == *finding.partition) return place - 1;
  }
  return samples.size() - 1;
}

// Returns the keys of all samples, or no value if one cannot be made.
std::optional<std::vector<std::string>> Apply(const KeyTemplate& key, const Samples& samples) {
  std::vector<std::string> keys;
  for (const CandidateSample& sample : samples) {
    auto made = key.Apply({.partition_key = sample.access->partition_key,
                           .row_key = sample.access->row_key,
                           .property = [&](std::string_view name) { return sample.Property(name); },
                           .random_number = keys.size()});
    if (!made) return {};
    keys.push_back(*std::move(made));
  }
  return keys;
}

// Returns true if two entities would get the same keys.
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

// Returns the probability that two operations of a window have the same text, in the worst window.
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

// Returns no value if the key cannot be made for all samples or would merge two entities.
std::optional<Evaluation> Evaluate(const CandidateKey& candidate, const Samples& samples,
                                   std::size_t example) {
  auto keys = Apply(candidate.key, samples);
  if (!keys || (!candidate.key.IsRandom() && MergesEntities(*keys, samples))) return {};
  bool is_even = true;
  if (candidate.hashed) {
    const auto hashed = Apply(*candidate.hashed, samples);
    is_even = hashed && SameTextChance(*hashed) <= kSameValueMax;
  }
  std::string shown = (*keys)[example];
  return Evaluation{candidate, MeasureSpread(*std::move(keys), kSampleWindow), std::move(shown),
                    is_even};
}

bool IsOffered(const Evaluation& evaluation, const Finding& finding, bool mostly_inserts) {
  // Existing entities have their key; only new ones can get a random one.
  if (evaluation.candidate.key.IsRandom()) return !finding.of_reads && mostly_inserts;
  return evaluation.candidate.form != CandidateForm::kUnchanged ||
         evaluation.spread.hottest_share <= kGoodShare;
}

bool MostlyInserts(const Samples& samples) {
  const auto inserts = std::ranges::count_if(samples, [](const CandidateSample& sample) {
    return sample.access->kind == AccessKind::kInsert;
  });
  return static_cast<std::size_t>(inserts) * 2 > samples.size();
}

}  // namespace

std::vector<Advice> Advise(const Finding& finding, std::span<const SampledAccess> samples) {
  const Samples selected = SelectFor(finding, samples);
  if (selected.empty() || IsOneEntity(finding, selected)) return {};
  const bool mostly_inserts = MostlyInserts(selected);
  const std::size_t example = ExampleOf(finding, selected);
  const auto candidates = CandidateKeys(selected, finding.rate);
  std::vector<Evaluation> all;
  std::vector<bool> is_good(candidates.size());
  for (std::size_t place = 0; place < candidates.size(); ++place) {
    const CandidateKey& candidate = candidates[place];
    if (candidate.finer_than && is_good[*candidate.finer_than]) continue;
    auto evaluation = Evaluate(candidate, selected, example);
    if (!evaluation || !IsOffered(*evaluation, finding, mostly_inserts)) continue;
    is_good[place] = evaluation->IsGood();
    all.push_back(*std::move(evaluation));
  }
  std::ranges::stable_sort(all, std::less(),
                           [](const Evaluation& evaluation) { return evaluation.Order(); });
  if (all.size() > kAdviceMax) all.erase(all.begin() + kAdviceMax, all.end());
  const QueryCount queries = CountQueries(samples);
  std::vector<Advice> advice;
  advice.reserve(all.size());
  for (const Evaluation& evaluation : all) {
    // Its keys are made again: to keep those of every candidate would take more than a few of them cost.
    advice.push_back({.key = evaluation.candidate.key.Text(),
                      .example = evaluation.example,
                      .hottest_share = evaluation.spread.hottest_share,
                      .effective_partitions = evaluation.spread.effective_partitions,
                      .point_read = PointReadText(evaluation.candidate),
                      .range_read = RangeReadText(evaluation.candidate, queries),
                      .map = MapOf(*Apply(evaluation.candidate.key, selected))});
  }
  return advice;
}

void AddAdvice(std::span<Finding> findings, std::span<const SampledAccess> samples) {
  for (Finding& finding : findings) {
    finding.advice = Advise(finding, samples);
    std::vector<std::string> keys;
    for (const CandidateSample& sample : SelectFor(finding, samples)) {
      keys.push_back(sample.access->partition_key);
    }
    finding.map = MapOf(std::move(keys));
  }
}

}  // namespace rowhouse
