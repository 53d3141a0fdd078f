#include "table_service/store/sqlite/repair/check_account.h"

#include "base/counted.h"
#include "table_service/store/sqlite/files/catalog.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/set_aside.h"
#include "table_service/store/sqlite/files/table_folders.h"
#include "table_service/store/sqlite/repair/journal_keys.h"

#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFromBackup =
    "its partitions answer 500: restore the table from a backup";
constexpr std::string_view kNoStart = "the server does not start";
constexpr std::string_view kRepair =
    "the server does not start: run 'rowhoused --repair', or put the right one back";

class Check {
 public:
  Check(const fs::path& account, const std::function<void(std::string_view)>& say)
      : account_(account), catalog_path_(account / kCatalogFileName), say_(say) {}

  DbResult<std::size_t> Run() {
    auto folders = TableFolders(account_);
    if (!folders) return tl::unexpected(folders.error());
    folders_ = *std::move(folders);
    CheckJournal();
    if (ReadCatalog()) {
      for (const auto& table : tables_) CheckTable(table);
      CheckFolders();
    }
    return faults_;
  }

 private:
  template <class... Args>
  void Say(fmt::format_string<Args...> text, Args&&... args) {
    say_(fmt::format(text, std::forward<Args>(args)...));
  }
  // Reports a fault of a file and its consequence.
  void Fault(const fs::path& path, std::string_view fault, std::string_view consequence) {
    ++faults_;
    // SQLite's messages begin with the path.
    const std::string prefix = path.string() + ": ";
    if (fault.starts_with(prefix)) fault.remove_prefix(prefix.size());
    Say("FAULT {}: {}; {}", path.string(), fault, consequence);
  }

  // Returns false if there is no use in looking further.
  bool ReadCatalog() {
    if (!IsTaken(catalog_path_)) {
      if (folders_.empty()) return true;  // a new account
      Fault(catalog_path_, "it is missing", kRepair);
      return false;
    }
    if (IsEmptyWithLog(catalog_path_)) {
      Fault(catalog_path_, "it is empty, but has a log", kRepair);
      return false;
    }
    if (const auto read = ReadFrom(Catalog::Open(opener_, catalog_path_.string())); !read) {
      // Only damage can be repaired; a file of a newer program, or one that cannot be read now, says more.
      const bool is_damaged = read.error().kind == DbError::Kind::kCorrupt;
      Fault(catalog_path_, read.error().text, is_damaged ? kRepair : kNoStart);
      return false;
    }
    if (tables_.empty() && last_id_ == 0 && !folders_.empty()) {
      Fault(catalog_path_, "it knows no table, but there are folders of tables", kRepair);
      return false;
    }
    return true;
  }

  DbStatus ReadFrom(const DbResult<std::unique_ptr<Catalog>>& catalog) {
    if (!catalog) return tl::unexpected(catalog.error());
    if (auto sound = (*catalog)->CheckSound(); !sound) return sound;
    auto tables = (*catalog)->Tables();
    if (!tables) return tl::unexpected(tables.error());
    tables_ = *std::move(tables);
    auto partitions = (*catalog)->Partitions();
    if (!partitions) return tl::unexpected(partitions.error());
    for (auto& row : *partitions) partitions_[row.table_id].push_back(std::move(row));
    auto removed = (*catalog)->RemovedFolders();
    if (!removed) return tl::unexpected(removed.error());
    removed_.insert(removed->begin(), removed->end());
    const auto last_id = (*catalog)->LastTableId();
    if (!last_id) return tl::unexpected(last_id.error());
    last_id_ = *last_id;
    return {};
  }

  void CheckTable(const CatalogTable& table) {
    const fs::path folder = account_ / table.folder;
    std::set<std::string> named;
    std::uint64_t rows = 0;
    for (const auto& partition : partitions_[table.id]) {
      named.insert(partition.file);
      keys_[table.id].insert(partition.partition_key);
      rows += CheckFile(folder / partition.file, &partition.partition_key);
    }
    if (table.has_shared_file) {
      named.emplace(kSharedFileName);
      rows += CheckFile(folder / kSharedFileName, nullptr);
    }
    for (const auto& path : ListFolder(folder)) {
      if (path.extension() == ".db" && !named.contains(path.filename())) {
        CheckUnnamed(path, table.id);
      }
    }
    CheckKeysOfJournal(table);
    Say("{}: {} in {}", table.name, Counted(rows, "row"), Counted(named.size(), "file"));
  }

  void CheckUnnamed(const fs::path& path, std::int64_t table_id) {
    if (journal_.tables[table_id].new_files.contains(path.filename())) return;  // made anew
    const auto summary = ReadAll(path);
    if (summary && summary->rows > 0) {
      Fault(
          path,
          fmt::format("account.db does not name it, and it has {}", Counted(summary->rows, "row")),
          "the next start renames it: if entities are missing, put the right account.db back, or "
          "remove it and run 'rowhoused --repair'");
    } else {
      Say("{}: a crash left it unfinished: the next start removes it", path.string());
    }
  }

  void CheckKeysOfJournal(const CatalogTable& table) {
    if (table.has_shared_file) return;
    for (const auto& key : journal_.tables[table.id].changed) {
      if (keys_[table.id].contains(key)) continue;
      Fault(account_ / kJournalFolderName,
            fmt::format("it has writes of a partition of {} that account.db does not name",
                        table.name),
            "the server does not start: put the right account.db back, or remove it and run "
            "'rowhoused --repair'");
      return;
    }
  }

  // Returns the number of rows. `key` is the only partition of the file; null: it is the shared one.
  std::uint64_t CheckFile(const fs::path& path, const std::string* key) {
    if (!IsTaken(path)) {
      Fault(path, "it is missing", kFromBackup);
      return 0;
    }
    const auto summary = ReadAll(path);
    if (!summary) {
      Fault(path, summary.error().text, kFromBackup);
      return 0;
    }
    if (key != nullptr && summary->rows > 0 &&
        (summary->first_partition != *key || summary->last_partition != *key)) {
      Fault(path, "it has rows of another partition than account.db says",
            "they are not found: put the right file back, or restore the table from a backup");
    }
    return summary->rows;
  }

  DbResult<EntityTable::Summary> ReadAll(const fs::path& path) const {
    if (IsEmptyWithLog(path)) {
      return tl::unexpected(DbError{DbError::Kind::kCorrupt, "it is empty, but has a log"});
    }
    auto connection = opener_.OpenPartition(path.string(), DatabaseOpener::Role::kReader);
    if (!connection) return tl::unexpected(connection.error());
    if (auto sound = connection->CheckSound(); !sound) return tl::unexpected(sound.error());
    return EntityTable(*std::move(connection)).Summarize();
  }

  void CheckFolders() {
    std::set<std::string> known;
    for (const auto& table : tables_) known.insert(table.folder);
    for (const auto& folder : folders_) {
      if (known.contains(folder)) continue;
      if (removed_.contains(folder)) {
        Say("{}: its table was deleted: the next start removes it", (account_ / folder).string());
        continue;
      }
      Fault(account_ / folder, "account.db knows no table of this folder",
            "nothing in it is used: delete it if no table is missing, or put the right account.db "
            "back");
    }
  }

  void CheckJournal() {
    const fs::path folder = account_ / kJournalFolderName;
    auto journal = ReadJournalKeys(account_);
    if (!journal) {
      Fault(folder, journal.error().text, kNoStart);
      return;
    }
    journal_ = *std::move(journal);
    if (journal_.groups > 0) {
      Say("{}: a crash left {} of writes, which the next start makes", folder.string(),
          Counted(journal_.groups, "group"));
    }
  }

  const fs::path& account_;
  const fs::path catalog_path_;
  const std::function<void(std::string_view)>& say_;
  const DatabaseOpener opener_{DatabaseOptions{}};
  std::vector<std::string> folders_;  // that can be those of tables
  JournalKeys journal_;
  std::vector<CatalogTable> tables_;
  std::map<std::int64_t, std::vector<CatalogPartition>> partitions_;
  std::map<std::int64_t, std::set<std::string>> keys_;  // of partitions with their own file
  std::set<std::string> removed_;
  std::int64_t last_id_ = 0;
  std::size_t faults_ = 0;
};

}  // namespace

tl::expected<std::size_t, std::string> CheckAccount(
    const fs::path& account, const std::function<void(std::string_view)>& say) {
  const auto lock = FolderLock::Acquire(account);
  if (!lock) return tl::unexpected(lock.error());
  auto faults = Check(account, say).Run();
  if (!faults) return tl::unexpected(faults.error().text);
  return *faults;
}

}  // namespace rowhouse::sqlite
