#include "table_service/store/sqlite/repair/table_survey.h"

#include "base/percent.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/set_aside.h"
#include "table_service/store/sqlite/files/stored_key.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

namespace rowhouse::sqlite {
namespace {

using Summary = EntityTable::Summary;

// Returns true if the error is about the disk, or about what only another program can read, so that the
// file itself may be in order.
bool IsNoDamage(const DbError& error) {
  switch (error.kind) {
    case DbError::Kind::kCorrupt:
    case DbError::Kind::kOther:
      return false;
    case DbError::Kind::kBusy:
    case DbError::Kind::kFull:
    case DbError::Kind::kIo:
    case DbError::Kind::kNoDescriptors:
    case DbError::Kind::kTooNew:
      return true;
  }
  return true;
}

// Opens a file, after SQLite has found no damage in all of it.
DbResult<EntityTable> OpenSound(const DatabaseOpener& opener, const std::filesystem::path& path) {
  if (IsEmptyWithLog(path)) {
    return tl::unexpected(DbError{DbError::Kind::kCorrupt, "it is empty, but has a log"});
  }
  auto connection = opener.OpenPartition(path.string(), DatabaseOpener::Role::kWriter);
  if (!connection) return tl::unexpected(connection.error());
  if (auto sound = connection->CheckSound(); !sound) return tl::unexpected(sound.error());
  return EntityTable(*std::move(connection));
}

// Returns the name that a partition (stored form) prefers.
std::string PreferredName(std::string_view key) {
  std::string buffer;
  return PartitionFileName(PlainKey(key, buffer), 1);
}

// Returns the partition, in stored form, that gives a file this name, unless only its catalog knows.
std::optional<std::string> PartitionOfName(std::string_view file) {
  if (PreferredName({}) == file) return std::string();
  const auto key = PercentDecode(file.substr(0, file.size() - std::string_view(".db").size()));
  if (!key || PartitionFileName(*key, 1) != file) return std::nullopt;
  return std::string(StoredKey(*key).view());
}

class Surveyor {
 public:
  Surveyor(const DatabaseOpener& opener, std::filesystem::path folder, CatalogTable table,
           const JournalKeys::OfTable& journal)
      : opener_(opener),
        folder_(std::move(folder)),
        journal_(journal),
        survey_{.table = std::move(table)} {}

  DbResult<TableSurvey> Run() {
    auto paths = ReadFolder(folder_);
    if (!paths) return tl::unexpected(paths.error());
    std::sort(paths->begin(), paths->end());
    for (const auto& path : *paths) {
      std::error_code error;
      const auto status = std::filesystem::symlink_status(path, error);
      if (path.extension() != ".db" || !std::filesystem::is_regular_file(status)) continue;
      const auto done = path.filename() == kSharedFileName ? VisitShared(path) : VisitOwn(path);
      if (!done) return tl::unexpected(done.error());
    }
    for (auto& [key, files] : own_) {
      if (auto done = Choose(key, files); !done) return tl::unexpected(done.error());
    }
    FindWithoutFile();
    return std::move(survey_);
  }

 private:
  struct OwnFile {
    std::string name;
    Summary rows;
  };

  void PutAside(const std::string& file, std::string reason) {
    survey_.set_aside.push_back({.file = file, .reason = std::move(reason)});
  }

  // A failure that is not the disk's sets the file aside.
  DbStatus Tolerate(const DbError& error, const std::string& file) {
    if (IsNoDamage(error)) return tl::unexpected(error);
    PutAside(file, "it is damaged: " + error.text);
    return {};
  }

  DbStatus VisitShared(const std::filesystem::path& path) {
    auto shared = OpenSound(opener_, path);
    if (!shared) return Tolerate(shared.error(), std::string(kSharedFileName));
    const auto all = shared->Summarize();
    if (!all) return Tolerate(all.error(), std::string(kSharedFileName));
    survey_.table.has_shared_file = true;
    Count(*all);
    shared_.emplace(*std::move(shared));
    return {};
  }

  DbStatus VisitOwn(const std::filesystem::path& path) {
    const std::string file = path.filename();
    auto own = OpenSound(opener_, path);
    if (!own) return Tolerate(own.error(), file);
    auto rows = own->Summarize();
    if (!rows) return Tolerate(rows.error(), file);
    if (rows->first_partition != rows->last_partition) {
      PutAside(file, "it has rows of several partitions");
      return {};
    }
    auto key = rows->rows > 0 ? std::optional(rows->first_partition) : PartitionOf(file);
    if (!key) {
      PutAside(file, "it is empty, and its name does not say its partition");
      return {};
    }
    own_[*std::move(key)].push_back({.name = file, .rows = *std::move(rows)});
    return {};
  }

  // Returns the partition of a file without rows, if its name or the journal says it.
  std::optional<std::string> PartitionOf(const std::string& file) const {
    if (auto key = PartitionOfName(file)) return key;
    const auto named =
        std::find_if(journal_.changed.begin(), journal_.changed.end(),
                     [&](const std::string& key) { return PreferredName(key) == file; });
    return named == journal_.changed.end() ? std::nullopt : std::optional(*named);
  }

  // Decides which of the files of a partition has it: the one with the latest state.
  DbStatus Choose(const std::string& key, std::vector<OwnFile>& files) {
    const std::string preferred = PreferredName(key);
    std::sort(files.begin(), files.end(), [&](const OwnFile& a, const OwnFile& b) {
      return std::tuple(a.rows.latest, a.rows.rows, a.name == preferred) >
             std::tuple(b.rows.latest, b.rows.rows, b.name == preferred);
    });
    const OwnFile& best = files.front();
    for (auto other = files.begin() + 1; other != files.end(); ++other) {
      PutAside(other->name, fmt::format("{} has a later state of its partition", best.name));
    }
    Summary shared;
    if (shared_) {
      auto found = shared_->SummarizePartition(key);
      if (!found) return tl::unexpected(found.error());
      shared = *std::move(found);
    }
    // A move copies the partition, and then only its own file is written to.
    if (shared.rows > 0 &&
        std::tuple(best.rows.latest, best.rows.rows) < std::tuple(shared.latest, shared.rows)) {
      PutAside(best.name, fmt::format("{} has a later state of its partition", kSharedFileName));
      return {};
    }
    survey_.rows -= shared.rows;
    survey_.partitions.push_back({.table_id = survey_.table.id,
                                  .partition_key = key,
                                  .file = best.name,
                                  .leftovers = shared.rows > 0});
    Count(best.rows);
    return {};
  }

  void FindWithoutFile() {
    if (survey_.table.has_shared_file) return;  // they are there
    for (const auto& key : journal_.changed) {
      if (!own_.contains(key)) survey_.without_file.push_back(key);
    }
  }

  void Count(const Summary& rows) {
    survey_.rows += rows.rows;
    survey_.latest = std::max(survey_.latest, rows.latest);
  }

  const DatabaseOpener& opener_;
  const std::filesystem::path folder_;
  const JournalKeys::OfTable& journal_;
  TableSurvey survey_;
  std::optional<EntityTable> shared_;
  std::map<std::string, std::vector<OwnFile>> own_;  // by partition
};

}  // namespace

std::optional<CatalogTable> TableOfFolder(std::string_view folder) {
  auto read = ReadTableFolderName(folder);
  if (!read) return std::nullopt;
  return CatalogTable{
      .id = read->id, .name = std::move(read->table), .folder = std::string(folder)};
}

DbResult<TableSurvey> SurveyTable(const DatabaseOpener& opener,
                                  const std::filesystem::path& account, const CatalogTable& table,
                                  const JournalKeys::OfTable& journal) {
  return Surveyor(opener, account / table.folder, table, journal).Run();
}

}  // namespace rowhouse::sqlite
