#include "table_service/store/sqlite/table_files.h"

#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/stored_key.h"

#include <filesystem>

namespace rowhouse::sqlite {
namespace {

// Calls `use` with the partitions that `view` lists until it fails.
Status ForEachOwn(const MapView& view, const std::function<Status(const OwnPartition&)>& use) {
  for (auto own = view.Next({}); own; own = view.Next(SuccessorOf(own->partition_key))) {
    if (auto used = use(*own); !used) return used;
  }
  return {};
}

// Visits the shared file in a read transaction and returns the view that matches it.
Result<MapView> VisitShared(const Table& table, PartitionFile& shared,
                            const std::function<Status(TableFile&)>& visit) {
  auto lease = shared.Read();
  if (!lease) return tl::unexpected(std::move(lease.error()));
  TableFile file{.lease = std::move(*lease), .name = std::string(kSharedFileName)};
  DbConnection& connection = file.lease->connection();
  const auto transaction = DbTransaction::Begin(connection, DbTransaction::Kind::kRead);
  if (!transaction) return tl::unexpected(file.lease.Fail(transaction.error()));
  DbResult<std::int64_t> first = 0;
  table.ReadWithMap([&](MapView view) {
    file.moved_out = view;
    // The first read determines what the transaction sees.
    first = connection.QueryInteger("SELECT 1 FROM entity LIMIT 1");
  });
  if (!first) return tl::unexpected(file.lease.Fail(first.error()));
  if (auto visited = visit(file); !visited) return tl::unexpected(std::move(visited.error()));
  return *file.moved_out;
}

Status VisitOwn(const OwnPartition& own, const std::function<Status(TableFile&)>& visit) {
  auto lease = own.file->Read();
  if (!lease) return tl::unexpected(std::move(lease.error()));
  TableFile file{.lease = std::move(*lease),
                 .name = std::filesystem::path(own.file->path()).filename()};
  return visit(file);
}

}  // namespace

Status TableFile::ForEachLeftover(const std::function<Status(const std::string&)>& use) const {
  if (!moved_out) return {};
  return ForEachOwn(*moved_out, [&](const OwnPartition& own) { return use(own.partition_key); });
}

Status ForEachFile(const Table& table, const std::function<Status(TableFile&)>& visit) {
  return ForEachFile(
      table, [](PartitionFile& /*file*/) { return true; }, visit);
}

Status ForEachFile(const Table& table, const std::function<bool(PartitionFile&)>& needs,
                   const std::function<Status(TableFile&)>& visit) {
  MapView view = table.View();
  if (const auto lane = table.SharedLane(); lane && needs(*lane->file())) {
    const auto visited = VisitShared(table, *lane->file(), visit);
    if (!visited) return tl::unexpected(visited.error());
    view = *visited;
  }
  return ForEachOwn(view, [&](const OwnPartition& own) -> Status {
    return needs(*own.file) ? VisitOwn(own, visit) : Status();
  });
}

}  // namespace rowhouse::sqlite
