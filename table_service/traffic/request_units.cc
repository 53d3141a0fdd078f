#include "table_service/traffic/request_units.h"

#include <algorithm>

namespace rowhouse {
namespace {

constexpr double kWriteFactor = 5;
constexpr double kQueryBase = 2;
// 1 at 1 KiB, 10 at 100 KiB.
constexpr double kPerKib = 9.0 / 99.0;

}  // namespace

double ReadUnits(std::size_t bytes) {
  const double kib = static_cast<double>(bytes) / 1024.0;
  return 1 + std::max(0.0, kib - 1) * kPerKib;
}

double WriteUnits(std::size_t bytes) { return kWriteFactor * ReadUnits(bytes); }

double QueryUnits(std::size_t bytes) { return kQueryBase + ReadUnits(bytes); }

}  // namespace rowhouse
