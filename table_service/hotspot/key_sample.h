#pragma once
// A uniform sample of the distinct keys of a stream, in bounded memory: those with the smallest
// hashes (the k minimum values of Bar-Yossef et al., "Counting distinct elements in a data stream",
// RANDOM 2002). How often a key occurs does not matter. It estimates the number of distinct keys
// and how many of them are above or below a key.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Returns a well-mixed hash of a key, the same in every run.
std::uint64_t HashKey(std::string_view key);

class KeySample {
 public:
  explicit KeySample(std::size_t keys_max) : keys_max_(keys_max) {}

  // `hash` is HashKey(key).
  void Add(std::string_view key, std::uint64_t hash);

  bool Empty() const { return entries_.empty(); }
  // Returns the number of distinct keys: exact up to keys_max, then an estimate.
  double Distinct() const;
  // The numbers of distinct keys before and after a key: also exact up to keys_max.
  struct Rank {
    double below = 0;
    double above = 0;
  };
  Rank RankOf(std::string_view key) const;
  std::size_t Bytes() const;

 private:
  struct Entry {
    std::string key;
    std::uint64_t hash;
  };
  std::vector<Entry>::const_iterator FirstNotBefore(std::string_view key) const;
  void DropLargestHash();
  double Scale() const;  // distinct keys per key in the sample

  std::size_t keys_max_;
  std::uint64_t hash_limit_ = UINT64_MAX;  // keys with this or a larger hash are not sampled
  std::vector<Entry> entries_ = {};        // by key
};

}  // namespace rowhouse
