#include "table_service/store/sqlite/new_partitions.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/change_set.h"
#include "table_service/store/sqlite/new_file.h"

#include <algorithm>
#include <chrono>
#include <optional>
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
std::vector<NewPartition> GatherNewPartitions(Table& table, std::span<PendingWrite> writes) {
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
  if (error.kind == DbError::Kind::kFull) table.context().files.reserve().GiveUp();
  return Error::Internal(error.text);
}

NewFile::Durability DurabilityIn(const StoreContext& context) {
  return context.journal ? NewFile::Durability::kJournaled : NewFile::Durability::kSynced;
}

// Writes all change sets of a partition to its new file, and appends their records. A failure leaves
// no file.
DbStatus Build(Table& table, NewPartition& partition, JournalRecords& records) {
  const StoreContext& context = table.context();
  auto file = NewFile::Create(table, partition.partition_key);
  if (!file) return tl::unexpected(file.error());
  auto transaction =
      DbTransaction::Begin(file->entities().connection(), DbTransaction::Kind::kWrite);
  if (!transaction) return tl::unexpected(transaction.error());
  records.Partition(table.id(), partition.partition_key);
  records.NewFile(file->name());
  const ApplyTarget target{.table = file->entities(),
                           .table_id = table.id(),
                           .clock = *context.clock,
                           .records = context.journal ? &records : nullptr};
  for (const auto& write : partition.writes) {
    auto result = ApplyChangeSet(target, *write.changes, write.partition_key);
    if (!result) return tl::unexpected(result.error());
    partition.results.push_back(std::move(*result));
  }
  const auto begin = std::chrono::steady_clock::now();
  if (auto committed = transaction->Commit(); !committed) return committed;
  if (auto finished = file->Finish(DurabilityIn(context)); !finished) return finished;
  table.context().meter.Count(partition.writes.size(), std::chrono::steady_clock::now() - begin);
  partition.file = std::make_unique<NewFile>(std::move(*file));
  return {};
}

// Builds the partitions and returns those that could be built; the writes to the others are refused.
std::vector<NewPartition> BuildAll(Table& table, std::vector<NewPartition> partitions,
                                   JournalRecords& records) {
  std::vector<NewPartition> built;
  for (auto& partition : partitions) {
    const std::size_t mark = records.Mark();
    if (auto done = Build(table, partition, records); !done) {
      records.Rewind(mark);
      RefuseAll(partition.writes, Failure(table, done.error()));
      continue;
    }
    built.push_back(std::move(partition));
  }
  return built;
}

void Refuse(std::vector<NewPartition>& partitions, const Error& error) {
  for (auto& partition : partitions) RefuseAll(partition.writes, error);
}

// Makes finished files durable, or the records of what is in them, which `written` then holds.
DbStatus MakeDurable(Table& table, const std::vector<std::shared_ptr<PartitionFile>>& files,
                     const JournalRecords& records, std::optional<WrittenRecords>& written) {
  if (auto in_place = table.context().opener.CheckInPlace(); !in_place) return in_place;
  CommitJournal* const journal = table.context().journal.get();
  if (journal == nullptr) return NewFile::SyncFolder(table);
  auto done = journal->Write(records, {}, files);
  if (!done) return tl::unexpected(done.error());
  written.emplace(std::move(*done));
  return {};
}

// Adds partitions whose records are in the journal, if there is one, to the catalog. Returns false if
// the table no longer exists.
DbResult<bool> AddToCatalog(Table& table, std::span<const CatalogPartition> rows) {
  return table.context().catalog->AddPartitions(
      table.id(), rows,
      table.context().journal ? Catalog::Durability::kJournaled : Catalog::Durability::kSynced);
}

// What Publish() prepares, so that nothing fails between a commit and what must follow it.
struct Publication {
  std::vector<std::shared_ptr<PartitionFile>> files;
  std::vector<Table::Unlisted> parts;
  std::vector<CatalogPartition> rows;
};

Publication Prepare(Table& table, const std::vector<NewPartition>& partitions) {
  Publication publication;
  publication.parts.reserve(partitions.size());
  for (const auto& partition : partitions) {
    publication.rows.push_back({.table_id = table.id(),
                                .partition_key = partition.partition_key,
                                .file = partition.file->name()});
    publication.files.push_back(partition.file->Publish());
    publication.parts.push_back(
        {.row = publication.rows.back(),
         .mapping = table.MakeMapping(partition.partition_key, publication.files.back())});
  }
  return publication;
}

void Withdraw(const std::vector<NewPartition>& partitions) {
  for (const auto& partition : partitions) partition.file->Withdraw();
}

// Makes the finished files durable, adds them to the catalog in one transaction, then answers the
// writes.
void Publish(Table& table, std::vector<NewPartition> partitions, const JournalRecords& records)
    ROWHOUSE_TS(requires_capability(table.build_mutex())) {
  Publication publication = Prepare(table, partitions);
  table.unlisted().reserve(publication.parts.size());
  std::optional<WrittenRecords> written;  // until the catalog has the partitions, too
  if (const auto done = MakeDurable(table, publication.files, records, written); !done) {
    Withdraw(partitions);
    return Refuse(partitions, Failure(table, done.error()));
  }
  DbResult<bool> added = tl::unexpected(DbError{});  // for an exception
  RunGuarded("adding partitions to the catalog", table.name(), [&] {
    const auto add = [&]() -> DbStatus {
      added = AddToCatalog(table, publication.rows);
      return added ? DbStatus() : tl::unexpected(added.error());
    };
    auto done = table.context().files.WithSpace(add);
    // Since the journal has them they would be there in the end, so one failure is not one for the client.
    if (!done && written) done = add();
  });
  if (!added) {
    if (table.context().journal) {
      // The journal has them, so they will be there, at the latest after the next start.
      for (auto& part : publication.parts) table.unlisted().push_back(std::move(part));
    }
    return Refuse(partitions, Failure(table, added.error()));
  }
  if (!*added) {
    Withdraw(partitions);
    return Refuse(partitions, Error(ErrorCode::kTableNotFound));
  }
  for (auto& part : publication.parts) table.Map(std::move(part.mapping));
  for (auto& partition : partitions) {
    for (std::size_t i = 0; i < partition.writes.size(); ++i) {
      partition.writes[i].Answer(std::move(partition.results[i]));
    }
  }
}

// Adds what Publish() could not.
DbStatus ListUnlisted(Table& table) ROWHOUSE_TS(requires_capability(table.build_mutex())) {
  auto& unlisted = table.unlisted();
  if (unlisted.empty()) return {};
  std::vector<CatalogPartition> rows;
  rows.reserve(unlisted.size());
  for (const auto& part : unlisted) rows.push_back(part.row);
  // The journal may have forgotten them by now, so this must be durable by itself.
  const auto added = table.context().catalog->AddPartitions(table.id(), rows);
  if (!added) return tl::unexpected(added.error());
  if (*added) {
    for (auto& part : unlisted) table.Map(std::move(part.mapping));
  }
  unlisted.clear();
  return {};
}

// Creates the shared file on first use.
DbStatus EnsureShared(Table& table) {
  if (table.SharedLane()) return {};
  auto file = NewFile::CreateShared(table);
  if (!file) return tl::unexpected(file.error());
  auto finished = file->Finish(NewFile::Durability::kSynced);
  if (!finished) return finished;
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

void PostToShared(Table& table, std::vector<NewPartition> partitions)
    ROWHOUSE_TS(requires_capability(table.build_mutex())) {
  // Once there is a shared file, writes to partitions that are not listed go there.
  if (!table.unlisted().empty()) {
    return Refuse(partitions,
                  Failure(table, {.kind = DbError::Kind::kIo,
                                  .text = "account.db could not take the table's latest "
                                          "partitions; check its disk"}));
  }
  const auto ensured = EnsureShared(table);
  if (!ensured) return Refuse(partitions, Failure(table, ensured.error()));
  if (!table.SharedLane()) return Refuse(partitions, Error(ErrorCode::kTableNotFound));
  for (auto& partition : partitions) {
    for (auto& write : partition.writes) table.Post(std::move(write));
  }
}

}  // namespace

void CommitNewPartitions(Table& table, std::span<PendingWrite> writes) {
  const MutexLock building(table.build_mutex());
  table.TidyFolder();
  if (auto listed = ListUnlisted(table); !listed) {
    return RefuseAll(writes, Failure(table, listed.error()));
  }
  auto partitions = GatherNewPartitions(table, writes);
  const std::size_t own = table.OwnCount();
  const std::size_t own_max = table.context().options.own_file_partitions_max;
  const std::size_t room = std::min(partitions.size(), own < own_max ? own_max - own : 0);
  std::vector<NewPartition> for_shared_file(
      std::make_move_iterator(partitions.begin() + std::ptrdiff_t(room)),
      std::make_move_iterator(partitions.end()));
  partitions.resize(room);

  JournalRecords records;
  auto built = BuildAll(table, std::move(partitions), records);
  if (!built.empty()) Publish(table, std::move(built), records);
  if (!for_shared_file.empty()) PostToShared(table, std::move(for_shared_file));
}

}  // namespace rowhouse::sqlite
