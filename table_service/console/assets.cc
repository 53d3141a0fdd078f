#include "table_service/console/assets.h"

#include <algorithm>

namespace rowhouse::console {

const Asset* FindAsset(Assets assets, std::string_view path) {
  const auto found = std::find_if(assets.begin(), assets.end(),
                                  [&](const Asset& asset) { return asset.path == path; });
  return found == assets.end() ? nullptr : &*found;
}

}  // namespace rowhouse::console
