#include "table_service/store/sqlite/table_count.h"

#include "table_service/store/sqlite/table_files.h"

#include <string>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// Adds the entities of a file to `total`.
Status AddCount(TableFile& file, std::uint64_t& total) {
  auto& lease = file.lease;
  const auto rows = lease->Count();
  if (!rows) return tl::unexpected(lease.Fail(rows.error()));
  total += *rows;
  return file.ForEachLeftover([&](const std::string& partition) -> Status {
    const auto left = lease->CountPartition(partition);
    if (!left) return tl::unexpected(lease.Fail(left.error()));
    total -= *left;
    return {};
  });
}

Result<std::uint64_t> CountPartition(const Table& table, std::string_view partition) {
  const auto count = ReadPartition(
      table, partition, [&](PartitionFile& file) -> Result<std::optional<std::uint64_t>> {
        auto lease = file.Read();
        if (!lease) return tl::unexpected(std::move(lease.error()));
        const auto rows = (*lease)->CountPartition(partition);
        if (!rows) return tl::unexpected(lease->Fail(rows.error()));
        return *rows > 0 ? std::optional(*rows) : std::nullopt;
      });
  if (!count) return tl::unexpected(count.error());
  return count->value_or(0);
}

}  // namespace

Result<std::uint64_t> CountEntities(const Table& table, std::optional<std::string_view> partition) {
  if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  if (partition) return CountPartition(table, *partition);
  std::uint64_t total = 0;
  const auto counted = ForEachFile(table, [&](TableFile& file) { return AddCount(file, total); });
  if (!counted) return tl::unexpected(counted.error());
  return total;
}

}  // namespace rowhouse::sqlite
