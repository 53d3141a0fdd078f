#pragma once
// One version of a table's partition map: the partitions that have their own files.

#include "table_service/store/sqlite/files/partition_file.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

class Table;

struct OwnPartition {
  std::string partition_key;  // in stored form
  std::shared_ptr<PartitionFile> file;
};

// What a reader sees in the shared file matches one version of the map: rows of the partitions that
// the view lists are leftovers of a move and must be ignored; all other partitions without their
// own file are in the shared file. Partitions that are mapped later are not listed.
// Lifetime: borrows its table.
class MapView {
 public:
  // Returns the first listed partition whose key (stored form) is `from` or later.
  std::optional<OwnPartition> Next(std::string_view from) const;

  // Compares views of one table: equal if they list the same partitions.
  bool operator==(const MapView&) const = default;

 private:
  friend class Table;
  MapView(const Table& table, std::uint64_t version) : table_(&table), version_(version) {}

  const Table* table_;
  std::uint64_t version_;
};

}  // namespace rowhouse::sqlite
