#include "table_service/store/sqlite/new_file.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/stored_key.h"

#include <utility>

namespace rowhouse::sqlite {
namespace {
constexpr int kAttemptsMax = 10;  // while there is no descriptor

// Makes the table's folder if there is none.
DbStatus MakeFolderOf(const Table& table) {
  const DatabaseOpener& opener = table.context().opener;
  if (auto in_place = opener.CheckInPlace(); !in_place) return in_place;
  return MakeFolder(table.folder(), opener.syncs_files());
}

}  // namespace

DbResult<NewFile> NewFile::Create(Table& table, std::string_view partition_key) {
  const auto& opener = table.context().opener;
  std::string buffer;
  const std::string_view plain_key = PlainKey(partition_key, buffer);
  std::string name = PartitionFileName(plain_key, 1);
  if (!opener.in_memory()) {
    if (auto made = MakeFolderOf(table); !made) {
      return tl::unexpected(made.error());
    }
    // A name is taken by what an earlier attempt left, when the catalog's answer was in doubt.
    for (int attempt = 2; IsTaken(table.folder() / name); ++attempt) {
      name = PartitionFileName(plain_key, attempt);
    }
  }
  return CreateAt(table, std::move(name));
}

DbResult<NewFile> NewFile::CreateShared(Table& table) {
  const auto& opener = table.context().opener;
  if (!opener.in_memory()) {
    if (auto made = MakeFolderOf(table); !made) {
      return tl::unexpected(made.error());
    }
    const std::string path = (table.folder() / kSharedFileName).string();
    if (IsTaken(path)) {
      if (opener.OpenPartition(path, DatabaseOpener::Role::kReader)) {
        return NewFile(table, std::string(kSharedFileName), nullptr);
      }
      RemoveDatabase(path);
    }
  }
  return CreateAt(table, std::string(kSharedFileName));
}

DbResult<NewFile> NewFile::CreateAt(Table& table, std::string name) {
  const auto& opener = table.context().opener;
  const std::string path = (table.folder() / name).string();
  NewFile file(table, std::move(name), nullptr);  // deletes what a failure leaves
  auto connection = opener.CreatePartition(path);
  for (int attempt = 0; attempt < kAttemptsMax && !connection &&
                        connection.error().kind == DbError::Kind::kNoDescriptors;
       ++attempt) {
    table.context().files.open_files().MakeRoom();
    connection = opener.CreatePartition(path);
  }
  if (!connection) return tl::unexpected(connection.error());
  file.entities_ = std::make_unique<EntityTable>(std::move(*connection));
  return file;
}

DbStatus NewFile::SyncFolder(const Table& table) {
  return table.context().opener.syncs_files() ? SyncPath(table.folder()) : DbStatus();
}

NewFile::~NewFile() {
  if (!table_ || is_published_ || table_->context().opener.in_memory()) return;
  entities_.reset();
  RunGuarded("the removal of an unfinished file", name_,
             [this] { RemoveDatabase(table_->folder() / name_); });
}

DbStatus NewFile::Finish(Durability durability) {
  const auto& opener = table_->context().opener;
  if (opener.in_memory()) return {};
  if (entities_) {
    if (auto finished = opener.FinishPartition(entities_->connection()); !finished) return finished;
  }
  entities_.reset();
  if (durability == Durability::kJournaled || !opener.syncs_files()) return {};
  return SyncPath(table_->folder() / name_);
}

std::shared_ptr<PartitionFile> NewFile::Publish() {
  is_published_ = true;
  return entities_ ? table_->MakeFile(name_, std::move(entities_)) : table_->MakeFile(name_);
}

}  // namespace rowhouse::sqlite
