#pragma once
// The newest keys of a stream, in two Bloom filters (Bloom 1970) that take turns, so that memory
// stays bounded and the oldest keys are forgotten.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace rowhouse {

class SeenKeys {
 public:
  // Adds the key with this hash. Returns true if it was added before, or is mistaken for one that
  // was (1 in 100).
  bool TestAndAdd(std::uint64_t hash);
  std::size_t Bytes() const { return current_ ? 2 * sizeof(Filter) : 0; }

 private:
  static constexpr std::size_t kBits = std::size_t{1} << 17U;
  static constexpr std::size_t kKeysMax = kBits / 10;  // with 7 probes: 1 % false positives
  static constexpr int kProbes = 7;
  using Filter = std::array<std::uint64_t, kBits / 64>;

  static bool Test(const Filter& filter, std::uint64_t hash);
  static void Set(Filter& filter, std::uint64_t hash);

  std::unique_ptr<Filter> current_ = nullptr;
  std::unique_ptr<Filter> previous_ = nullptr;
  std::size_t count_ = 0;  // in current_
};

}  // namespace rowhouse
