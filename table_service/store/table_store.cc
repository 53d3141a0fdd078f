#include "table_service/store/table_store.h"

#include "entity/unicode.h"
#include "table_service/store/account_settings.h"
#include "table_service/store/background.h"
#include "table_service/store/disk.h"
#include "table_service/store/entity_scan.h"
#include "table_service/store/file_names.h"
#include "table_service/store/placement.h"
#include "table_service/store/stored_key.h"
#include "table_service/store/table.h"
#include "table_service/store/table_index.h"

#include <fmt/format.h>
#include <future>
#include <map>
#include <spdlog/spdlog.h>
#include <system_error>
#include <thread>
#include <utility>

namespace rowhouse {
namespace {

Error CatalogFailure(const DbError& error) {
  spdlog::error("the catalog failed: {}", error.text);
  return Error::Internal(error.text);
}

}  // namespace

class TableStore::Impl {
 public:
  static tl::expected<std::unique_ptr<Impl>, std::string> Open(const StoreOptions& options);
  ~Impl();

  Status CreateTable(std::string_view name);
  Status DeleteTable(std::string_view name);
  std::shared_ptr<Table> Find(std::string_view name) const { return tables_.Find(name); }
  Status SetAccessPolicies(std::string_view table, AccessPolicies policies);
  std::shared_ptr<const ServiceProperties> Properties() const { return account_->Get(); }
  Status ChangeProperties(const ServicePropertiesChange& change);
  std::vector<std::string> List(std::string_view from, std::size_t max) const {
    return tables_.Names(from, max);
  }
  Result<EntityRecord> Get(std::string_view table, const EntityKey& key);
  void Apply(ChangeSet changes, std::function<void(ApplyResult)> done);
  Status MoveToOwnFile(std::string_view table, std::string_view partition_key);

 private:
  explicit Impl(const StoreOptions& options)
      : context_{.options = options,
                 .opener = DatabaseOpener(options),
                 .files = FileCache(FitOpenFiles(options.open_files_max)),
                 .catalog = nullptr,
                 .clock = nullptr,
                 .pool = nullptr} {}

  DbStatus Load();
  void TidyUp(std::int64_t last_table_id);
  void RemoveFolder(const std::filesystem::path& folder);

  std::optional<FolderLock> lock_;
  StoreContext context_;
  std::unique_ptr<AccountSettings> account_;
  Mutex schema_mutex_;  // held by whoever creates, deletes or changes a table
  TableIndex tables_;
  std::optional<Background> background_;
};

tl::expected<std::unique_ptr<TableStore::Impl>, std::string> TableStore::Impl::Open(
    const StoreOptions& options) {
  std::unique_ptr<Impl> impl(new Impl(options));
  const auto& folder = impl->context_.options.folder;
  if (!impl->context_.options.in_memory) {
    if (const auto made = MakeFolder(folder, true); !made) {
      return tl::unexpected(
          fmt::format("{}; choose a data folder that this user may write to", made.error().text));
    }
    auto lock = FolderLock::Acquire(folder);
    if (!lock) return tl::unexpected(lock.error());
    impl->lock_.emplace(std::move(*lock));
  }
  auto catalog = Catalog::Open(impl->context_.opener, (folder / "account.db").string());
  if (!catalog) {
    return tl::unexpected(fmt::format(
        "cannot open the catalog: {}; restore it from a backup or choose another data folder",
        catalog.error().text));
  }
  impl->context_.catalog = std::move(*catalog);
  if (const auto loaded = impl->Load(); !loaded) {
    return tl::unexpected(fmt::format(
        "cannot read the catalog: {}; restore it from a backup or choose another data folder",
        loaded.error().text));
  }
  return impl;
}

DbStatus TableStore::Impl::Load() {
  auto& catalog = *context_.catalog;
  const auto ceiling = catalog.TimestampCeiling();
  if (!ceiling) return tl::unexpected(ceiling.error());
  auto tables = catalog.Tables();
  if (!tables) return tl::unexpected(tables.error());
  const auto partitions = catalog.Partitions();
  if (!partitions) return tl::unexpected(partitions.error());
  auto policies = catalog.Policies();
  if (!policies) return tl::unexpected(policies.error());
  const auto last_id = catalog.LastTableId();
  if (!last_id) return tl::unexpected(last_id.error());
  auto account = AccountSettings::Load(catalog);
  if (!account) return tl::unexpected(account.error());
  account_ = std::move(*account);

  context_.clock = std::make_unique<StoreClock>(
      context_.options.clock, DateTime{*ceiling},
      [&catalog](DateTime time) { return catalog.SetTimestampCeiling(time.ticks); });
  context_.pool = std::make_unique<CommitPool>(context_.options.commit_threads);
  std::map<std::int64_t, std::shared_ptr<Table>> by_id;
  for (auto& row : *tables) {
    const auto id = row.id;
    by_id[id] = std::make_shared<Table>(context_, std::move(row));
    by_id[id]->SetPolicies(std::move((*policies)[id]));
  }
  for (const auto& row : *partitions) {
    const auto& table = by_id[row.table_id];
    if (!table) {
      return tl::unexpected(DbError{
          DbError::Kind::kCorrupt,
          fmt::format("account.db maps {} to the missing table {}", row.file, row.table_id)});
    }
    table->Map(row.key, table->MakeFile(row.file));
    if (const auto shared = table->SharedLane(); shared && row.leftovers) {
      context_.pool->PostJob(
          shared, [table, shared, key = row.key] { RemoveLeftovers(*table, *shared, key); });
    }
  }
  background_.emplace();
  for (const auto& [id, table] : by_id) tables_.Add(table);
  if (!context_.options.in_memory) {
    background_->Post([this, last = *last_id] { TidyUp(last); });
  }
  return {};
}

// Removes what the catalog does not name. The listing of a folder is only ever used to delete.
void TableStore::Impl::TidyUp(std::int64_t last_table_id) {
  std::map<std::string, std::shared_ptr<Table>> named;
  for (const auto& table : tables_.All()) named.emplace(table->folder().filename(), table);
  for (const auto& path : ListFolder(context_.options.folder)) {
    const auto name = path.filename().string();
    std::error_code error;
    if (const auto found = named.find(name); found != named.end()) {
      const MutexLock building(found->second->build_mutex());
      found->second->TidyFolder();
    } else if (LooksLikeTableFolder(name, last_table_id) &&
               std::filesystem::is_directory(path, error)) {
      RemoveFolder(path);
    }
  }
}

void TableStore::Impl::RemoveFolder(const std::filesystem::path& folder) {
  std::error_code error;
  // Connections that are just closing remove files too, and a write under way may still add one.
  for (int attempt = 0; attempt < 5; ++attempt) {
    std::filesystem::remove_all(folder, error);
    if (!error && !IsTaken(folder)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (error) {
    spdlog::warn("cannot remove the deleted table's folder {}: {}; the next start tries again",
                 folder.string(), error.message());
  }
}

TableStore::Impl::~Impl() {
  if (context_.pool) context_.pool->Finish();
  background_.reset();
  if (context_.clock) {
    if (const auto closed = context_.clock->Close(); !closed) {
      spdlog::warn("cannot note the time of the last write: {}", closed.error().text);
    }
  }
}

Status TableStore::Impl::CreateTable(std::string_view name) {
  const MutexLock schema(schema_mutex_);
  if (Find(name)) return Fail(ErrorCode::kTableAlreadyExists);
  auto row = context_.catalog->CreateTable(std::string(name));
  if (!row) return tl::unexpected(CatalogFailure(row.error()));
  tables_.Add(std::make_shared<Table>(context_, std::move(*row)));
  return {};
}

Status TableStore::Impl::DeleteTable(std::string_view name) {
  const MutexLock schema(schema_mutex_);
  const auto table = Find(name);
  if (!table) return Fail(ErrorCode::kResourceNotFound);
  if (const auto done = context_.catalog->DeleteTable(table->id()); !done) {
    return tl::unexpected(CatalogFailure(done.error()));
  }
  tables_.Remove(*table);
  table->MarkDeleted();
  if (!context_.options.in_memory) {
    background_->Post([this, folder = table->folder()] { RemoveFolder(folder); });
  }
  return {};
}

Status TableStore::Impl::SetAccessPolicies(std::string_view name, AccessPolicies policies) {
  const MutexLock schema(schema_mutex_);
  const auto table = Find(name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  if (const auto done = context_.catalog->SetPolicies(table->id(), policies); !done) {
    return tl::unexpected(CatalogFailure(done.error()));
  }
  table->SetPolicies(std::move(policies));
  return {};
}

Status TableStore::Impl::ChangeProperties(const ServicePropertiesChange& change) {
  if (const auto done = account_->Change(change); !done) {
    return tl::unexpected(CatalogFailure(done.error()));
  }
  return {};
}

Result<EntityRecord> TableStore::Impl::Get(std::string_view table_name, const EntityKey& key) {
  const auto table = Find(table_name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  const StoredKey partition(key.partition);
  const StoredKey row(key.row);
  for (auto lane = table->Route(partition.view()); lane;) {
    auto lease = lane->file()->Read();
    if (!lease) return tl::unexpected(std::move(lease.error()));
    auto found = (*lease)->Find(partition.view(), row.view());
    if (!found) return tl::unexpected(lease->Fail(found.error()));
    if (*found) return std::move(**found);
    // The partition may have moved since it was looked up.
    auto now = table->Route(partition.view());
    if (now == lane) break;
    lane = std::move(now);
  }
  return Fail(table->is_deleted() ? ErrorCode::kTableNotFound : ErrorCode::kResourceNotFound);
}

void TableStore::Impl::Apply(ChangeSet changes, std::function<void(ApplyResult)> done) {
  const auto table = Find(changes.table);
  if (!table) {
    done(tl::unexpected(ApplyError{.error = Error(ErrorCode::kTableNotFound)}));
    return;
  }
  std::string key(StoredKey(changes.partition_key).view());
  table->Post({.changes = std::move(changes), .key = std::move(key), .done = std::move(done)});
}

Status TableStore::Impl::MoveToOwnFile(std::string_view table_name,
                                       std::string_view partition_key) {
  const auto table = Find(table_name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  const auto shared = table->SharedLane();
  if (!shared) return {};
  std::promise<Status> promise;
  auto moved = promise.get_future();
  context_.pool->PostJob(shared, [&, key = std::string(StoredKey(partition_key).view())] {
    promise.set_value(MoveOut(*table, *shared, key));
  });
  return moved.get();
}

TableStore::TableStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TableStore::~TableStore() = default;

tl::expected<std::unique_ptr<TableStore>, std::string> TableStore::Open(
    const StoreOptions& options) {
  auto impl = Impl::Open(options);
  if (!impl) return tl::unexpected(impl.error());
  return std::unique_ptr<TableStore>(new TableStore(std::move(*impl)));
}

Status TableStore::CreateTable(std::string_view name) { return impl_->CreateTable(name); }

Status TableStore::DeleteTable(std::string_view name) { return impl_->DeleteTable(name); }

bool TableStore::HasTable(std::string_view name) const { return impl_->Find(name) != nullptr; }

Result<std::string> TableStore::FindTable(std::string_view name) const {
  const auto table = impl_->Find(name);
  if (!table) return Fail(ErrorCode::kResourceNotFound);
  return table->name();
}

std::vector<std::string> TableStore::ListTables(std::string_view from, std::size_t max) const {
  return impl_->List(from, max);
}

Result<std::shared_ptr<const AccessPolicies>> TableStore::GetAccessPolicies(
    std::string_view table) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return found->Policies();
}

std::optional<AccessPolicy> TableStore::FindAccessPolicy(std::string_view table,
                                                         std::string_view id) const {
  const auto policies = GetAccessPolicies(table);
  const AccessPolicy* const policy = policies ? FindPolicy(**policies, id) : nullptr;
  return policy ? std::optional(*policy) : std::nullopt;
}

Status TableStore::SetAccessPolicies(std::string_view table, AccessPolicies policies) {
  return impl_->SetAccessPolicies(table, std::move(policies));
}

std::shared_ptr<const ServiceProperties> TableStore::GetServiceProperties() const {
  return impl_->Properties();
}

Status TableStore::ChangeServiceProperties(const ServicePropertiesChange& change) {
  return impl_->ChangeProperties(change);
}

Result<EntityRecord> TableStore::Get(std::string_view table, const EntityKey& key) {
  return impl_->Get(table, key);
}

Result<std::unique_ptr<EntitySource>> TableStore::OpenSource(std::string_view table) {
  auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return std::make_unique<TableSource>(std::move(found));
}

void TableStore::Apply(ChangeSet changes, std::function<void(ApplyResult)> done) {
  impl_->Apply(std::move(changes), std::move(done));
}

Status TableStore::MoveToOwnFile(std::string_view table, std::string_view partition_key) {
  return impl_->MoveToOwnFile(table, partition_key);
}

}  // namespace rowhouse
