#pragma once
// An ordered scan of a table over all its files: the partitions with files of their own merged with
// those of the shared file.

#include "entity/entity_source.h"
#include "table_service/store/sqlite/table.h"

#include <memory>

namespace rowhouse {

class TableSource final : public EntitySource {
 public:
  explicit TableSource(std::shared_ptr<Table> table) : table_(std::move(table)) {}

  Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) override;
  Result<std::unique_ptr<EntityCursor>> ScanFiltered(const ScanRange& range,
                                                     RowFilter& filter) override;

 private:
  std::shared_ptr<Table> table_;
};

}  // namespace rowhouse
