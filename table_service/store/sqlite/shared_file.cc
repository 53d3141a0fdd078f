#include "table_service/store/sqlite/shared_file.h"

#include "table_service/store/sqlite/new_file.h"

#include <algorithm>
#include <random>
#include <set>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {

std::size_t BytesOf(const PendingWrite& write) {
  std::size_t bytes = 0;
  for (const auto& operation : write.changes->operations) {
    bytes += write.partition_key.size() + operation.row_key.size() + operation.properties.size();
  }
  return bytes;
}

// Decides whether to measure a partition after a write of `bytes`: at random, with a probability
// proportional to `bytes`. So a partition is measured about every `step` bytes, without keeping
// counts per partition, which would also be lost at a restart.
bool ShouldMeasure(std::size_t bytes, std::size_t step) {
  thread_local std::minstd_rand random;
  if (bytes >= step) return true;
  return std::uniform_int_distribution<std::size_t>(0, step - 1)(random) < bytes;
}

// Calls `use` with each row of a partition until it returns false.
template <class Use>
Status ForEachRow(PartitionFile& file, std::string_view partition_key, Use use) {
  auto lease = file.Read();
  if (!lease) return tl::unexpected(lease.error());
  const auto scan = (*lease)->Scan();
  if (!scan) return tl::unexpected(lease->Fail(scan.error()));
  Statement& rows = **scan;
  const StatementScope scope(rows);
  rows.Bind(1, partition_key);
  rows.Bind(2, std::string_view());
  for (;;) {
    const auto row = rows.Step();
    if (!row) return tl::unexpected(lease->Fail(row.error()));
    if (!*row || rows.Text(0) != partition_key || !use(rows)) return {};
  }
}

bool IsLargerThan(PartitionFile& file, std::string_view partition_key, std::size_t bytes_max) {
  std::size_t bytes = 0;
  const auto measured = ForEachRow(file, partition_key, [&](const Statement& row) {
    bytes += row.Text(0).size() + row.Text(1).size() + row.Text(3).size();
    return bytes <= bytes_max;
  });
  return measured && bytes > bytes_max;
}

// Copies the partition and returns the number of its rows.
Result<std::size_t> Copy(PartitionFile& from, std::string_view partition_key, NewFile& to) {
  auto transaction = DbTransaction::Begin(to.entities().connection(), DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(Error::Internal(transaction.error().text));
  std::size_t count = 0;
  std::optional<DbError> failure;
  const auto read = ForEachRow(from, partition_key, [&](const Statement& row) {
    const auto put =
        to.entities().Put(partition_key, row.Text(1), DateTime{row.Integer(2)}, row.Text(3));
    if (!put) failure = put.error();
    ++count;
    return put.has_value();
  });
  if (!read) return tl::unexpected(read.error());
  if (failure) return tl::unexpected(Error::Internal(failure->text));
  if (auto committed = transaction->Commit(); !committed) {
    return tl::unexpected(Error::Internal(committed.error().text));
  }
  return count;
}

Status Internal(const DbStatus& status) {
  if (!status) return tl::unexpected(Error::Internal(status.error().text));
  return {};
}

// Does everything up to the point where the catalog says that the partition has moved. Sets `moved`
// once it does.
Status CopyAndMap(Table& table, PartitionFile& shared, const std::string& partition_key,
                  bool& moved) {
  const MutexLock building(table.build_mutex());
  table.TidyFolder();
  auto file = NewFile::Create(table, partition_key);
  if (!file) return tl::unexpected(Error::Internal(file.error().text));
  const auto count = Copy(shared, partition_key, *file);
  if (!count) return tl::unexpected(count.error());
  if (*count == 0) return {};
  if (auto done = Internal(file->Finish(NewFile::Durability::kSynced)); !done) return done;
  if (auto done = Internal(NewFile::SyncFolder(table)); !done) return done;
  const CatalogPartition row{.table_id = table.id(),
                             .partition_key = partition_key,
                             .file = file->name(),
                             .leftovers = true};
  auto mapping = table.MakeMapping(partition_key, file->Publish());
  const auto added = table.context().catalog->AddPartitions(table.id(), {&row, 1});
  if (!added) return tl::unexpected(Error::Internal(added.error().text));
  if (!*added) {
    file->Withdraw();
    return Fail(ErrorCode::kTableNotFound);
  }
  table.Map(std::move(mapping));
  shared.CountChange();
  moved = true;
  return {};
}

}  // namespace

std::span<PendingWrite> KeepShared(Table& table, const FileLane& lane,
                                   std::span<PendingWrite> writes,
                                   std::set<std::string>& outgrown) {
  const std::size_t step =
      std::max<std::size_t>(1, table.context().options.shared_partition_bytes_max / 16);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (table.Route(writes[i].partition_key).get() != &lane) {
      table.Post(std::move(writes[i]));
      continue;
    }
    if (ShouldMeasure(BytesOf(writes[i]), step)) outgrown.insert(writes[i].partition_key);
    if (kept != i) writes[kept] = std::move(writes[i]);
    ++kept;
  }
  return writes.first(kept);
}

void MoveOutgrownLater(const std::shared_ptr<FileLane>& lane,
                       std::set<std::string> partition_keys) {
  Table& table = lane->table();
  const auto job = [&table, lane, partition_keys = std::move(partition_keys)] {
    const std::size_t bytes_max = table.context().options.shared_partition_bytes_max;
    for (const auto& partition_key : partition_keys) {
      if (!IsLargerThan(*lane->file(), partition_key, bytes_max)) continue;
      if (const auto moved = MoveOut(table, *lane, partition_key); !moved && !table.is_deleted()) {
        // It stays where it is; a later write tries again.
        spdlog::warn("cannot move a partition of {} to its own file: {}", table.name(),
                     moved.error().detail);
      }
    }
  };
  table.context().pool->PostJob(lane, job);
}

Status MoveOut(Table& table, FileLane& shared, const std::string& partition_key) {
  if (table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  if (table.Route(partition_key).get() != &shared) return {};
  bool moved = false;
  auto status = CopyAndMap(table, *shared.file(), partition_key, moved);
  if (moved) RemoveLeftovers(table, shared, partition_key);
  if (!status && table.is_deleted()) return Fail(ErrorCode::kTableNotFound);
  return status;
}

void RemoveLeftovers(Table& table, FileLane& shared, const std::string& partition_key) {
  {
    auto lease = shared.file()->Write();
    if (!lease) return;
    const auto removed = (*lease)->RemovePartition(partition_key);  // its own transaction
    shared.file()->CountChange();
    if (!removed) {
      // Readers skip the rows, and the next start tries again.
      static_cast<void>(lease->Fail(removed.error()));
      return;
    }
  }
  if (const auto synced = shared.file()->SyncLog(); !synced) {
    spdlog::warn("{}", synced.error().text);
    return;
  }
  const auto cleared = table.context().catalog->ClearLeftovers(table.id(), partition_key);
  if (!cleared) spdlog::warn("{}", cleared.error().text);
}

}  // namespace rowhouse::sqlite
