#include "table_service/store/sqlite/backups.h"

#include "base/ascii.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/table_copy.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kTablesAtOnce = 1000;
constexpr std::string_view kDraftPrefix = "~";  // no account name begins with it

Result<std::vector<std::string>> TablesOf(const store::Tables& store) {
  std::vector<std::string> tables;
  for (std::string from;;) {
    auto some = store.ListTables(from, kTablesAtOnce);
    if (!some || some->empty()) return some ? tables : std::move(some);
    from = AsciiLower(some->back()) + '0';  // the first name after it
    std::move(some->begin(), some->end(), std::back_inserter(tables));
  }
}

// Copies all tables; leaves out those that are deleted meanwhile.
Result<std::vector<store::TableCopy>> CopyAll(const std::filesystem::path& folder,
                                              store::AccountStore& store) {
  std::vector<store::TableCopy> copies;
  const auto tables = TablesOf(store);
  if (!tables) return tl::unexpected(tables.error());
  for (const std::string& table : *tables) {
    auto copied = store.partition_files()->CopyTable(table, folder / table);
    if (copied) {
      copies.push_back(*std::move(copied));
    } else if (copied.error().code != ErrorCode::kTableNotFound) {
      return tl::unexpected(std::move(copied.error()));
    } else {
      RemoveTree(folder / table);
    }
  }
  return copies;
}

Result<std::vector<store::TableCopy>> CopyOne(const std::filesystem::path& folder,
                                              store::AccountStore& store, std::string_view table) {
  const auto name = store.FindTable(table);
  if (!name) return Fail(ErrorCode::kTableNotFound);
  auto copied = store.partition_files()->CopyTable(*name, folder / *name);
  if (!copied) return tl::unexpected(std::move(copied.error()));
  return std::vector{*std::move(copied)};
}

std::optional<std::filesystem::path> FindFolder(const std::filesystem::path& backup,
                                                std::string_view table) {
  for (const auto& folder : ListFolder(backup)) {
    if (EqualsIgnoringAsciiCase(folder.filename().string(), table)) return folder;
  }
  return std::nullopt;
}

// Renames `draft` to `finished`, or the other way round, and makes that durable, including the folders above it up to the
// parent of `root`. After a failure it has its name again.
DbStatus Publish(const std::filesystem::path& draft, const std::filesystem::path& finished,
                 const std::filesystem::path& root) {
  for (const auto& folder : {draft, root, root.parent_path()}) {
    if (auto synced = SyncPath(folder); !synced) return synced;
  }
  std::error_code error;
  std::filesystem::rename(draft, finished, error);
  if (error) {
    return tl::unexpected(DbError{DbError::Kind::kIo, draft.string() + ": " + error.message()});
  }
  auto synced = SyncPath(finished.parent_path());
  if (!synced) {
    std::filesystem::rename(finished, draft, error);
    static_cast<void>(SyncPath(finished.parent_path()));  // or a power failure may rename it
  }
  return synced;
}

// A thread that waited for a backup of some minutes would answer nobody meanwhile.
tl::unexpected<Error> Busy() {
  Error error(ErrorCode::kServerBusy);
  error.message =
      "Another backup, restore or deletion of a backup is in progress. Try again when it has "
      "ended.";
  return tl::unexpected(std::move(error));
}

bool IsDraft(const std::filesystem::path& folder) {
  return folder.filename().string().starts_with(kDraftPrefix);
}

// Removes unfinished backups that crashes left. REQUIRES: no backup is in progress
void RemoveDrafts(const std::filesystem::path& root) {
  for (const auto& name : ListFolder(root)) {
    std::error_code ignored;
    for (const auto& account : ListFolder(name)) {
      if (IsDraft(account)) RemoveTree(account);
    }
    std::filesystem::remove(name, ignored);  // fails if an account has a backup there
  }
}

store::Backup Describe(const std::filesystem::path& folder) {
  store::Backup backup{.name = folder.parent_path().filename(), .account = folder.filename()};
  for (const auto& table : ListFolder(folder)) {
    backup.tables.push_back(table.filename());
    for (const auto& file : ListFolder(table)) {
      std::error_code error;
      const auto size = std::filesystem::file_size(file, error);
      if (!error) backup.bytes += size;
    }
  }
  std::sort(backup.tables.begin(), backup.tables.end());
  struct stat status {};
  if (stat(folder.c_str(), &status) == 0) {
    backup.created = std::chrono::system_clock::from_time_t(status.st_mtim.tv_sec);
  }
  return backup;
}

}  // namespace

Result<std::vector<store::TableCopy>> FolderBackups::Create(store::AccountStore& store,
                                                            std::string_view account,
                                                            std::string_view name,
                                                            std::optional<std::string_view> table) {
  if (!mutex_.try_lock()) return Busy();
  const MutexLock lock(mutex_, std::adopt_lock);
  if (IsTaken(root_ / name / account)) return Fail(ErrorCode::kTableAlreadyExists);
  const auto finished = root_ / name / account;
  const auto draft = root_ / name / (std::string(kDraftPrefix) + std::string(account));
  RemoveDrafts(root_);
  constexpr std::string_view nothing_done = "No backup was made.";
  if (auto made = MakeFolder(draft, true); !made) {
    return tl::unexpected(CopyFailure(made.error(), nothing_done));
  }
  auto copies = table ? CopyOne(draft, store, *table) : CopyAll(draft, store);
  if (copies) {
    if (auto published = Publish(draft, finished, root_); !published) {
      copies = tl::unexpected(CopyFailure(published.error(), nothing_done));
    }
  }
  if (!copies) {
    RemoveTree(finished);  // if it was renamed but not made durable
    RemoveDrafts(root_);
  }
  return copies;
}

std::vector<store::Backup> FolderBackups::List() const {
  std::vector<store::Backup> backups;
  for (const auto& name : ListFolder(root_)) {
    for (const auto& account : ListFolder(name)) {
      if (IsDraft(account)) continue;
      backups.push_back(Describe(account));
    }
  }
  std::sort(backups.begin(), backups.end(), [](const auto& left, const auto& right) {
    return std::tie(left.name, left.account) < std::tie(right.name, right.account);
  });
  return backups;
}

std::optional<std::string> FolderBackups::FindTable(std::string_view account, std::string_view name,
                                                    std::string_view table) const {
  const auto folder = FindFolder(root_ / name / account, table);
  if (!folder) return std::nullopt;
  return folder->filename().string();
}

Result<store::TableCopy> FolderBackups::Restore(store::AccountStore& store,
                                                std::string_view account, std::string_view name,
                                                std::string_view table, std::string_view as) {
  if (!mutex_.try_lock()) return Busy();
  const MutexLock lock(mutex_, std::adopt_lock);
  const auto folder = FindFolder(root_ / name / account, table);
  if (!folder) return Fail(ErrorCode::kResourceNotFound);
  return store.partition_files()->RestoreTable(*folder, as);
}

Status FolderBackups::Delete(std::string_view account, std::string_view name) {
  if (!mutex_.try_lock()) return Busy();
  const MutexLock lock(mutex_, std::adopt_lock);
  if (!IsTaken(root_ / name / account)) return Fail(ErrorCode::kResourceNotFound);
  const auto draft = root_ / name / (std::string(kDraftPrefix) + std::string(account));
  RemoveTree(draft);
  if (auto hidden = Publish(root_ / name / account, draft, root_); !hidden) {
    return tl::unexpected(CopyFailure(hidden.error(), "The backup may still be there."));
  }
  RemoveDrafts(root_);
  return {};
}

}  // namespace rowhouse::sqlite
