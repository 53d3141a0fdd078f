#include "table_service/hotspot/key_spread.h"

#include "base/unicode.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <string_view>

namespace rowhouse {
namespace {

constexpr double kDeviations = 1.5;

std::size_t CommonPrefix(std::string_view left, std::string_view right) {
  const auto [end, other] = std::ranges::mismatch(left, right);
  return static_cast<std::size_t>(end - left.begin());
}

// Returns eight bytes from `begin` on as a number.
double ValueAt(std::string_view key, std::size_t begin) {
  double value = 0;
  for (std::size_t at = begin; at < begin + 8; ++at) {
    value = value * 256 + (at < key.size() ? static_cast<unsigned char>(key[at]) : 0);
  }
  return value;
}

// The distinct keys in order, and the key and range of each operation.
class Places {
 public:
  explicit Places(const std::vector<std::string>& keys) : sorted_(keys.begin(), keys.end()) {
    std::ranges::sort(sorted_);
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    const std::size_t prefix = CommonPrefix(sorted_.front(), sorted_.back());
    const double low = ValueAt(sorted_.front(), prefix);
    const double width = ValueAt(sorted_.back(), prefix) - low + 1;
    cells_.reserve(sorted_.size());
    for (const std::string_view key : sorted_) {
      const double fraction = (ValueAt(key, prefix) - low) / width;
      cells_.push_back(
          std::min(static_cast<std::size_t>(fraction * kSpreadRanges), kSpreadRanges - 1));
    }
    for (const std::string_view key : keys) {
      ranks_.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(sorted_, key) - sorted_.begin()));
    }
  }

  std::size_t Distinct() const { return sorted_.size(); }
  const std::vector<std::size_t>& Ranks() const { return ranks_; }  // of each operation
  // Returns 1/64 of the number of keys, rounded up.
  std::size_t KeysInRun() const { return (Distinct() + kSpreadRanges - 1) / kSpreadRanges; }
  std::size_t CellOf(std::size_t rank) const { return cells_[rank]; }

 private:
  std::vector<std::string_view> sorted_;
  std::vector<std::size_t> cells_;
  std::vector<std::size_t> ranks_;
};

// Returns the largest sum of `length` neighbouring counts.
std::size_t LargestRun(std::span<const std::size_t> counts, std::size_t length) {
  std::size_t sum = 0;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i];
    if (i >= length) sum -= counts[i - length];
    largest = std::max(largest, sum);
  }
  return largest;
}

// Returns the largest number of operations in one partition or range.
std::size_t LargestCount(const Places& places, std::span<const std::size_t> window) {
  std::vector<std::size_t> partitions(places.Distinct());
  std::vector<std::size_t> cells(kSpreadRanges);
  for (const std::size_t rank : window) {
    ++partitions[rank];
    ++cells[places.CellOf(rank)];
  }
  return std::max(LargestRun(partitions, places.KeysInRun()), std::ranges::max(cells));
}

// Estimates the share that a window of kSpreadWindow operations would show, given that `count` of
// `size` operations are in one place.
double Share(std::size_t count, std::size_t size) {
  const double share = static_cast<double>(count) / static_cast<double>(size);
  const double excess = 1 / static_cast<double>(size) - 1.0 / kSpreadWindow;
  return share - kDeviations * std::sqrt(std::max(0.0, share * (1 - share) * excess));
}

double EffectivePartitions(const Places& places) {
  std::vector<std::size_t> counts(places.Distinct());
  for (const std::size_t rank : places.Ranks()) ++counts[rank];
  double entropy = 0;
  for (const std::size_t count : counts) {
    const double share = static_cast<double>(count) / static_cast<double>(places.Ranks().size());
    entropy -= share * std::log(share);
  }
  return std::exp(entropy);
}

}  // namespace

KeySpread MeasureSpread(std::vector<std::string> keys, std::size_t window) {
  assert(window > 0);
  if (keys.empty()) return {};
  for (std::string& key : keys) key = ToCesu8(key);  // whose byte order is that of the store
  const Places places(keys);
  KeySpread spread{0, EffectivePartitions(places), places.Distinct()};
  std::span<const std::size_t> rest = places.Ranks();
  do {
    const auto last = rest.last(std::min(rest.size(), window));
    const double share = Share(LargestCount(places, last), last.size());
    spread.hottest_share = std::max(spread.hottest_share, share);
    rest = rest.first(rest.size() - std::min(rest.size(), std::max<std::size_t>(window / 2, 1)));
  } while (rest.size() >= window);
  return spread;
}

}  // namespace rowhouse
