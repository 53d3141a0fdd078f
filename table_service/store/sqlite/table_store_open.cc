#include "base/guarded.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/table_folders.h"
#include "table_service/store/sqlite/group_commit.h"
#include "table_service/store/sqlite/shared_file.h"
#include "table_service/store/sqlite/table_store_impl.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <spdlog/spdlog.h>
#include <system_error>
#include <thread>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kJoinedLanesMax = 64;
constexpr std::uint64_t kNeededToOpenBytes = std::uint64_t{2} << 20U;
constexpr std::size_t kGoneFoldersMax = 64;  // then the catalog is told, in one transaction
constexpr std::string_view kOrRepair =
    ", or have it made anew from the other files: run 'rowhoused --repair' with the same --data";
constexpr std::string_view kOrOtherFolder = "; or choose another data folder with --data DIR";

// Who holds a file goes away, and then this folder is right.
std::string_view OrOtherFolder(const DbError& error) {
  return error.kind == DbError::Kind::kBusy ? "" : kOrOtherFolder;
}

}  // namespace

tl::expected<std::unique_ptr<TableStore::Impl>, std::string> TableStore::Impl::Open(
    const StoreOptions& options) {
  std::unique_ptr<Impl> impl(new Impl(options));
  const auto& folder = impl->context_.options.folder;
  if (!impl->context_.options.in_memory) {
    auto made = MakeFolder(folder, true);
    if (made && impl->context_.opener.syncs_files()) made = SyncNames(folder);
    if (!made) {
      return tl::unexpected(
          fmt::format("{}; choose another data folder with --data DIR, or let this user write to "
                      "this one",
                      made.error().text));
    }
    auto lock = FolderLock::Acquire(folder);
    if (!lock) return tl::unexpected(lock.error());
    impl->context_.opener.GuardWith(impl->lock_.emplace(std::move(*lock)));
    if (auto writable = CheckWritable(folder / kCatalogFileName); !writable) {
      return tl::unexpected(std::move(writable.error()));
    }
    // Opening takes some space, too.
    while (FreeBytes(folder) < kNeededToOpenBytes && impl->context_.files.reserve().GiveUp()) {
    }
    if (!IsTaken(folder / kCatalogFileName)) {
      if (auto kept = CheckCatalogIsNotLost(folder); !kept) return tl::unexpected(kept.error());
    }
  }
  auto catalog = Catalog::Open(impl->context_.opener, (folder / kCatalogFileName).string());
  if (!catalog) {
    return tl::unexpected(
        fmt::format("cannot open the catalog: {}{}{}", catalog.error().text,
                    catalog.error().kind == DbError::Kind::kCorrupt ? kOrRepair : "",
                    OrOtherFolder(catalog.error())));
  }
  impl->context_.catalog = std::move(*catalog);
  const auto last_id = impl->context_.catalog->LastTableId();
  if (last_id && *last_id == 0 && !impl->context_.options.in_memory) {
    if (auto kept = CheckCatalogIsNotLost(folder); !kept) return tl::unexpected(kept.error());
  }
  if (const auto loaded = impl->Load(); !loaded) {
    return tl::unexpected(fmt::format("cannot open the account: {}{}", loaded.error().text,
                                      OrOtherFolder(loaded.error())));
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
  auto removed = catalog.RemovedFolders();
  if (!removed) return tl::unexpected(removed.error());
  auto account = AccountSettings::Load(catalog);
  if (!account) return tl::unexpected(account.error());
  account_ = std::move(*account);

  context_.clock = std::make_unique<StoreClock>(
      context_.options.clock, DateTime{*ceiling}, [this, &catalog](DateTime time) {
        return context_.files.WithSpace([&] { return catalog.SetTimestampCeiling(time.ticks); });
      });
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
    background_->Post([this, folders = *std::move(removed)] {
      context_.files.reserve().Restore();
      TidyUp(folders);
    });
  }
  return {};
}

// Replays the journal that a crash left, also if the options say that none is to be kept.
DbStatus TableStore::Impl::BeginWriting(const TablesById& tables) {
  const StoreOptions& options = context_.options;
  if (!options.in_memory) {
    const auto last_segment = ReplayJournal(context_, tables);
    if (!last_segment) return tl::unexpected(last_segment.error());
    context_.checkpoints = &checkpoints_.emplace(context_);
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
  // Each lane that joins a group keeps a connection, and others need some, too.
  const std::size_t lanes_max =
      std::clamp<std::size_t>(context_.files.open_files().connections_max() /
                                  (2 * std::max<std::size_t>(1, options.commit_threads)),
                              1, kJoinedLanesMax);
  context_.pool =
      std::make_unique<CommitPool>(options.commit_threads, context_.journal ? lanes_max : 1,
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

// Removes what a crash left. Folders are listed only to find files to delete.
void TableStore::Impl::TidyUp(const std::vector<std::string>& removed_folders) {
  {
    const MutexLock restore(restore_mutex_);  // so that no restore is in progress
    RemoveFolder(context_.options.folder / kRestoreFolderName);
  }
  for (const auto& folder : removed_folders) {
    if (IsTaken(context_.options.folder / folder)) {
      spdlog::info("removing {}: its table was deleted",
                   (context_.options.folder / folder).string());
    }
    RemoveTableFolder({.name = folder, .table = {}});
  }
  ForgetFolders();
  WarnOfUnknownFolders();
  for (const auto& table : tables_.All()) {
    const MutexLock building(table->build_mutex());
    table->TidyFolder();
  }
}

// They are not deleted: the catalog may be one of another time.
void TableStore::Impl::WarnOfUnknownFolders() {
  std::set<std::string> known;
  std::vector<std::string> folders;
  {
    const MutexLock schema(schema_mutex_);
    const auto removed = context_.catalog->RemovedFolders();
    if (!removed) return;
    known.insert(removed->begin(), removed->end());
    for (const auto& table : tables_.All()) known.insert(table->folder().filename());
    folders = TableFolders(context_.options.folder).value_or(std::vector<std::string>());
  }
  std::erase_if(folders, [&](const std::string& folder) { return known.contains(folder); });
  if (folders.empty()) return;
  spdlog::warn(
      "{}: account.db knows no table of these folders: {}. Nothing in them is used or deleted. If "
      "a table is missing, account.db is an older one: put the right one back. Otherwise delete "
      "them",
      context_.options.folder.string(), fmt::join(folders, ", "));
}

// REQUIRES: this is the background thread
void TableStore::Impl::RemoveTableFolder(GoneFolder gone) {
  if (!RemoveFolder(context_.options.folder / gone.name)) return;
  if (context_.files.reserve().is_given_up()) context_.files.reserve().Restore();
  gone_folders_.push_back(std::move(gone));
  if (gone_folders_.size() >= kGoneFoldersMax) ForgetFolders();
}

// Forgets what nothing can bring back: neither a write in progress nor a power cut. What is still known
// after a failure the next start removes again.
// REQUIRES: this is the background thread, or it has ended
void TableStore::Impl::ForgetFolders() {
  const auto& account = context_.options.folder;
  std::vector<std::string> gone;
  std::erase_if(gone_folders_, [&](const GoneFolder& folder) {
    if (!folder.table.expired()) return false;
    if (RemoveFolder(account / folder.name)) gone.push_back(folder.name);
    return true;
  });
  if (gone.empty()) return;
  auto done = context_.opener.syncs_files() ? SyncPath(account) : DbStatus();
  if (done) done = context_.catalog->ForgetFolders(gone);
  if (!done) {
    spdlog::warn("{}: cannot note which folders of deleted tables are gone: {}", account.string(),
                 done.error().text);
  }
}

// Returns true if the folder does not exist any more.
bool TableStore::Impl::RemoveFolder(const std::filesystem::path& folder) {
  std::error_code error;
  // Connections that are closing remove files, too, and a write in progress may still add one.
  for (int attempt = 0; attempt < 5; ++attempt) {
    error = RemoveTree(folder);
    if (!error && !IsTaken(folder)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (error) {
    spdlog::warn("cannot remove the deleted table's folder {}: {}; the next start tries again",
                 folder.string(), error.message());
  }
  return false;
}

TableStore::Impl::~Impl() {
  if (checkpoints_) checkpoints_->Stop();  // the files' closing copies all back
  if (context_.pool) context_.pool->Finish();
  checkpoints_.reset();
  if (context_.journal) {
    RunGuarded("closing the commit journal", context_.options.folder.native(), [this] {
      if (const auto closed = context_.journal->Close(); !closed) {
        spdlog::warn("the commit journal stays for the next start: {}", closed.error().text);
      }
    });
  }
  background_.reset();
  RunGuarded("closing a store", context_.options.folder.native(), [this] { ForgetFolders(); });
  if (!context_.clock) return;
  RunGuarded("closing a store", context_.options.folder.native(), [this] {
    if (const auto closed = context_.clock->Close(); !closed) {
      spdlog::warn("cannot save the time of the last write: {}", closed.error().text);
    }
  });
}

}  // namespace rowhouse::sqlite
