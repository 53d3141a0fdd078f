#include "table_service/hotspot/candidate_keys.h"

#include "base/date_time.h"
#include "entity/stored_properties.h"
#include "keys/key_hash.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_set>
#include <variant>

namespace rowhouse {
namespace {

constexpr std::size_t kPropertiesTried = 3;
constexpr std::size_t kPropertyTextMax = 128;  // longer texts do not make a good key
constexpr std::size_t kSuffixesMin = 64;
constexpr std::size_t kSuffixesMax = 10'000;

struct ValueText {
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::int32_t number) const { return std::to_string(number); }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const { return FormatDouble(number); }
  std::string operator()(const DateTime& time) const { return time.ToString(); }
  std::string operator()(const Guid& guid) const { return guid.ToString(); }
  std::string operator()(const Binary& binary) const { return binary.ToBase64(); }
};

bool IsTime(const std::string& text) { return DateTime::Parse(text).has_value(); }

// Returns the names of properties that all samples have and whose values differ, with the number of
// values, most values first.
std::vector<std::pair<std::string, std::size_t>> UsefulProperties(
    std::span<const CandidateSample> samples) {
  struct PropertyValues {
    std::size_t count = 0;
    std::unordered_set<std::string> values = {};
  };
  std::map<std::string, PropertyValues> all;
  for (const CandidateSample& sample : samples) {
    for (const auto& [name, text] : sample.properties) {
      if (text.empty() || text.size() > kPropertyTextMax) continue;
      PropertyValues& property = all[name];
      ++property.count;
      property.values.insert(text);
    }
  }
  std::vector<std::pair<std::string, std::size_t>> useful;
  for (const auto& [name, property] : all) {
    const bool can_be_named = name.find(')') == std::string::npos;
    if (can_be_named && property.count == samples.size() && property.values.size() > 1) {
      useful.emplace_back(name, property.values.size());
    }
  }
  std::ranges::stable_sort(useful,
                           [](const auto& l, const auto& r) { return l.second > r.second; });
  if (useful.size() > kPropertiesTried) useful.resize(kPropertiesTried);
  return useful;
}

class CandidateBuilder {
 public:
  CandidateBuilder(std::span<const CandidateSample> samples, std::optional<double> rate)
      : samples_(samples),
        properties_(UsefulProperties(samples)),
        // Twice as many partitions as would suffice if all were equally busy.
        suffixes_(std::clamp(
            static_cast<std::size_t>(std::ceil(rate.value_or(0) / kCloudPartitionRate * 2)),
            kSuffixesMin, kSuffixesMax)),
        letters_(suffixes_ > kLetterCount * 2 ? 2 : 1) {}

  std::vector<CandidateKey> Run() {
    Add("{PartitionKey}", CandidateForm::kUnchanged, 1);
    AddPrefix("PartitionKey", letters_, 1);
    // More prefixes than ranges even out the random differences between ranges.
    AddFiner("PartitionKey", 1);
    for (const std::size_t rows : {4U, 16U}) {  // a compromise if other partitions are busy, too
      AddPrefix(fmt::format("PartitionKey+hash(RowKey,{})", rows), letters_, rows);
    }
    std::vector<std::string> sources = {"RowKey", "PartitionKey+RowKey"};
    for (const auto& [name, count] : properties_) sources.push_back(Source(name));
    sources.emplace_back("random");
    for (const std::string& source : sources) {
      AddPrefix(source, letters_, Prefixes(letters_));
      if (source == "RowKey") AddFiner(source, Prefixes(2));
      if (source != "random") {
        Add(fmt::format("{{PartitionKey}}.{{hash({},{})}}", source, suffixes_),
            CandidateForm::kSuffix, suffixes_);
      }
    }
    Add(fmt::format("{{PartitionKey}}.{{random({})}}", suffixes_), CandidateForm::kSuffix,
        suffixes_);
    AddProperties();
    AddTimes();
    return std::move(candidates_);
  }

 private:
  static std::string Source(const std::string& name) { return fmt::format("property({})", name); }

  static std::size_t Prefixes(std::size_t letters) {
    return letters == 1 ? kLetterCount : kLetterCount * kLetterCount;
  }

  void AddPrefix(std::string_view source, std::size_t letters, std::size_t fan_out) {
    Add(letters == 1 ? fmt::format("{{letters({})}}-{{PartitionKey}}", source)
                     : fmt::format("{{letters({},{})}}-{{PartitionKey}}", source, letters),
        CandidateForm::kPrefix, fan_out);
    candidates_.back().prefixes = Prefixes(letters);
    auto hashed =
        KeyTemplate::Parse(fmt::format("{{hash({},{})}}", source, KeyTemplate::kCountMax));
    if (hashed && !hashed->IsRandom()) candidates_.back().hashed = *std::move(hashed);
  }

  // Adds a candidate with more prefixes than the last one.
  void AddFiner(std::string_view source, std::size_t fan_out) {
    if (letters_ > 1) return;
    AddPrefix(source, 2, fan_out);
    candidates_.back().finer_than = candidates_.size() - 2;
  }

  void Add(const std::string& text, CandidateForm form, std::size_t fan_out) {
    if (auto key = KeyTemplate::Parse(text)) {
      candidates_.push_back({*std::move(key), form, fan_out});
    }
  }

  void AddProperties() {
    for (std::size_t first = 0; first < properties_.size(); ++first) {
      const auto& [name, count] = properties_[first];
      Add(fmt::format("{{{}}}", Source(name)), CandidateForm::kProperty, count);
      Add(fmt::format("{{{}}}-{{PartitionKey}}", Source(name)), CandidateForm::kProperty, count);
      for (std::size_t second = first + 1; second < properties_.size(); ++second) {
        const auto& [other, other_count] = properties_[second];
        Add(fmt::format("{{{}}}-{{{}}}", Source(name), Source(other)), CandidateForm::kProperty,
            count * other_count);
      }
    }
  }

  // Adds coarser time buckets from times in the PartitionKey, and finer ones from times in the
  // RowKey.
  void AddTimes() {
    const auto all = [&](auto key) {
      return std::ranges::all_of(samples_, [&](const auto& s) { return IsTime((*s.access).*key); });
    };
    if (all(&SampledAccess::partition_key)) {
      Add("{time(PartitionKey,hour)}", CandidateForm::kProperty, 1);
    }
    if (all(&SampledAccess::row_key)) {
      Add("{time(RowKey,minute)}", CandidateForm::kProperty, samples_.size());
      Add("{PartitionKey}.{time(RowKey,minute)}", CandidateForm::kSuffix, samples_.size());
    }
  }

  std::span<const CandidateSample> samples_;
  std::vector<std::pair<std::string, std::size_t>> properties_;
  std::size_t suffixes_;
  std::size_t letters_;
  std::vector<CandidateKey> candidates_;
};

}  // namespace

std::optional<std::string> CandidateSample::Property(std::string_view name) const {
  for (const auto& [own, text] : properties) {
    if (own == name) return text;
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> PropertyTexts(std::string_view stored) {
  std::vector<std::pair<std::string, std::string>> texts;
  if (stored.empty()) return texts;
  for (const Property& property : DecodeProperties(stored)) {
    texts.emplace_back(property.name, std::visit(ValueText(), property.value));
  }
  return texts;
}

std::vector<CandidateKey> CandidateKeys(std::span<const CandidateSample> samples,
                                        std::optional<double> rate) {
  assert(!samples.empty());
  return CandidateBuilder(samples, rate).Run();
}

}  // namespace rowhouse
