#include "table_service/store/sqlite/journal_replay.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/raw_file.h"
#include "table_service/store/sqlite/journal/reader.h"

#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <spdlog/spdlog.h>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

// What an entity is in the end.
struct FinalRow {
  DateTime timestamp;
  std::optional<std::string_view> properties;  // none: it is gone
};

// What the journal says about a partition.
struct FinalPartition {
  std::string_view new_file;  // empty: it existed before
  std::map<std::string_view, FinalRow> rows;
};

using FinalPartitions = std::map<std::string_view, FinalPartition>;

class Replay {
 public:
  Replay(StoreContext& context, const TablesById& tables) : context_(context), tables_(tables) {}

  DbStatus Collect(const JournalContent& journal) {
    for (const auto& segment : journal.segments) {
      for (const auto& frame : segment->frames) {
        if (auto done = Collect(frame.records); !done) return done;
      }
    }
    return {};
  }

  DbStatus Run() {
    for (const auto& [table_id, partitions] : partitions_) {
      const auto table = tables_.find(table_id);
      if (table == tables_.end()) continue;  // deleted since
      if (auto done = RunTable(*table->second, partitions); !done) return done;
    }
    return {};
  }

  std::size_t writes() const { return writes_; }
  bool has_damaged_file() const { return has_damaged_file_; }

 private:
  DbStatus Collect(std::string_view records) {
    JournalRecordReader reader(records);
    while (const auto record = reader.Next()) {
      auto& partition = partitions_[record->table_id][record->partition_key];
      if (record->kind == JournalRecord::Kind::kNewFile) {
        partition.new_file = record->file;
        partition.rows.clear();  // an earlier attempt to create it was refused
        continue;
      }
      auto& row = partition.rows[record->row_key];
      row.timestamp = record->timestamp;
      row.properties.reset();
      if (record->kind == JournalRecord::Kind::kPut) row.properties = record->properties;
      ++writes_;
    }
    if (!reader.IsMalformed()) return {};
    return tl::unexpected(
        DbError{DbError::Kind::kTooNew,
                "the commit journal has records that this program does not know: start the "
                "program that wrote it, and stop it, before this one"});
  }

  DbStatus RunTable(Table& table, const FinalPartitions& partitions) {
    std::map<std::shared_ptr<PartitionFile>, std::vector<FinalPartitions::const_pointer>> by_file;
    std::vector<FinalPartitions::const_pointer> created;
    for (const auto& entry : partitions) {
      const auto lane = table.Route(entry.first);
      const bool has_own_file = lane && !lane->is_shared();
      const bool is_new = !entry.second.new_file.empty();
      if (is_new && (!has_own_file || FileNameOf(*lane->file()) == entry.second.new_file)) {
        created.push_back(&entry);
      } else if (lane) {
        by_file[lane->file()].push_back(&entry);
      } else {
        return tl::unexpected(DbError{
            DbError::Kind::kCorrupt,
            fmt::format("account.db does not know a partition of {} that the commit journal in {} "
                        "names, so they are not of the same time; restore the account's folder "
                        "from a copy",
                        table.name(), (context_.options.folder / kJournalFolderName).string())});
      }
    }
    for (const auto& [file, entries] : by_file) {
      if (auto done = Tolerate(Update(*file, entries), *file, entries); !done) return done;
    }
    return Create(table, created);
  }

  static std::string FileNameOf(const PartitionFile& file) {
    return std::filesystem::path(file.path()).filename().string();
  }

  static DbStatus Write(EntityTable& entities,
                        const std::vector<FinalPartitions::const_pointer>& partitions) {
    auto transaction = DbTransaction::Begin(entities.connection(), DbTransaction::Kind::kWrite);
    if (!transaction) return tl::unexpected(transaction.error());
    for (const auto* const entry : partitions) {
      const auto& [partition_key, partition] = *entry;
      for (const auto& [row_key, row] : partition.rows) {
        auto done = row.properties
                        ? entities.Put(partition_key, row_key, row.timestamp, *row.properties)
                        : entities.Remove(partition_key, row_key);
        if (!done) return done;
      }
    }
    return transaction->Commit();
  }

  DbStatus Update(PartitionFile& file,
                  const std::vector<FinalPartitions::const_pointer>& partitions) {
    {
      auto connection = context_.opener.OpenPartition(file.path(), DatabaseOpener::Role::kWriter);
      if (!connection) return tl::unexpected(connection.error());
      EntityTable entities(std::move(*connection));
      if (auto done = Write(entities, partitions); !done) return done;
    }
    // Closing wrote the log back, which is no sync if the options ask for none.
    return file.SyncWhole();
  }

  // A damaged file costs its own partitions only.
  DbStatus Tolerate(DbStatus done, const PartitionFile& file,
                    const std::vector<FinalPartitions::const_pointer>& partitions) {
    if (done) return done;
    const auto kind = done.error().kind;
    if (kind != DbError::Kind::kCorrupt && kind != DbError::Kind::kTooNew) return done;
    std::size_t rows = 0;
    for (const auto* const entry : partitions) rows += entry->second.rows.size();
    spdlog::error("the last {} changes of {} cannot be made in it: {}", rows, file.path(),
                  done.error().text);
    has_damaged_file_ = true;
    return {};
  }

  // Builds the files of new partitions from scratch: the journal has all that was ever in them, and
  // after a power failure the files may hold anything.
  DbStatus Create(Table& table, const std::vector<FinalPartitions::const_pointer>& partitions) {
    if (partitions.empty()) return {};
    if (auto made = MakeFolder(table.folder(), true); !made) return made;
    std::vector<CatalogPartition> rows;
    for (const auto* const entry : partitions) {
      const std::string name(entry->second.new_file);
      if (auto built = Build(table, name, entry); !built) return built;
      const auto lane = table.Route(entry->first);
      if (lane && !lane->is_shared()) continue;
      rows.push_back(
          {.table_id = table.id(), .partition_key = std::string(entry->first), .file = name});
    }
    if (auto synced = SyncPath(table.folder()); !synced) return synced;
    const auto added = context_.catalog->AddPartitions(table.id(), rows);
    if (!added) return tl::unexpected(added.error());
    for (const auto& row : rows) {
      table.Map(table.MakeMapping(row.partition_key, table.MakeFile(row.file)));
    }
    return {};
  }

  DbStatus Build(const Table& table, const std::string& name,
                 FinalPartitions::const_pointer partition) {
    const std::string path = (table.folder() / name).string();
    RemoveDatabase(path);
    {
      auto connection = context_.opener.CreatePartition(path);
      if (!connection) return tl::unexpected(connection.error());
      EntityTable entities(std::move(*connection));
      if (auto done = Write(entities, {partition}); !done) return done;
      if (auto done = context_.opener.FinishPartition(entities.connection()); !done) return done;
    }
    return context_.opener.SyncFile(path);
  }

  StoreContext& context_;
  const TablesById& tables_;
  std::map<std::int64_t, FinalPartitions> partitions_;
  std::size_t writes_ = 0;
  bool has_damaged_file_ = false;
};

DbStatus RemoveSegments(const JournalContent& journal, const std::string& vfs, bool keep) {
  for (const auto& path : journal.paths) {
    if (auto done = keep ? KeepSegment(path) : DeleteFile(path, vfs); !done) return done;
  }
  return {};
}

}  // namespace

DbResult<std::uint64_t> ReplayJournal(StoreContext& context, const TablesById& tables) {
  const auto folder = context.options.folder / kJournalFolderName;
  const auto begin = std::chrono::steady_clock::now();
  const auto journal = ReadJournal(folder, context.options.vfs);
  if (!journal) return tl::unexpected(journal.error());
  if (journal->paths.empty()) return journal->last_number;
  Replay replay(context, tables);
  if (auto collected = replay.Collect(*journal); !collected) {
    return tl::unexpected(collected.error());
  }
  // Else a power failure during the replay could leave files that are ahead of the journal, and the
  // next replay would undo a part of what they have. Only the last segment can have what was not
  // synced.
  if (!journal->segments.empty()) {
    if (auto done = RewriteSegment(*journal->segments.back(), context.options.vfs); !done) {
      return tl::unexpected(done.error());
    }
  }
  if (auto done = replay.Run(); !done) return tl::unexpected(done.error());
  // What the catalog says may come from a commit that was not synced, too.
  if (auto synced = context.catalog->Sync(); !synced) return tl::unexpected(synced.error());
  if (auto removed = RemoveSegments(*journal, context.options.vfs, replay.has_damaged_file());
      !removed) {
    return tl::unexpected(removed.error());
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  spdlog::info("{}: {} writes of the commit journal replayed in {:.2f} s", folder.string(),
               replay.writes(), seconds.count());
  return journal->last_number;
}

}  // namespace rowhouse::sqlite
