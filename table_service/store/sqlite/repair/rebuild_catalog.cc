#include "table_service/store/sqlite/repair/rebuild_catalog.h"

#include "base/ascii.h"
#include "base/counted.h"
#include "base/date_time.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/set_aside.h"
#include "table_service/store/sqlite/files/stored_key.h"
#include "table_service/store/sqlite/files/table_folders.h"
#include "table_service/store/sqlite/repair/journal_keys.h"
#include "table_service/store/sqlite/repair/table_survey.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNewCatalogName = "account.db.new";

class Rebuild {
 public:
  Rebuild(const fs::path& account, const std::function<void(std::string_view)>& say)
      : account_(account), catalog_(account / kCatalogFileName), say_(say) {}

  DbStatus Run() {
    auto why = FindFault();
    if (!why) return tl::unexpected(why.error());
    const auto found = TableFolders(account_);
    if (!found) return tl::unexpected(found.error());
    const auto& folders = *found;
    if (why->empty() || folders.empty()) {
      Say("{}: nothing to repair: {}", catalog_.string(),
          why->empty() ? "it is sound" : "there are no folders of tables");
      return {};
    }
    auto journal = ReadJournalKeys(account_);
    if (!journal) return tl::unexpected(journal.error());
    journal_ = *std::move(journal);
    Say("{}: {}; it is made anew from {}", catalog_.string(), *why,
        Counted(folders.size(), "folder"));
    for (const auto& table : Choose(folders)) {
      if (auto done = Survey(table); !done) return done;
    }
    if (auto done = Replace(); !done) return done;
    Say("{}: made, with {} and {}; access policies, service properties and tables without entities "
        "were only in the old one: make those that you had again",
        catalog_.string(), Counted(tables_.size(), "table"), Counted(rows_, "row"));
    return {};
  }

 private:
  template <class... Args>
  void Say(fmt::format_string<Args...> text, Args&&... args) {
    say_(fmt::format(text, std::forward<Args>(args)...));
  }

  // Returns what is wrong with the catalog; empty: nothing.
  DbResult<std::string> FindFault() {
    if (!IsTaken(catalog_)) return "it is missing";
    if (IsEmptyWithLog(catalog_)) return "it is empty, but has a log";
    const auto catalog = Catalog::Open(opener_, catalog_.string());
    if (!catalog) return FaultOf(catalog.error());
    const auto last_id = (*catalog)->LastTableId();
    if (!last_id) return FaultOf(last_id.error());
    if (*last_id == 0) return "it knows no table";
    const auto sound = (*catalog)->CheckSound();
    if (!sound) return FaultOf(sound.error());
    return std::string();
  }

  static DbResult<std::string> FaultOf(const DbError& error) {
    if (error.kind != DbError::Kind::kCorrupt) return tl::unexpected(error);
    return "it is damaged (" + error.text + ")";
  }

  // Returns the tables of the folders: of several folders of one name the latest.
  std::vector<CatalogTable> Choose(const std::vector<std::string>& folders) {
    std::map<std::string, CatalogTable> by_name;
    for (const auto& folder : folders) {
      auto table = TableOfFolder(folder);
      if (!table) continue;
      last_id_ = std::max(last_id_, table->id);
      CatalogTable& chosen = by_name[AsciiLower(table->name)];
      if (table->id > chosen.id) std::swap(*table, chosen);
      if (table->id > 0) {
        Say("{}: left alone: {} is a later table of that name", (account_ / table->folder).string(),
            chosen.folder);
      }
    }
    std::vector<CatalogTable> tables;
    std::set<std::int64_t> ids;
    for (auto& [name, table] : by_name) {
      // Two catalogs can have given one number to two tables.
      if (!ids.insert(table.id).second) table.id = ++last_id_;
      tables.push_back(std::move(table));
    }
    return tables;
  }

  DbStatus Survey(const CatalogTable& table) {
    auto survey = SurveyTable(opener_, account_, table, journal_.tables[table.id]);
    if (!survey) return tl::unexpected(survey.error());
    for (const auto& [file, reason] : survey->set_aside) {
      const fs::path path = account_ / table.folder / file;
      const auto to = PutAside(path);
      if (!to) return tl::unexpected(to.error());
      Say("{}: renamed to {}, since {}", path.string(), to->filename().string(), reason);
    }
    for (const auto& key : survey->without_file) {
      if (auto done = AddFile(*survey, key); !done) return done;
    }
    Say("{}: {} in {}{}", table.name, Counted(survey->rows, "row"),
        Counted(survey->partitions.size(), "partition file"),
        survey->table.has_shared_file ? " and the shared file" : "");
    rows_ += survey->rows;
    latest_ = std::max(latest_, survey->latest);
    tables_.push_back(std::move(survey->table));
    std::move(survey->partitions.begin(), survey->partitions.end(),
              std::back_inserter(partitions_));
    return {};
  }

  // Makes a file for writes that only the journal has, which the next start makes in it.
  DbStatus AddFile(TableSurvey& survey, const std::string& key) {
    const fs::path folder = account_ / survey.table.folder;
    std::string buffer;
    const auto plain_key = PlainKey(key, buffer);
    std::string name = PartitionFileName(plain_key, 1);
    for (int attempt = 2; IsAnyPartTaken(folder / name); ++attempt) {
      name = PartitionFileName(plain_key, attempt);
    }
    {
      auto connection = opener_.CreatePartition((folder / name).string());
      if (!connection) return tl::unexpected(connection.error());
      if (auto done = opener_.FinishPartition(*connection); !done) return done;
    }
    if (auto synced = SyncPath(folder / name); !synced) return synced;
    if (auto synced = SyncPath(folder); !synced) return synced;
    Say("{}: made for writes of its partition that only the commit journal has",
        (folder / name).string());
    survey.partitions.push_back(
        {.table_id = survey.table.id, .partition_key = key, .file = std::move(name)});
    return {};
  }

  DbStatus Replace() {
    const fs::path made = account_ / kNewCatalogName;
    RemoveDatabase(made);  // of a run that was interrupted
    if (auto done = Fill(made); !done) return done;
    if (LogBytesOf(made.string()) > 0) {
      return tl::unexpected(
          DbError{DbError::Kind::kFull,
                  made.string() + ": it could not be written completely; the disk may be full"});
    }
    if (auto synced = SyncPath(made); !synced) return synced;
    if (IsAnyPartTaken(catalog_)) {
      const auto kept = PutAside(catalog_);
      if (!kept) return tl::unexpected(kept.error());
      Say("{}: the old one is kept as {}", catalog_.string(), kept->filename().string());
    }
    if (auto done = Rename(made, catalog_); !done) return done;
    return SyncPath(account_);
  }

  DbStatus Fill(const fs::path& path) {
    const auto catalog = Catalog::Open(opener_, path.string());  // writes its log back at the end
    if (!catalog) return tl::unexpected(catalog.error());
    if (auto done = (*catalog)->AddKnownTables(tables_, partitions_); !done) return done;
    return (*catalog)->SetTimestampCeiling(std::max(latest_, DateTime::Now()).ticks);
  }

  const fs::path& account_;
  const fs::path catalog_;
  const std::function<void(std::string_view)>& say_;
  const DatabaseOpener opener_{DatabaseOptions{}};
  JournalKeys journal_;
  std::int64_t last_id_ = 0;  // of all folders
  std::vector<CatalogTable> tables_;
  std::vector<CatalogPartition> partitions_;
  std::uint64_t rows_ = 0;
  DateTime latest_ = {};
};

}  // namespace

tl::expected<void, std::string> RebuildCatalog(const fs::path& account,
                                               const std::function<void(std::string_view)>& say) {
  const auto lock = FolderLock::Acquire(account);
  if (!lock) return tl::unexpected(lock.error());
  if (const auto done = Rebuild(account, say).Run(); !done) {
    return tl::unexpected(
        fmt::format("the catalog was not made, and nothing is lost: {}", done.error().text));
  }
  return {};
}

}  // namespace rowhouse::sqlite
