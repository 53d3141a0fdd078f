#include "table_service/store/sqlite/table_copy.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/file_sums.h"
#include "table_service/store/sqlite/table_files.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <string>
#include <utility>

namespace rowhouse::sqlite {
namespace {

Error DiskFailure(const DbError& error) { return CopyFailure(error, "No backup was made."); }

std::string_view ReasonOf(DbError::Kind kind) {
  switch (kind) {
    case DbError::Kind::kFull:
      return "The disk of the server is full.";
    case DbError::Kind::kCorrupt:
      return "A file is damaged; the log of the server names it.";
    case DbError::Kind::kTooNew:
      return "A file was written by a newer version of the server; the log names it.";
    case DbError::Kind::kNoDescriptors:
      return "The server has too many files open.";
    case DbError::Kind::kBusy:
    case DbError::Kind::kIo:
    case DbError::Kind::kOther:
      break;
  }
  return "A file cannot be read or written; the log of the server says which, and why.";
}

class Copier {
 public:
  Copier(const Table& table, const std::filesystem::path& folder)
      : table_(table), folder_(folder) {}

  Result<store::TableCopy> Run() {
    copy_.name = table_.name();
    const auto copied = ForEachFile(table_, [this](TableFile& file) { return Copy(file); });
    if (!copied) return tl::unexpected(copied.error());
    if (table_.is_deleted()) return Fail(ErrorCode::kTableNotFound);
    if (auto summed = WriteSums(folder_); !summed) {
      return tl::unexpected(DiskFailure(summed.error()));
    }
    if (auto synced = SyncPath(folder_); !synced) {
      return tl::unexpected(DiskFailure(synced.error()));
    }
    return copy_;
  }

 private:
  Status Copy(TableFile& from) {
    const auto count = CopyFile(from);
    if (!count) return tl::unexpected(count.error());
    copy_.entities += *count;
    ++copy_.files;
    return {};
  }

  // Makes a durable copy and returns the number of its entities.
  Result<std::uint64_t> CopyFile(TableFile& from) {
    const std::filesystem::path path = folder_ / from.name;
    std::uint64_t count = 0;
    {
      auto to = DbConnection::Open(path.string(), DbConnection::OpenMode::kCreate, "");
      if (!to) return tl::unexpected(DiskFailure(to.error()));
      if (auto copied = from.lease->connection().CopyInto(*to); !copied) {
        return tl::unexpected(DiskFailure(copied.error()));
      }
      EntityTable copy(*std::move(to));  // writes its log back when it closes
      auto removed = from.ForEachLeftover([&](const std::string& partition) -> Status {
        if (auto done = copy.RemovePartition(partition); !done) {
          return tl::unexpected(DiskFailure(done.error()));
        }
        return {};
      });
      if (!removed) return tl::unexpected(std::move(removed.error()));
      const auto counted = copy.Count();
      if (!counted) return tl::unexpected(DiskFailure(counted.error()));
      count = *counted;
    }
    if (auto synced = SyncPath(path); !synced) return tl::unexpected(DiskFailure(synced.error()));
    return count;
  }

  const Table& table_;
  const std::filesystem::path& folder_;
  store::TableCopy copy_;
};

}  // namespace

Error CopyFailure(const DbError& error, std::string_view nothing_done) {
  spdlog::error("{}. {}", error.text, nothing_done);
  Error failure(ErrorCode::kInternalError,
                fmt::format("{} {}", ReasonOf(error.kind), nothing_done));
  failure.detail = error.text;
  return failure;
}

Result<store::TableCopy> CopyTableFiles(const Table& table, const std::filesystem::path& folder) {
  if (auto made = MakeFolder(folder, true); !made) {
    return tl::unexpected(DiskFailure(made.error()));
  }
  return Copier(table, folder).Run();
}

DbResult<CopiedFiles> ReadCopiedFiles(const DatabaseOpener& opener,
                                      const std::filesystem::path& folder) {
  CopiedFiles files;
  for (const auto& path : ListFolder(folder)) {
    if (path.extension() != ".db") continue;
    std::optional<std::string> partition;
    {
      auto connection = opener.OpenPartition(path.string(), DatabaseOpener::Role::kWriter);
      if (!connection) return tl::unexpected(connection.error());
      EntityTable entities(*std::move(connection));
      auto found = entities.FirstPartition();
      if (!found) return tl::unexpected(found.error());
      partition = *std::move(found);
      const auto count = entities.Count();
      if (!count) return tl::unexpected(count.error());
      files.entities += *count;
    }
    const std::string name = path.filename();
    if (!partition) {
      RemoveDatabase(path);
    } else if (name == kSharedFileName) {
      files.has_shared_file = true;
    } else {
      files.partitions.push_back({.partition_key = *std::move(partition), .file = name});
    }
  }
  return files;
}

}  // namespace rowhouse::sqlite
