#pragma once
// The keys that the advisor tries: the known remedies for hot partitions, adapted to the keys and
// properties in the samples.

#include "keys/key_template.h"
#include "table_service/hotspot/key_access.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

// A sampled operation with its properties as text.
struct CandidateSample {
  const SampledAccess* access = nullptr;
  std::vector<std::pair<std::string, std::string>> properties = {};

  std::optional<std::string> Property(std::string_view name) const;
};

// Returns stored properties as (name, text): strings as they are, other values in their wire form.
std::vector<std::pair<std::string, std::string>> PropertyTexts(std::string_view stored);

enum class CandidateForm : std::uint8_t {
  kUnchanged,
  kPrefix,   // before the natural key: spreads over the whole range
  kSuffix,   // after it: spreads over partitions, but keeps the range of a natural key together
  kProperty  // other properties instead of it
};

struct CandidateKey {
  KeyTemplate key;
  CandidateForm form = CandidateForm::kUnchanged;
  // Number of partitions with the rows of one natural PartitionKey.
  std::size_t fan_out = 1;
  // kPrefix: the number of prefixes.
  std::size_t prefixes = 0;
  // Index of a candidate with the same source but fewer prefixes; this one is tried only if that
  // one does not spread enough.
  std::optional<std::size_t> finer_than = {};
  // If the key contains a hash: the text that is hashed. Frequent texts always go to the same
  // place.
  std::optional<KeyTemplate> hashed = {};
};

// `rate` is the number of operations per second to be spread. REQUIRES: `samples` is not empty
std::vector<CandidateKey> CandidateKeys(std::span<const CandidateSample> samples,
                                        std::optional<double> rate);

}  // namespace rowhouse
