#pragma once
// A partition file that is being built: complete and on the disk before the catalog names it.

#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/table.h"

#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::sqlite {

// REQUIRES: the table's build mutex is held for the object's life. Unless it is published the
// destructor deletes the file.
class NewFile {
 public:
  // A file for `key` (stored form) in the table's folder, which is created when missing.
  static DbResult<NewFile> Create(Table& table, std::string_view key);
  // The table's shared file. One that an earlier attempt finished is taken as it is.
  static DbResult<NewFile> CreateShared(Table& table);
  // Makes the names of finished files durable.
  static DbStatus SyncFolder(const Table& table);

  NewFile(NewFile&& other) noexcept
      : table_(std::exchange(other.table_, nullptr)),
        is_published_(other.is_published_),
        name_(std::move(other.name_)),
        entities_(std::move(other.entities_)) {}
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  const std::string& name() const { return name_; }
  // REQUIRES: not finished, and not a shared file that was taken as it is
  EntityTable& entities() {
    assert(entities_);
    return *entities_;
  }
  // Makes the content durable and closes the file.
  DbStatus Finish();
  // As any other file, for when the catalog names it. Called before that: when the catalog fails it
  // is in doubt which of the two the disk holds, and the file stays for the next start to look at.
  std::shared_ptr<PartitionFile> Publish();
  // The catalog does not name it.
  void Withdraw() { is_published_ = false; }

 private:
  static DbResult<NewFile> CreateAt(Table& table, std::string name);
  NewFile(Table& table, std::string name, std::unique_ptr<EntityTable> entities)
      : table_(&table), name_(std::move(name)), entities_(std::move(entities)) {}

  Table* table_;  // null once moved from
  bool is_published_ = false;
  std::string name_;
  std::unique_ptr<EntityTable> entities_;  // null once closed
};

}  // namespace rowhouse::sqlite
