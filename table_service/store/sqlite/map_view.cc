#include "table_service/store/sqlite/map_view.h"

#include "table_service/store/sqlite/table.h"

namespace rowhouse {

std::optional<OwnPartition> MapView::Next(std::string_view from) const {
  return table_->NextOwn(from, version_);
}

}  // namespace rowhouse
