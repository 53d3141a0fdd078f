#include "table_service/hotspot/seen_keys.h"

#include <utility>

namespace rowhouse {
namespace {

// Double hashing (Kirsch and Mitzenmacher 2006): probe i is at low + i * high.
std::size_t Probe(std::uint64_t hash, int i) {
  const auto low = static_cast<std::uint32_t>(hash);
  const auto high = static_cast<std::uint32_t>(hash >> 32U) | 1U;
  return low + static_cast<std::uint32_t>(i) * high;
}

}  // namespace

bool SeenKeys::Test(const Filter& filter, std::uint64_t hash) {
  for (int i = 0; i < kProbes; ++i) {
    const std::size_t bit = Probe(hash, i) % kBits;
    if ((filter[bit / 64] >> (bit % 64) & 1U) == 0) return false;
  }
  return true;
}

void SeenKeys::Set(Filter& filter, std::uint64_t hash) {
  for (int i = 0; i < kProbes; ++i) {
    const std::size_t bit = Probe(hash, i) % kBits;
    filter[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

bool SeenKeys::TestAndAdd(std::uint64_t hash) {
  if (!current_) {
    // Both or none: there may be memory for one only.
    auto current = std::make_unique<Filter>();
    previous_ = std::make_unique<Filter>();
    current_ = std::move(current);
  }
  if (Test(*current_, hash)) return true;
  const bool is_known = Test(*previous_, hash);
  if (count_ == kKeysMax) {
    std::swap(current_, previous_);
    current_->fill(0);
    count_ = 0;
  }
  Set(*current_, hash);
  ++count_;
  return is_known;
}

}  // namespace rowhouse
