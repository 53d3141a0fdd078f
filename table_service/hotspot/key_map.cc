#include "table_service/hotspot/key_map.h"

#include "base/unicode.h"

#include <algorithm>
#include <string_view>

namespace rowhouse {

KeyMap MapOf(std::vector<std::string> keys) {
  KeyMap map;
  if (keys.empty()) return map;
  for (std::string& key : keys) key = ToCesu8(key);  // whose byte order is that of the store
  std::vector<std::string_view> sorted(keys.begin(), keys.end());
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  map.counts.resize(KeyMap::kTimes * KeyMap::kRanges);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto rank = static_cast<std::size_t>(
        std::ranges::lower_bound(sorted, std::string_view(keys[i])) - sorted.begin());
    const std::size_t time = i * KeyMap::kTimes / keys.size();
    const std::size_t range = rank * KeyMap::kRanges / sorted.size();
    ++map.counts[time * KeyMap::kRanges + range];
  }
  return map;
}

}  // namespace rowhouse
