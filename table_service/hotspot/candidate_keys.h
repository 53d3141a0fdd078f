#pragma once
// The keys that the advisor tries: the known cures for hot partitions, each made for what is at
// hand in the samples.

#include "keys/key_template.h"
#include "table_service/hotspot/access.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse {

// A sampled operation with the texts of its properties.
struct CandidateSample {
  const SampledAccess* access = nullptr;
  std::vector<std::pair<std::string, std::string>> properties = {};

  std::optional<std::string> Property(std::string_view name) const;
};

// The texts of stored properties, by name; strings plain, other values as the wire has them.
std::vector<std::pair<std::string, std::string>> PropertyTexts(std::string_view stored);

enum class CandidateForm : std::uint8_t {
  kUnchanged,
  kPrefix,   // in front of the natural key: spreads over the whole range
  kSuffix,   // behind it: spreads over partitions, and the range of a natural key stays together
  kProperty  // other properties in its place
};

struct CandidateKey {
  KeyTemplate key;
  CandidateForm form = CandidateForm::kUnchanged;
  // Partitions that hold the rows of one natural PartitionKey.
  std::size_t fan_out = 1;
  // kPrefix: how many prefixes there are.
  std::size_t prefixes = 0;
  // One with fewer prefixes, made from the same; this one is for when that does not spread enough.
  std::optional<std::size_t> finer_than = {};
  // Of a hash: the texts that it is made from. One that comes often goes to one place every time.
  std::optional<KeyTemplate> hashed = {};
};

// REQUIRES: samples is not empty. `rate` is the operations a second of all that is to be spread.
std::vector<CandidateKey> CandidateKeys(std::span<const CandidateSample> samples,
                                        std::optional<double> rate);

}  // namespace rowhouse
