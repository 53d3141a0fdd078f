#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/file_sums.h"
#include "table_service/store/sqlite/files/set_aside.h"
#include "table_service/store/sqlite/table_store_impl.h"

#include <system_error>
#include <utility>

namespace rowhouse::sqlite {
namespace {

Error RestoreFailure(const DbError& error) { return CopyFailure(error, "Nothing was restored."); }

// Copies all files from `from` to `to`. kCorrupt: a file is missing or was changed.
DbStatus CopyFiles(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (auto made = MakeFolder(to, true); !made) return made;
  const auto sums = ReadSums(from);
  if (!sums) return tl::unexpected(sums.error());
  for (const auto& [name, sum] : *sums) {
    const auto path = from / name;
    std::error_code error;
    std::filesystem::copy_file(path, to / name, error);
    if (error) {
      const auto kind = error == std::errc::no_space_on_device          ? DbError::Kind::kFull
                        : error == std::errc::no_such_file_or_directory ? DbError::Kind::kCorrupt
                                                                        : DbError::Kind::kIo;
      return tl::unexpected(DbError{kind, path.string() + ": cannot copy: " + error.message()});
    }
    const auto copied = SumOf(to / name);
    if (!copied) return tl::unexpected(copied.error());
    if (*copied != sum) {
      return tl::unexpected(
          DbError{DbError::Kind::kCorrupt, path.string() + ": is not as it was written"});
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

// Moves a folder to another name beside it, durably.
DbStatus Move(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (auto renamed = Rename(from, to); !renamed) return renamed;
  return SyncPath(to.parent_path());
}

}  // namespace

Result<store::TableCopy> TableStore::Impl::Restore(const std::filesystem::path& from,
                                                   std::string_view table) {
  const MutexLock restore(restore_mutex_);
  if (Find(table)) return Fail(ErrorCode::kTableAlreadyExists);
  const std::filesystem::path draft = context_.options.folder / kRestoreFolderName;
  RemoveFolder(draft);
  auto adopted = [&]() -> Result<store::TableCopy> {
    if (auto copied = CopyFiles(from, draft); !copied) {
      return tl::unexpected(RestoreFailure(copied.error()));
    }
    const auto files = ReadCopiedFiles(context_.opener, draft);
    if (!files) return tl::unexpected(RestoreFailure(files.error()));
    if (auto synced = SyncAll(draft); !synced) {
      return tl::unexpected(RestoreFailure(synced.error()));
    }
    if (auto done = Adopt(draft, table, *files); !done) return tl::unexpected(done.error());
    return store::TableCopy{.name = std::string(table),
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
  auto row = context_.catalog->AnnounceTable(std::string(table));
  if (!row) return tl::unexpected(RestoreFailure(row.error()));
  row->has_shared_file = files.has_shared_file;
  const auto made = std::make_shared<Table>(context_, *row);
  for (const auto& partition : files.partitions) {
    made->Map(made->MakeMapping(partition.partition_key, made->MakeFile(partition.file)));
  }
  auto entry = TableIndex::MakeEntry(made);
  if (auto moved = Move(draft, made->folder()); !moved) {
    RemoveFolder(made->folder());
    return tl::unexpected(RestoreFailure(moved.error()));
  }
  if (const auto done = context_.catalog->AddAnnounced(*row, files.partitions); !done) {
    // A restart may find the table made if this is not certain. Else it removes the folder.
    if (!context_.catalog->IsInDoubt()) RemoveFolder(made->folder());
    return tl::unexpected(RestoreFailure(done.error()));
  }
  tables_.Add(std::move(entry));
  return {};
}

}  // namespace rowhouse::sqlite
