#include "table_service/store/sqlite/table_store.h"

#include "base/guarded.h"
#include "entity/limits.h"
#include "table_service/store/sqlite/entity_scan.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/stored_key.h"
#include "table_service/store/sqlite/partition_list.h"
#include "table_service/store/sqlite/shared_file.h"
#include "table_service/store/sqlite/table_count.h"
#include "table_service/store/sqlite/table_files.h"
#include "table_service/store/sqlite/table_size.h"
#include "table_service/store/sqlite/table_store_impl.h"

#include <algorithm>
#include <cassert>
#include <future>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::string_view kOnlyDeletions =
    "the disk is full, so only deletions are possible; the log says how much space is needed";

bool IsDeletion(const ChangeSet& changes) {
  return std::all_of(
      changes.operations.begin(), changes.operations.end(),
      [](const Operation& operation) { return operation.kind == OperationKind::kDelete; });
}

Error CatalogFailure(const DbError& error) {
  spdlog::error("the catalog failed: {}", error.text);
  return Error::Internal(error.text);
}

}  // namespace

bool TableStore::Impl::IsFull() {
  SpaceReserve& reserve = context_.files.reserve();
  if (!reserve.is_given_up()) return false;
  if (!reserve.IsDue()) return true;
  // Here and not in the background, so that the first write after room was made is not refused.
  RunGuarded("looking for disk space", {}, [&] { reserve.Restore(); });
  return reserve.is_given_up();
}

Status TableStore::Impl::CreateTable(std::string_view name) {
  const MutexLock schema(schema_mutex_);
  if (Find(name)) return Fail(ErrorCode::kTableAlreadyExists);
  if (IsFull()) return tl::unexpected(Error::Internal(std::string(kOnlyDeletions)));
  TableIndex::Entry entry;
  const auto done = context_.catalog->AddTable(std::string(name), [&](const CatalogTable& row) {
    entry = TableIndex::MakeEntry(std::make_shared<Table>(context_, row));
    return DbStatus();
  });
  if (!done) return tl::unexpected(CatalogFailure(done.error()));
  tables_.Add(std::move(entry));
  return {};
}

Status TableStore::Impl::DeleteTable(std::string_view name) {
  const MutexLock schema(schema_mutex_);
  const auto table = Find(name);
  if (!table) return Fail(ErrorCode::kResourceNotFound);
  const auto done =
      context_.files.WithSpace([&] { return context_.catalog->DeleteTable(table->id()); });
  if (!done) return tl::unexpected(CatalogFailure(done.error()));
  tables_.Remove(*table);
  table->MarkDeleted();
  if (!context_.options.in_memory) {
    // Whatever is not removed now is removed at the next start.
    RunGuarded("the removal of the deleted table", table->name(), [&] {
      background_->Post([this, gone = GoneFolder{.name = table->folder().filename().string(),
                                                 .table = table}]() mutable {
        RemoveTableFolder(std::move(gone));
      });
    });
  }
  return {};
}

Status TableStore::Impl::SetAccessPolicies(std::string_view name, AccessPolicies policies) {
  const MutexLock schema(schema_mutex_);
  const auto table = Find(name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  auto shared = std::make_shared<const AccessPolicies>(std::move(policies));
  if (const auto done = context_.catalog->SetPolicies(table->id(), *shared); !done) {
    return tl::unexpected(CatalogFailure(done.error()));
  }
  table->SetPolicies(std::move(shared));
  return {};
}

Status TableStore::Impl::ChangeProperties(const ServicePropertiesChange& change) {
  if (const auto done = account_->Change(change); !done) {
    return tl::unexpected(CatalogFailure(done.error()));
  }
  return {};
}

Result<store::EntityRecord> TableStore::Impl::Get(std::string_view table_name,
                                                  const EntityKey& key) {
  const auto table = Find(table_name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  const StoredKey partition(key.partition);
  const StoredKey row(key.row);
  auto found = ReadPartition(*table, partition.view(), [&](PartitionFile& file) {
    return file.Find(partition.view(), row.view());
  });
  if (!found) return tl::unexpected(std::move(found.error()));
  if (*found) return **std::move(found);
  return Fail(table->is_deleted() ? ErrorCode::kTableNotFound : ErrorCode::kResourceNotFound);
}

store::EngineFigures TableStore::Impl::Figures() const {
  store::EngineFigures figures{.commit_writes = context_.meter.Writes(),
                               .commit_seconds = context_.meter.Seconds(),
                               .waiting_writes = context_.pool->Waiting()};
  figures.row_cache_bytes = context_.files.rows().bytes();
  if (context_.options.in_memory) return figures;
  figures.log_bytes = (context_.journal ? context_.journal->Bytes() : 0) +
                      context_.files.LogBytes() +
                      LogBytesOf((context_.options.folder / kCatalogFileName).string());
  return figures;
}

void TableStore::Impl::Apply(std::shared_ptr<const ChangeSet> changes,
                             std::function<void(ApplyResult)> done) {
  assert(changes && !changes->operations.empty() &&
         changes->operations.size() <= limits::kBatchOperationsMax);
  PendingWrite write{
      .changes = std::move(changes), .partition_key = {}, .answer = ApplyCallback(std::move(done))};
  RunGuarded("a write", {}, [&] {
    const auto table = Find(write.changes->table);
    if (!table) return write.Refuse(Error(ErrorCode::kTableNotFound));
    if (IsFull() && !IsDeletion(*write.changes)) {
      return write.Refuse(Error::Internal(std::string(kOnlyDeletions)));
    }
    if (context_.catalog->IsInDoubt()) {
      const auto settled = context_.files.WithSpace([&] { return context_.catalog->Settle(); });
      if (!settled) return write.Refuse(Error::Internal(settled.error().text));
    }
    write.partition_key = StoredKey(write.changes->partition_key).view();
    table->Post(std::move(write));
  });
}

Status TableStore::Impl::MoveToOwnFile(std::string_view table_name,
                                       std::string_view partition_key) {
  const auto table = Find(table_name);
  if (!table) return Fail(ErrorCode::kTableNotFound);
  const auto shared = table->SharedLane();
  if (!shared) return {};
  const std::string stored_key(StoredKey(partition_key).view());
  const auto move = std::make_shared<std::packaged_task<Status()>>(
      [&] { return MoveOut(*table, *shared, stored_key); });
  auto moved = move->get_future();
  context_.pool->PostJob(shared, [move] { (*move)(); });
  return moved.get();  // rethrows an exception of the move
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

Result<std::string> TableStore::FindTable(std::string_view name) const {
  const auto table = impl_->Find(name);
  if (!table) return Fail(ErrorCode::kResourceNotFound);
  return table->name();
}

Result<std::vector<std::string>> TableStore::ListTables(std::string_view from,
                                                        std::size_t max) const {
  return impl_->List(from, max);
}

Result<std::shared_ptr<const AccessPolicies>> TableStore::GetAccessPolicies(
    std::string_view table) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return found->Policies();
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

Result<store::EntityRecord> TableStore::Get(std::string_view table, const EntityKey& key) {
  return impl_->Get(table, key);
}

Result<std::unique_ptr<EntitySource>> TableStore::OpenSource(std::string_view table) {
  auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return std::make_unique<TableSource>(std::move(found));
}

Result<std::uint64_t> TableStore::Count(std::string_view table,
                                        std::optional<std::string_view> partition_key) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  if (!partition_key) return CountEntities(*found, std::nullopt);
  return CountEntities(*found, StoredKey(*partition_key).view());
}

Result<store::TableCopy> TableStore::CopyTable(std::string_view table,
                                               const std::filesystem::path& folder) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return CopyTableFiles(*found, folder);
}

Result<store::TableCopy> TableStore::RestoreTable(const std::filesystem::path& folder,
                                                  std::string_view table) {
  return impl_->Restore(folder, table);
}

Result<std::vector<store::PartitionSize>> TableStore::ListPartitions(std::string_view table,
                                                                     std::string_view from,
                                                                     std::size_t max) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return ReadPartitionList(*found, from, max);
}

Result<store::TableSize> TableStore::MeasureTable(std::string_view table) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return sqlite::MeasureTable(*found);
}

Result<std::vector<store::PartitionSize>> TableStore::ListLargePartitions(
    std::string_view table, std::uint64_t bytes_min) const {
  const auto found = impl_->Find(table);
  if (!found) return Fail(ErrorCode::kTableNotFound);
  return ReadLargePartitions(*found, bytes_min);
}

std::size_t TableStore::CountOwnFiles() const {
  std::size_t count = 0;
  for (const auto& table : impl_->All()) count += table->OwnCount();
  return count;
}

store::EngineFigures TableStore::Figures() const { return impl_->Figures(); }

void TableStore::Apply(std::shared_ptr<const ChangeSet> changes,
                       std::function<void(ApplyResult)> done) {
  impl_->Apply(std::move(changes), std::move(done));
}

Status TableStore::MoveToOwnFile(std::string_view table, std::string_view partition_key) {
  return impl_->MoveToOwnFile(table, partition_key);
}

}  // namespace rowhouse::sqlite
