#include "base/guarded.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/group_commit.h"
#include "table_service/store/sqlite/shared_file.h"
#include "table_service/store/sqlite/table_store_impl.h"

#include <fmt/format.h>
#include <map>
#include <spdlog/spdlog.h>
#include <system_error>
#include <thread>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kJoinedLanesMax = 64;
constexpr std::string_view kOrOtherFolder = "; or choose another data folder with --data DIR";

}  // namespace

tl::expected<std::unique_ptr<TableStore::Impl>, std::string> TableStore::Impl::Open(
    const StoreOptions& options) {
  std::unique_ptr<Impl> impl(new Impl(options));
  const auto& folder = impl->context_.options.folder;
  if (!impl->context_.options.in_memory) {
    if (const auto made = MakeFolder(folder, true); !made) {
      return tl::unexpected(
          fmt::format("{}; choose another data folder with --data DIR, or let this user write to "
                      "this one",
                      made.error().text));
    }
    auto lock = FolderLock::Acquire(folder);
    if (!lock) return tl::unexpected(lock.error());
    impl->lock_.emplace(std::move(*lock));
    if (auto writable = CheckWritable(folder / kCatalogFileName); !writable) {
      return tl::unexpected(std::move(writable.error()));
    }
  }
  auto catalog = Catalog::Open(impl->context_.opener, (folder / kCatalogFileName).string());
  if (!catalog) {
    return tl::unexpected(
        fmt::format("cannot open the catalog: {}{}", catalog.error().text, kOrOtherFolder));
  }
  impl->context_.catalog = std::move(*catalog);
  if (const auto loaded = impl->Load(); !loaded) {
    return tl::unexpected(
        fmt::format("cannot open the account: {}{}", loaded.error().text, kOrOtherFolder));
  }
  return impl;
}

DbStatus TableStore::Impl::Load() {
  auto& catalog = *context_.catalog;
  const auto ceiling = catalog.TimestampCeiling();
  if (!ceiling) return tl::unexpected(ceiling.error());
  auto tables = catalog.Tables();
  if (!tables) return tl::unexpected(tables.error());
  const auto partitions = catalog.Partitions();
  if (!partitions) return tl::unexpected(partitions.error());
  auto policies = catalog.Policies();
  if (!policies) return tl::unexpected(policies.error());
  const auto last_id = catalog.LastTableId();
  if (!last_id) return tl::unexpected(last_id.error());
  auto account = AccountSettings::Load(catalog);
  if (!account) return tl::unexpected(account.error());
  account_ = std::move(*account);

  context_.clock = std::make_unique<StoreClock>(
      context_.options.clock, DateTime{*ceiling},
      [&catalog](DateTime time) { return catalog.SetTimestampCeiling(time.ticks); });
  TablesById by_id;
  for (auto& row : *tables) {
    const auto id = row.id;
    by_id[id] = std::make_shared<Table>(context_, std::move(row));
    by_id[id]->SetPolicies(std::make_shared<const AccessPolicies>(std::move((*policies)[id])));
  }
  for (const auto& row : *partitions) {
    const auto& table = by_id[row.table_id];
    if (!table) {
      return tl::unexpected(DbError{
          DbError::Kind::kCorrupt,
          fmt::format("account.db maps {} to the missing table {}", row.file, row.table_id)});
    }
    table->Map(table->MakeMapping(row.partition_key, table->MakeFile(row.file)));
  }
  if (auto begun = BeginWriting(by_id); !begun) return begun;
  for (const auto& row : *partitions) {
    const auto& table = by_id[row.table_id];
    if (const auto shared = table->SharedLane(); shared && row.leftovers) {
      context_.pool->PostJob(shared, [table, shared, partition_key = row.partition_key] {
        RemoveLeftovers(*table, *shared, partition_key);
      });
    }
  }
  background_.emplace();
  for (const auto& [id, table] : by_id) tables_.Add(TableIndex::MakeEntry(table));
  if (!context_.options.in_memory) {
    background_->Post([this, last = *last_id] { TidyUp(last); });
  }
  return {};
}

// Replays the journal that a crash left, also if the options say that none is to be kept.
DbStatus TableStore::Impl::BeginWriting(const TablesById& tables) {
  const StoreOptions& options = context_.options;
  if (!options.in_memory) {
    const auto last_segment = ReplayJournal(context_, tables);
    if (!last_segment) return tl::unexpected(last_segment.error());
    context_.checkpoints = std::make_unique<Background>();
    if (context_.opener.journaled()) {
      context_.journal = std::make_unique<CommitJournal>(
          JournalOptions{.folder = options.folder / kJournalFolderName,
                         .vfs = options.vfs,
                         .segment_bytes = options.journal_segment_bytes,
                         .sync_catalog = [this] { return context_.catalog->Sync(); },
                         .on_tick = [this] { CatchUpLater(); }},
          *last_segment);
    }
  }
  context_.pool =
      std::make_unique<CommitPool>(options.commit_threads, context_.journal ? kJoinedLanesMax : 1,
                                   [this] { return MakeGroupCommit(context_); });
  return {};
}

void TableStore::Impl::CatchUpLater() {
  if (context_.files_behind == 0) return;
  for (const auto& table : tables_.All()) {
    for (auto& lane : table->LanesBehind()) {
      context_.pool->PostJob(lane, [lane] {
        if (lane->file()->is_behind()) CatchUp(*lane);
      });
    }
  }
}

// Removes what the catalog does not name. Folders are listed only to find files to delete.
void TableStore::Impl::TidyUp(std::int64_t last_table_id) {
  {
    const MutexLock restore(restore_mutex_);  // so that no restore is in progress
    RemoveFolder(context_.options.folder / kRestoreFolderName);
  }
  std::map<std::string, std::shared_ptr<Table>> named;
  for (const auto& table : tables_.All()) named.emplace(table->folder().filename(), table);
  for (const auto& path : ListFolder(context_.options.folder)) {
    const auto name = path.filename().string();
    std::error_code error;
    if (const auto found = named.find(name); found != named.end()) {
      const MutexLock building(found->second->build_mutex());
      found->second->TidyFolder();
    } else if (LooksLikeTableFolder(name, last_table_id) &&
               std::filesystem::is_directory(path, error)) {
      RemoveFolder(path);
    }
  }
}

void TableStore::Impl::RemoveFolder(const std::filesystem::path& folder) {
  std::error_code error;
  // Connections that are closing remove files, too, and a write in progress may still add one.
  for (int attempt = 0; attempt < 5; ++attempt) {
    error = RemoveTree(folder);
    if (!error && !IsTaken(folder)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (error) {
    spdlog::warn("cannot remove the deleted table's folder {}: {}; the next start tries again",
                 folder.string(), error.message());
  }
}

TableStore::Impl::~Impl() {
  context_.stopping = true;
  if (context_.pool) context_.pool->Finish();
  context_.checkpoints.reset();
  if (context_.journal) {
    RunGuarded("closing the commit journal", context_.options.folder.native(), [this] {
      if (const auto closed = context_.journal->Close(); !closed) {
        spdlog::warn("the commit journal stays for the next start: {}", closed.error().text);
      }
    });
  }
  background_.reset();
  if (!context_.clock) return;
  RunGuarded("closing a store", context_.options.folder.native(), [this] {
    if (const auto closed = context_.clock->Close(); !closed) {
      spdlog::warn("cannot save the time of the last write: {}", closed.error().text);
    }
  });
}

}  // namespace rowhouse::sqlite
