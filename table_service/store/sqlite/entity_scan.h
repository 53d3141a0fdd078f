#pragma once
// An ordered scan of a table: the partitions with their own files, merged with the shared file.

#include "entity/entity_source.h"
#include "table_service/store/sqlite/table.h"

#include <memory>

namespace rowhouse::sqlite {

class TableSource final : public EntitySource {
 public:
  explicit TableSource(std::shared_ptr<Table> table) : table_(std::move(table)) {}

  Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) override;
  Result<std::unique_ptr<EntityCursor>> ScanFiltered(const ScanRange& range,
                                                     RowFilter& filter) override;

 private:
  std::shared_ptr<Table> table_;
};

}  // namespace rowhouse::sqlite
