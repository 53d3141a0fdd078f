#include "entity/entity_source.h"

#include "base/unicode.h"

#include <compare>
#include <utility>

namespace rowhouse {

bool KeyInterval::Contains(std::string_view key) const {
  const std::strong_ordering to_low = CompareOrdinal(key, low);
  if (to_low < 0 || (to_low == 0 && low_open)) {
    return false;
  }
  if (!high) {
    return true;
  }
  const std::strong_ordering to_high = CompareOrdinal(key, *high);
  return to_high < 0 || (to_high == 0 && !high_open);
}

KeyInterval KeyInterval::Point(std::string key) {
  KeyInterval interval;
  interval.high = key;
  interval.low = std::move(key);
  return interval;
}

}  // namespace rowhouse
