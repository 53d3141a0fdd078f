#include "base/random.h"

#include <random>

namespace rowhouse {
namespace {

std::mt19937_64& Generator() {
  thread_local std::mt19937_64 generator = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  return generator;
}

}  // namespace

std::uint64_t RandomBits() { return Generator()(); }

double RandomFraction() { return std::uniform_real_distribution<double>()(Generator()); }

std::size_t RandomBelow(std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(Generator());
}

}  // namespace rowhouse
