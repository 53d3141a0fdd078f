#include "table_service/store/sqlite/placement.h"

#include "table_service/store/sqlite/change_set.h"
#include "table_service/store/sqlite/new_file.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <unordered_map>
#include <utility>

namespace rowhouse {
namespace {

// A new partition on its way: its writes, and later its file with the results.
struct Birth {
  std::string key;
  std::vector<PendingWrite> writes;
  std::unique_ptr<NewFile> file;
  std::vector<ApplyResult> results;
};

// Sends on what has a file by now, and gathers the rest by key in the order of arrival.
std::vector<Birth> GatherBirths(Table& table, std::vector<PendingWrite>& writes) {
  std::vector<Birth> births;
  std::unordered_map<std::string, std::size_t> index;
  for (auto& write : writes) {
    if (table.Route(write.key)) {
      table.Post(std::move(write));
      continue;
    }
    const auto [at, is_new] = index.try_emplace(write.key, births.size());
    if (is_new) births.push_back({.key = write.key, .writes = {}, .file = {}, .results = {}});
    auto& birth = births[at->second];
    if (birth.writes.empty()) {
      if (auto refusal = RefusalByEmptyPartition(*write.changes)) {
        write.Answer(tl::unexpected(std::move(*refusal)));
        continue;
      }
    }
    birth.writes.push_back(std::move(write));
  }
  std::erase_if(births, [](const Birth& birth) { return birth.writes.empty(); });
  return births;
}

Error Failure(const Table& table, const DbError& error) {
  // The files of a deleted table go while it is still being written to.
  if (table.is_deleted()) return Error(ErrorCode::kTableNotFound);
  spdlog::error("cannot create a partition of {}: {}", table.name(), error.text);
  return Error::Internal(error.text);
}

// All change sets of a birth into its new file. A failure leaves no file.
DbStatus Build(Table& table, Birth& birth) {
  auto file = NewFile::Create(table, birth.key);
  if (!file) return tl::unexpected(file.error());
  auto transaction = Transaction::Begin(file->entities().connection(), Transaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  for (const auto& write : birth.writes) {
    auto result =
        ApplyChangeSet(file->entities(), *table.context().clock, *write.changes, write.key);
    if (!result) return tl::unexpected(result.error());
    birth.results.push_back(std::move(*result));
  }
  if (auto committed = transaction->Commit(); !committed) return committed;
  if (auto finished = file->Finish(); !finished) return finished;
  birth.file = std::make_unique<NewFile>(std::move(*file));
  return {};
}

void Refuse(std::vector<Birth>& births, const Error& error) {
  for (auto& birth : births) RefuseAll(birth.writes, error);
}

// Names the finished files in the catalog, all in one transaction, and answers.
void Publish(Table& table, std::vector<Birth> births) {
  std::vector<CatalogPartition> rows;
  std::vector<Table::PartitionMap::node_type> mappings;
  rows.reserve(births.size());
  mappings.reserve(births.size());
  for (const auto& birth : births) {
    rows.push_back({.table_id = table.id(), .key = birth.key, .file = birth.file->name()});
    mappings.push_back(table.MakeMapping(birth.key, birth.file->Publish()));
  }
  const auto added = table.context().catalog->AddPartitions(table.id(), rows);
  if (!added) return Refuse(births, Failure(table, added.error()));
  if (!*added) {
    for (auto& birth : births) birth.file->Withdraw();
    return Refuse(births, Error(ErrorCode::kTableNotFound));
  }
  for (auto& mapping : mappings) table.Map(std::move(mapping));
  for (auto& birth : births) {
    for (std::size_t i = 0; i < birth.writes.size(); ++i) {
      birth.writes[i].Answer(std::move(birth.results[i]));
    }
  }
}

// The shared file, created on first use.
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

void PostToShared(Table& table, std::vector<Birth> births) {
  const auto ensured = EnsureShared(table);
  if (!ensured) return Refuse(births, Failure(table, ensured.error()));
  if (!table.SharedLane()) return Refuse(births, Error(ErrorCode::kTableNotFound));
  for (auto& birth : births) {
    for (auto& write : birth.writes) table.Post(std::move(write));
  }
}

}  // namespace

void CommitBirths(Table& table, std::vector<PendingWrite>& writes) {
  const MutexLock building(table.build_mutex());
  table.TidyFolder();
  auto births = GatherBirths(table, writes);
  const std::size_t own = table.OwnCount();
  const std::size_t own_max = table.context().options.own_file_partitions_max;
  const std::size_t room = std::min(births.size(), own < own_max ? own_max - own : 0);
  std::vector<Birth> crowded(std::make_move_iterator(births.begin() + std::ptrdiff_t(room)),
                             std::make_move_iterator(births.end()));
  births.resize(room);

  std::vector<Birth> built;
  for (auto& birth : births) {
    if (auto done = Build(table, birth); !done) {
      RefuseAll(birth.writes, Failure(table, done.error()));
      continue;
    }
    built.push_back(std::move(birth));
  }
  if (!built.empty()) {
    if (auto synced = NewFile::SyncFolder(table); synced) {
      Publish(table, std::move(built));
    } else {
      Refuse(built, Failure(table, synced.error()));
    }
  }
  if (!crowded.empty()) PostToShared(table, std::move(crowded));
}

}  // namespace rowhouse
