#include "table_service/store/sqlite/new_partitions.h"

#include "table_service/store/sqlite/change_set.h"
#include "table_service/store/sqlite/new_file.h"

#include <algorithm>
#include <chrono>
#include <spdlog/spdlog.h>
#include <unordered_map>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// A partition to be created: its writes, and later its file and the results.
struct NewPartition {
  std::string partition_key;
  std::vector<PendingWrite> writes;
  std::unique_ptr<NewFile> file;
  std::vector<ApplyResult> results;
};

// Posts writes whose partition has a file by now to that file's lane, and groups the others by key
// in order of arrival.
std::vector<NewPartition> GatherNewPartitions(Table& table, std::vector<PendingWrite>& writes) {
  std::vector<NewPartition> partitions;
  std::unordered_map<std::string, std::size_t> index;
  for (auto& write : writes) {
    if (table.Route(write.partition_key)) {
      table.Post(std::move(write));
      continue;
    }
    const auto [at, is_new] = index.try_emplace(write.partition_key, partitions.size());
    if (is_new)
      partitions.push_back(
          {.partition_key = write.partition_key, .writes = {}, .file = {}, .results = {}});
    auto& partition = partitions[at->second];
    if (partition.writes.empty()) {
      if (auto refusal = RefusalIfPartitionIsEmpty(*write.changes)) {
        write.Answer(tl::unexpected(std::move(*refusal)));
        continue;
      }
    }
    partition.writes.push_back(std::move(write));
  }
  std::erase_if(partitions, [](const NewPartition& partition) { return partition.writes.empty(); });
  return partitions;
}

Error Failure(const Table& table, const DbError& error) {
  // The files of a deleted table are removed even while it is still being written to.
  if (table.is_deleted()) return Error(ErrorCode::kTableNotFound);
  spdlog::error("cannot create a partition of {}: {}", table.name(), error.text);
  return Error::Internal(error.text);
}

// Writes all change sets of a partition to its new file. A failure leaves no file.
DbStatus Build(Table& table, NewPartition& partition) {
  auto file = NewFile::Create(table, partition.partition_key);
  if (!file) return tl::unexpected(file.error());
  auto transaction =
      DbTransaction::Begin(file->entities().connection(), DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  for (const auto& write : partition.writes) {
    auto result = ApplyChangeSet(file->entities(), *table.context().clock, *write.changes,
                                 write.partition_key);
    if (!result) return tl::unexpected(result.error());
    partition.results.push_back(std::move(*result));
  }
  const auto begin = std::chrono::steady_clock::now();
  if (auto committed = transaction->Commit(); !committed) return committed;
  if (auto finished = file->Finish(); !finished) return finished;
  table.context().meter.Count(partition.writes.size(), std::chrono::steady_clock::now() - begin);
  partition.file = std::make_unique<NewFile>(std::move(*file));
  return {};
}

void Refuse(std::vector<NewPartition>& partitions, const Error& error) {
  for (auto& partition : partitions) RefuseAll(partition.writes, error);
}

// Adds the finished files to the catalog in one transaction, then answers the writes.
void Publish(Table& table, std::vector<NewPartition> partitions) {
  std::vector<CatalogPartition> rows;
  std::vector<Table::PartitionMap::node_type> mappings;
  rows.reserve(partitions.size());
  mappings.reserve(partitions.size());
  for (const auto& partition : partitions) {
    rows.push_back({.table_id = table.id(),
                    .partition_key = partition.partition_key,
                    .file = partition.file->name()});
    mappings.push_back(table.MakeMapping(partition.partition_key, partition.file->Publish()));
  }
  const auto added = table.context().catalog->AddPartitions(table.id(), rows);
  if (!added) return Refuse(partitions, Failure(table, added.error()));
  if (!*added) {
    for (auto& partition : partitions) partition.file->Withdraw();
    return Refuse(partitions, Error(ErrorCode::kTableNotFound));
  }
  for (auto& mapping : mappings) table.Map(std::move(mapping));
  for (auto& partition : partitions) {
    for (std::size_t i = 0; i < partition.writes.size(); ++i) {
      partition.writes[i].Answer(std::move(partition.results[i]));
    }
  }
}

// Creates the shared file on first use.
DbStatus EnsureShared(Table& table) {
  if (table.SharedLane()) return {};
  auto file = NewFile::CreateShared(table);
  if (!file) return tl::unexpected(file.error());
  if (auto finished = file->Finish(); !finished) return finished;
  if (auto synced = NewFile::SyncFolder(table); !synced) return synced;
  auto shared = table.MakeShared(file->Publish());
  const auto added = table.context().catalog->AddSharedFile(table.id());
  if (!added) return tl::unexpected(added.error());
  if (*added) {
    table.SetShared(std::move(shared));
  } else {
    file->Withdraw();
  }
  return {};
}

void PostToShared(Table& table, std::vector<NewPartition> partitions) {
  const auto ensured = EnsureShared(table);
  if (!ensured) return Refuse(partitions, Failure(table, ensured.error()));
  if (!table.SharedLane()) return Refuse(partitions, Error(ErrorCode::kTableNotFound));
  for (auto& partition : partitions) {
    for (auto& write : partition.writes) table.Post(std::move(write));
  }
}

}  // namespace

void CommitNewPartitions(Table& table, std::vector<PendingWrite>& writes) {
  const MutexLock building(table.build_mutex());
  table.TidyFolder();
  auto partitions = GatherNewPartitions(table, writes);
  const std::size_t own = table.OwnCount();
  const std::size_t own_max = table.context().options.own_file_partitions_max;
  const std::size_t room = std::min(partitions.size(), own < own_max ? own_max - own : 0);
  std::vector<NewPartition> for_shared_file(
      std::make_move_iterator(partitions.begin() + std::ptrdiff_t(room)),
      std::make_move_iterator(partitions.end()));
  partitions.resize(room);

  std::vector<NewPartition> built;
  for (auto& partition : partitions) {
    if (auto done = Build(table, partition); !done) {
      RefuseAll(partition.writes, Failure(table, done.error()));
      continue;
    }
    built.push_back(std::move(partition));
  }
  if (!built.empty()) {
    if (auto synced = NewFile::SyncFolder(table); synced) {
      Publish(table, std::move(built));
    } else {
      Refuse(built, Failure(table, synced.error()));
    }
  }
  if (!for_shared_file.empty()) PostToShared(table, std::move(for_shared_file));
}

}  // namespace rowhouse::sqlite
