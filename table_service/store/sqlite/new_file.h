#pragma once
// A partition file under construction: it is complete and on disk before the catalog names it.

#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/partition_file.h"
#include "table_service/store/sqlite/table.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::sqlite {

// REQUIRES: the table's build mutex is held for the object's lifetime. The destructor deletes the
// file unless it was published.
class NewFile {
 public:
  // Creates a file for `partition_key` (stored form) in the table's folder, and the folder if it
  // does not exist.
  static DbResult<NewFile> Create(Table& table, std::string_view partition_key);
  // Creates the table's shared file, or takes the one that an earlier attempt finished.
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
  // REQUIRES: not finished, and not the shared file of an earlier attempt
  EntityTable& entities() {
    assert(entities_);
    return *entities_;
  }
  // Closes the file. kSynced: makes its content durable. kJournaled: the commit journal will have
  // it.
  enum class Durability : std::uint8_t { kSynced, kJournaled };
  DbStatus Finish(Durability durability);
  // Keeps the file and returns it as a PartitionFile. Called before the catalog names the file: if
  // the catalog then fails, it is unknown whether its change reached the disk, so the file stays
  // and the next start decides.
  std::shared_ptr<PartitionFile> Publish();
  // Undoes Publish(): the catalog refused to name the file.
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
