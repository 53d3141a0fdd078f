#pragma once
// The implementation of TableStore. Opening and closing are in table_store_open.cc, restoring a
// table in table_restore.cc, the rest in table_store.cc.

#include "base/background.h"
#include "table_service/store/sqlite/account_settings.h"
#include "table_service/store/sqlite/checkpoint.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/journal_replay.h"
#include "table_service/store/sqlite/store_context.h"
#include "table_service/store/sqlite/table.h"
#include "table_service/store/sqlite/table_copy.h"
#include "table_service/store/sqlite/table_index.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

class TableStore::Impl {
 public:
  static tl::expected<std::unique_ptr<Impl>, std::string> Open(const StoreOptions& options);
  ~Impl();

  Status CreateTable(std::string_view name);
  Status DeleteTable(std::string_view name);
  std::shared_ptr<Table> Find(std::string_view name) const { return tables_.Find(name); }
  std::vector<std::shared_ptr<Table>> All() const { return tables_.All(); }
  Status SetAccessPolicies(std::string_view table, AccessPolicies policies);
  std::shared_ptr<const ServiceProperties> Properties() const { return account_->Get(); }
  Status ChangeProperties(const ServicePropertiesChange& change);
  std::vector<std::string> List(std::string_view from, std::size_t max) const {
    return tables_.Names(from, max);
  }
  Result<store::EntityRecord> Get(std::string_view table, const EntityKey& key);
  void Apply(std::shared_ptr<const ChangeSet> changes, std::function<void(ApplyResult)> done);
  Status MoveToOwnFile(std::string_view table, std::string_view partition_key);
  store::EngineFigures Figures() const;
  Result<store::TableCopy> Restore(const std::filesystem::path& from, std::string_view table);

 private:
  // The folder of a deleted table, and the table as long as a write in progress has it: such a write may
  // make the folder again.
  struct GoneFolder {
    std::string name;
    std::weak_ptr<const Table> table;
  };

  explicit Impl(const StoreOptions& options)
      : context_{.options = options,
                 .opener = DatabaseOpener({.sync = options.sync,
                                           .in_memory = options.in_memory,
                                           .journaled = options.journal && !options.in_memory &&
                                                        options.sync == SyncMode::kFull,
                                           .exclusive = options.exclusive,
                                           .vfs = options.vfs}),
                 .files = FileCache(options.open_files
                                        ? options.open_files
                                        : std::make_shared<OpenFiles>(options.open_connections_max),
                                    options.row_cache_bytes_max,
                                    {.path = (options.folder / kReserveFileName).string(),
                                     .bytes = options.in_memory ? 0 : options.reserve_bytes,
                                     .vfs = options.vfs}),
                 .catalog = nullptr,
                 .clock = nullptr,
                 .pool = nullptr} {}

  DbStatus Load();
  // Returns true if only deletions are possible now, and sees to it that this ends.
  bool IsFull();
  DbStatus BeginWriting(const TablesById& tables);
  // Lets files that lack changes of the journal try again.
  void CatchUpLater();
  void TidyUp(const std::vector<std::string>& removed_folders);
  void WarnOfUnknownFolders();
  void RemoveTableFolder(GoneFolder gone);
  void ForgetFolders();
  // Makes the finished files in `draft` a table: adds it to the catalog and moves its folder.
  Status Adopt(const std::filesystem::path& draft, std::string_view table,
               const CopiedFiles& files);
  bool RemoveFolder(const std::filesystem::path& folder);

  std::optional<FolderLock> lock_;
  StoreContext context_;
  std::optional<Checkpoints> checkpoints_;
  std::unique_ptr<AccountSettings> account_;
  Mutex restore_mutex_;  // held during a restore; acquired before schema_mutex_
  Mutex schema_mutex_;   // held while a table is created, deleted or changed
  TableIndex tables_;
  std::vector<GoneFolder> gone_folders_;  // used by the background thread only
  std::optional<Background> background_;
};

}  // namespace rowhouse::sqlite
