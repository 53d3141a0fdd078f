#include "table_service/hotspot/key_sample.h"

#include "base/unicode.h"

#include <algorithm>
#include <functional>

namespace rowhouse {

std::uint64_t HashKey(std::string_view key) {
  // The finisher of SplitMix64 over the library's hash, whose low bits are not mixed enough alone.
  std::uint64_t hash = std::hash<std::string_view>{}(key) + 0x9E3779B97F4A7C15U;
  hash = (hash ^ (hash >> 30U)) * 0xBF58476D1CE4E5B9U;
  hash = (hash ^ (hash >> 27U)) * 0x94D049BB133111EBU;
  return hash ^ (hash >> 31U);
}

std::vector<KeySample::Entry>::const_iterator KeySample::FirstNotBefore(
    std::string_view key) const {
  return std::lower_bound(
      entries_.begin(), entries_.end(), key,
      [](const Entry& entry, std::string_view k) { return CompareOrdinal(entry.key, k) < 0; });
}

void KeySample::Add(std::string_view key, std::uint64_t hash) {
  if (hash >= hash_limit_) return;
  const auto place = FirstNotBefore(key);
  if (place != entries_.end() && place->key == key) return;
  entries_.insert(place, {std::string(key), hash});
  if (entries_.size() > keys_max_) DropLargestHash();
}

void KeySample::DropLargestHash() {
  const auto largest = std::max_element(
      entries_.begin(), entries_.end(),
      [](const Entry& left, const Entry& right) { return left.hash < right.hash; });
  hash_limit_ = largest->hash;
  entries_.erase(largest);
}

double KeySample::Scale() const {
  if (hash_limit_ == UINT64_MAX) return 1;
  return static_cast<double>(UINT64_MAX) / static_cast<double>(hash_limit_);
}

double KeySample::Distinct() const { return static_cast<double>(entries_.size()) * Scale(); }

KeySample::Rank KeySample::RankOf(std::string_view key) const {
  const auto place = FirstNotBefore(key);
  const bool found = place != entries_.end() && place->key == key;
  const auto below = static_cast<double>(place - entries_.begin());
  const auto above = static_cast<double>(entries_.end() - place) - (found ? 1 : 0);
  return {below * Scale(), above * Scale()};
}

std::size_t KeySample::Bytes() const {
  std::size_t bytes = entries_.capacity() * sizeof(Entry);
  for (const Entry& entry : entries_) bytes += entry.key.capacity();
  return bytes;
}

}  // namespace rowhouse
