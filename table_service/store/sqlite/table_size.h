#pragma once
// Measuring a table: rows, bytes, partitions.

#include "table_service/store/maintenance.h"
#include "table_service/store/sqlite/table.h"

namespace rowhouse::sqlite {

// See store::Maintenance::MeasureTable(). Counts the rows of files, up to StoreOptions::
// counted_bytes_max in all, by walking their pages, and estimates those of the others from their
// first rows. Counts up to counted_partitions_max partitions of the shared file, with one seek each.
// Does not open files that have not changed since they were last measured.
Result<store::TableSize> MeasureTable(const Table& table);

}  // namespace rowhouse::sqlite
