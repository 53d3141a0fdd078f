#include "table_service/hotspot/advice_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace rowhouse {
namespace {

std::string KnownFrom(const KeyTemplate& key) {
  const bool by_row = key.Uses(KeySource::Kind::kRowKey);
  if (!key.Uses(KeySource::Kind::kPartitionKey)) return "RowKey";
  return by_row ? "PartitionKey and RowKey" : "PartitionKey";
}

// Returns the cost of reading rows of one natural PartitionKey.
std::string RowsText(const CandidateKey& candidate) {
  if (candidate.fan_out == 1) return "rows of one PartitionKey: 1 request, as now";
  if (candidate.form == CandidateForm::kSuffix) {
    return fmt::format(
        "rows of one PartitionKey: 1 query over {} neighbouring partitions, to be sorted by RowKey",
        candidate.fan_out);
  }
  if (candidate.form == CandidateForm::kProperty) {
    return "rows of one PartitionKey: a request for each value of the new key";
  }
  return fmt::format("rows of one PartitionKey: {} requests, merged by RowKey", candidate.fan_out);
}

std::string RangeText(const CandidateKey& candidate) {
  switch (candidate.form) {
    case CandidateForm::kUnchanged:
    case CandidateForm::kSuffix:
      return "a range of PartitionKeys: 1 query, as now";
    case CandidateForm::kPrefix:
      return fmt::format("a range of PartitionKeys: {} queries, one for each prefix",
                         candidate.prefixes);
    case CandidateForm::kProperty:
      break;
  }
  return "a range of the old PartitionKeys: a scan of the table";
}

}  // namespace

QueryCount CountQueries(std::span<const SampledAccess> samples) {
  const auto queries = std::ranges::count_if(
      samples, [](const SampledAccess& sample) { return sample.kind == AccessKind::kQuery; });
  return {static_cast<std::size_t>(queries), samples.size()};
}

std::string PointReadText(const CandidateKey& candidate) {
  const KeyTemplate& key = candidate.key;
  if (candidate.form == CandidateForm::kUnchanged) return "1 request, as now";
  if (key.IsRandom()) {
    return fmt::format("up to {} requests: the partition is not known", candidate.fan_out);
  }
  const auto names = key.Properties();
  if (names.empty()) return fmt::format("1 request: the key follows from {}", KnownFrom(key));
  return fmt::format("1 request where {} {} known, else up to {}", fmt::join(names, " and "),
                     names.size() == 1 ? "is" : "are", candidate.fan_out);
}

std::string RangeReadText(const CandidateKey& candidate, const QueryCount& queries) {
  std::string text = RowsText(candidate) + "; " + RangeText(candidate);
  if (queries.queries > 0 && candidate.fan_out > 1) {
    text += fmt::format(
        "; {} of {} sampled operations are queries of a partition, which would touch "
        "{} partitions each",
        queries.queries, queries.operations, candidate.fan_out);
  }
  return text;
}

}  // namespace rowhouse
