#include "table_service/store/sqlite/backups.h"

#include "base/ascii.h"
#include "table_service/store/sqlite/disk.h"
#include "table_service/store/sqlite/table_copy.h"

#include <algorithm>
#include <iterator>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kNameMax = 64;
constexpr std::size_t kTablesAtOnce = 1000;
constexpr std::string_view kDraftPrefix = "~";  // no account begins so

std::vector<std::string> TablesOf(const TableStore& store) {
  std::vector<std::string> tables;
  for (std::string from;;) {
    auto some = store.ListTables(from, kTablesAtOnce);
    if (some.empty()) return tables;
    from = AsciiLower(some.back()) + '0';  // the first name behind it
    std::move(some.begin(), some.end(), std::back_inserter(tables));
  }
}

Result<std::vector<TableCopy>> CopyInto(const std::filesystem::path& folder,
                                        const TableStore& store,
                                        std::optional<std::string_view> table) {
  std::vector<TableCopy> copies;
  const auto wanted = table ? std::vector<std::string>{std::string(*table)} : TablesOf(store);
  for (const std::string& name : wanted) {
    auto found = store.FindTable(name);
    if (!found && !table) continue;  // deleted meanwhile
    if (!found) return Fail(ErrorCode::kTableNotFound);
    auto copied = store.CopyTable(*found, folder / *found);
    if (copied) {
      copies.push_back(*std::move(copied));
    } else if (table || copied.error().code != ErrorCode::kTableNotFound) {
      return tl::unexpected(std::move(copied.error()));
    } else {
      std::error_code ignored;
      std::filesystem::remove_all(folder / *found, ignored);
    }
  }
  return copies;
}

// Durable with the folders above it, up to the one that holds `root`.
DbStatus Publish(const std::filesystem::path& draft, const std::filesystem::path& finished,
                 const std::filesystem::path& root) {
  if (auto synced = SyncPath(draft); !synced) return synced;
  std::error_code error;
  std::filesystem::rename(draft, finished, error);
  if (error) {
    return tl::unexpected(DbError{DbError::Kind::kIo, draft.string() + ": " + error.message()});
  }
  for (const auto& folder : {finished.parent_path(), root, root.parent_path()}) {
    if (auto synced = SyncPath(folder); !synced) return synced;
  }
  return {};
}

bool IsDraft(const std::filesystem::path& folder) {
  return folder.filename().string().starts_with(kDraftPrefix);
}

// Removes what crashes left of backups. REQUIRES: none is being made
void RemoveDrafts(const std::filesystem::path& root) {
  for (const auto& name : ListFolder(root)) {
    std::error_code ignored;
    for (const auto& account : ListFolder(name)) {
      if (IsDraft(account)) std::filesystem::remove_all(account, ignored);
    }
    std::filesystem::remove(name, ignored);  // unless an account has a backup there
  }
}

Backup Describe(const std::filesystem::path& folder) {
  Backup backup{.name = folder.parent_path().filename(), .account = folder.filename()};
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

bool IsBackupName(std::string_view name) {
  return !name.empty() && name.size() <= kNameMax && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '-' || c == '_';
         });
}

Result<std::vector<TableCopy>> Backups::Create(const TableStore& store, std::string_view account,
                                               std::string_view name,
                                               std::optional<std::string_view> table) {
  const MutexLock lock(mutex_);
  if (Has(account, name)) return Fail(ErrorCode::kTableAlreadyExists);
  const auto finished = root_ / name / account;
  const auto draft = root_ / name / (std::string(kDraftPrefix) + std::string(account));
  RemoveDrafts(root_);
  constexpr std::string_view nothing_done = "No backup was made.";
  if (auto made = MakeFolder(draft, true); !made) {
    return tl::unexpected(CopyFailure(made.error(), nothing_done));
  }
  auto copies = CopyInto(draft, store, table);
  if (copies) {
    if (auto published = Publish(draft, finished, root_); !published) {
      copies = tl::unexpected(CopyFailure(published.error(), nothing_done));
    }
  }
  if (!copies) {
    std::error_code ignored;
    std::filesystem::remove_all(finished, ignored);  // where it was not made durable
    RemoveDrafts(root_);
  }
  return copies;
}

std::vector<Backup> Backups::List() const {
  std::vector<Backup> backups;
  for (const auto& name : ListFolder(root_)) {
    for (const auto& account : ListFolder(name)) {
      if (IsDraft(account)) continue;
      backups.push_back(Describe(account));
    }
  }
  std::sort(backups.begin(), backups.end(), [](const Backup& left, const Backup& right) {
    return std::tie(left.name, left.account) < std::tie(right.name, right.account);
  });
  return backups;
}

std::optional<std::filesystem::path> Backups::Find(std::string_view account, std::string_view name,
                                                   std::string_view table) const {
  for (const auto& folder : ListFolder(root_ / name / account)) {
    if (EqualsIgnoringAsciiCase(folder.filename().string(), table)) return folder;
  }
  return std::nullopt;
}

bool Backups::Has(std::string_view account, std::string_view name) const {
  return IsTaken(root_ / name / account);
}

}  // namespace rowhouse
