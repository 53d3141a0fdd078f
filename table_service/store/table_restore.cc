#include "table_service/store/disk.h"
#include "table_service/store/file_names.h"
#include "table_service/store/table_store_impl.h"

#include <spdlog/spdlog.h>
#include <system_error>
#include <utility>

namespace rowhouse {
namespace {

Error RestoreFailure(const std::string& text) {
  spdlog::error("a table cannot be restored: {}", text);
  return Error::Internal(text);
}

// The databases of `from`, durable in `to`.
DbStatus CopyDatabases(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (auto made = MakeFolder(to, true); !made) return made;
  for (const auto& path : ListFolder(from)) {
    if (path.extension() != ".db") continue;
    std::error_code error;
    std::filesystem::copy_file(path, to / path.filename(), error);
    if (error) {
      return tl::unexpected(
          DbError{DbError::Kind::kIo, path.string() + ": cannot copy: " + error.message()});
    }
  }
  return {};
}

DbStatus SyncAll(const std::filesystem::path& folder) {
  for (const auto& path : ListFolder(folder)) {
    if (auto synced = SyncPath(path); !synced) return synced;
  }
  return SyncPath(folder);
}

}  // namespace

Result<TableCopy> TableStore::Impl::Restore(const std::filesystem::path& from,
                                            std::string_view table) {
  const MutexLock restore(restore_mutex_);
  if (Find(table)) return Fail(ErrorCode::kTableAlreadyExists);
  const std::filesystem::path draft = context_.options.folder / kRestoreFolderName;
  RemoveFolder(draft);
  auto adopted = [&]() -> Result<TableCopy> {
    if (auto copied = CopyDatabases(from, draft); !copied) {
      return tl::unexpected(RestoreFailure(copied.error().text));
    }
    const auto files = ReadCopiedFiles(context_.opener, draft);
    if (!files) return tl::unexpected(RestoreFailure(files.error().text));
    if (auto synced = SyncAll(draft); !synced) {
      return tl::unexpected(RestoreFailure(synced.error().text));
    }
    if (auto done = Adopt(draft, table, *files); !done) return tl::unexpected(done.error());
    return TableCopy{.name = std::string(table),
                     .files = files->partitions.size() + (files->has_shared_file ? 1U : 0U),
                     .entities = files->entities};
  }();
  RemoveFolder(draft);
  return adopted;
}

Status TableStore::Impl::Adopt(const std::filesystem::path& draft, std::string_view table,
                               const CopiedFiles& files) {
  const MutexLock schema(schema_mutex_);
  if (Find(table)) return Fail(ErrorCode::kTableAlreadyExists);
  const auto place = [&](const CatalogTable& row) -> DbStatus {
    const auto folder = context_.options.folder / row.folder;
    RemoveFolder(folder);  // a number that a crash took back
    std::error_code error;
    std::filesystem::rename(draft, folder, error);
    if (error) {
      return tl::unexpected(
          DbError{DbError::Kind::kIo, folder.string() + ": cannot rename: " + error.message()});
    }
    return SyncPath(context_.options.folder);
  };
  auto row = context_.catalog->AddTable(std::string(table), files.partitions, files.has_shared_file,
                                        place);
  if (!row) return tl::unexpected(RestoreFailure(row.error().text));
  const auto made = std::make_shared<Table>(context_, std::move(*row));
  for (const auto& partition : files.partitions) {
    made->Map(partition.key, made->MakeFile(partition.file));
  }
  tables_.Add(made);
  return {};
}

}  // namespace rowhouse
