#include "table_service/store/sqlite/table.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/entity_table.h"
#include "table_service/store/sqlite/files/file_names.h"
#include "table_service/store/sqlite/files/set_aside.h"
#include "table_service/store/sqlite/new_partitions.h"

#include <cassert>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse::sqlite {
namespace {

// Returns true if a file has entities, or if that cannot be found out now. One that SQLite cannot make
// sense of was never finished.
bool HasRows(const StoreContext& context, const std::filesystem::path& file) {
  if (IsEmptyWithLog(file)) return true;
  auto connection =
      DbConnection::Open(file.string(), DbConnection::OpenMode::kExisting, context.options.vfs);
  if (!connection) return true;
  const auto first = EntityTable(*std::move(connection)).FirstPartition();
  if (first) return first->has_value();
  return first.error().kind != DbError::Kind::kCorrupt &&
         first.error().kind != DbError::Kind::kOther;
}

// A crash leaves such a file while a partition is created without a journal, or moved. So does a
// catalog that is older than the file.
void KeepUnnamed(const std::filesystem::path& file) {
  if (const auto kept = PutAside(file); kept) {
    spdlog::warn(
        "{} has entities, but account.db does not name it: renamed to {}. If a crash came while a "
        "partition was created or moved, delete it; if entities are missing, account.db is an "
        "older one",
        file.string(), kept->filename().string());
  } else {
    spdlog::warn("{}", kept.error().text);
  }
}

}  // namespace

void FileLane::FallBehind(std::string_view records) {
  spdlog::error(
      "partition file {} is out of service until the writes that the journal has for it "
      "can be made",
      file_->path());
  if (!file_->is_behind()) table_.context().files_behind.fetch_add(1);
  file_->SetBehind(true);  // first, since copying may throw: then the next start makes the writes
  missing_records_ = records;
}

void FileLane::CaughtUp() noexcept {
  missing_records_.clear();
  file_->CountChange();
  file_->SetBehind(false);
  table_.context().files_behind.fetch_sub(1);
}

void NewPartitionLane::Commit(std::span<PendingWrite> writes) {
  if (table_.is_deleted()) return RefuseAll(writes, Error(ErrorCode::kTableNotFound));
  CommitNewPartitions(table_, writes);
}

Table::Table(StoreContext& context, CatalogTable row)
    : context_(context),
      id_(row.id),
      name_(std::move(row.name)),
      folder_(context.options.folder / row.folder),
      new_partitions_(*this) {
  if (row.has_shared_file) SetShared(MakeShared(MakeFile(kSharedFileName)));
}

std::shared_ptr<PartitionFile> Table::MakeFile(std::string_view file) const {
  return std::make_shared<PartitionFile>(context_.opener, context_.files,
                                         (folder_ / file).string());
}

std::shared_ptr<PartitionFile> Table::MakeFile(std::string_view file,
                                               std::unique_ptr<EntityTable> content) const {
  return std::make_shared<PartitionFile>(context_.opener, context_.files, (folder_ / file).string(),
                                         std::move(content));
}

std::shared_ptr<FileLane> Table::Share(FileLane* lane) const {
  if (!lane) return nullptr;
  return {std::const_pointer_cast<Table>(shared_from_this()), lane};
}

std::shared_ptr<FileLane> Table::Route(std::string_view partition_key) const {
  const SharedLock lock(map_mutex_);
  const auto found = own_.find(partition_key);
  return Share(found == own_.end() ? shared_.get() : found->second.lane.get());
}

std::shared_ptr<FileLane> Table::SharedLane() const {
  const SharedLock lock(map_mutex_);
  return Share(shared_.get());
}

void Table::Post(PendingWrite write) {
  if (auto lane = Route(write.partition_key)) {
    context_.pool->Post(lane, std::move(write));
  } else {
    context_.pool->Post({shared_from_this(), &new_partitions_}, std::move(write));
  }
}

std::optional<OwnPartition> Table::NextOwn(std::string_view from, Version version) const {
  const SharedLock lock(map_mutex_);
  for (auto at = own_.lower_bound(from); at != own_.end(); ++at) {
    if (at->second.since <= version) {
      return OwnPartition{.partition_key = at->first, .file = at->second.lane->file()};
    }
  }
  return std::nullopt;
}

MapView Table::View() const {
  const SharedLock lock(map_mutex_);
  return {*this, version_};
}

void Table::ReadWithMap(const std::function<void(MapView)>& read) const {
  const SharedLock lock(map_mutex_);
  read({*this, version_});
}

Table::PartitionMap::node_type Table::MakeMapping(std::string partition_key,
                                                  std::shared_ptr<PartitionFile> file) {
  PartitionMap map;
  map.emplace(std::move(partition_key),
              Mapping{.lane = std::make_unique<FileLane>(*this, std::move(file), false)});
  return map.extract(map.begin());
}

void Table::Map(PartitionMap::node_type mapping) noexcept {
  const ExclusiveLock lock(map_mutex_);
  mapping.mapped().since = ++version_;
  const auto inserted = own_.insert(std::move(mapping));
  assert(inserted.inserted);
  static_cast<void>(inserted);
}

std::unique_ptr<FileLane> Table::MakeShared(std::shared_ptr<PartitionFile> file) {
  return std::make_unique<FileLane>(*this, std::move(file), true);
}

void Table::SetShared(std::unique_ptr<FileLane> lane) noexcept {
  const ExclusiveLock lock(map_mutex_);
  shared_ = std::move(lane);
}

std::vector<std::shared_ptr<FileLane>> Table::LanesBehind() const {
  std::vector<std::shared_ptr<FileLane>> behind;
  const SharedLock lock(map_mutex_);
  for (const auto& [partition_key, mapping] : own_) {
    if (mapping.lane->file()->is_behind()) behind.push_back(Share(mapping.lane.get()));
  }
  if (shared_ && shared_->file()->is_behind()) behind.push_back(Share(shared_.get()));
  return behind;
}

std::size_t Table::OwnCount() const {
  const SharedLock lock(map_mutex_);
  return own_.size();
}

std::shared_ptr<const AccessPolicies> Table::Policies() const {
  const SharedLock lock(policies_mutex_);
  return policies_;
}

void Table::SetPolicies(std::shared_ptr<const AccessPolicies> policies) noexcept {
  const ExclusiveLock lock(policies_mutex_);
  policies_ = std::move(policies);
}

void Table::MarkDeleted() noexcept {
  deleted_.store(true);
  const SharedLock lock(map_mutex_);
  for (const auto& [partition_key, mapping] : own_) mapping.lane->file()->Retire();
  if (shared_) shared_->file()->Retire();
}

void Table::TidyFolder() {
  if (std::exchange(tidied_, true) || context_.options.in_memory) return;
  std::set<std::string> named;
  {
    const SharedLock lock(map_mutex_);
    for (const auto& [partition_key, mapping] : own_) named.insert(mapping.lane->file()->path());
    if (shared_) named.insert(shared_->file()->path());
  }
  for (const auto& path : ListFolder(folder_)) {
    if (path.extension() != ".db" || named.contains(path.string())) continue;
    if (HasRows(context_, path)) {
      KeepUnnamed(path);
    } else {
      spdlog::info("removing {}: a crash left it unfinished", path.string());
      RemoveDatabase(path);
    }
  }
}

}  // namespace rowhouse::sqlite
