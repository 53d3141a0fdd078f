#include "table_service/store/sqlite/files/file_cache.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/partition_file.h"

#include <algorithm>
#include <utility>

namespace rowhouse::sqlite {

FileCache::FileCache(std::shared_ptr<OpenFiles> open_files, std::size_t row_bytes_max,
                     ReserveOptions reserve)
    : open_files_(std::move(open_files)), reserve_(std::move(reserve)), rows_(row_bytes_max) {
  open_files_->Add(this);
}

FileCache::~FileCache() { open_files_->Remove(this); }

bool FileCache::MakeSpace() {
  const bool is_smaller = reserve_.GiveUp();
  return open_files_->CloseAll() > 0 || is_smaller;
}

DbStatus FileCache::WithSpace(const std::function<DbStatus()>& change) {
  auto done = change();
  for (int attempt = 1; attempt < kSpaceAttemptsMax; ++attempt) {
    if (done || done.error().kind != DbError::Kind::kFull || !MakeSpace()) break;
    done = change();
  }
  return done;
}

void FileCache::Opened(const std::shared_ptr<PartitionFile>& file) {
  const MutexLock lock(mutex_);
  std::erase_if(open_, [](const auto& one) { return !one->is_open(); });
  if (std::find(open_.begin(), open_.end(), file) == open_.end()) open_.push_back(file);
}

void FileCache::AppendOpen(std::vector<std::shared_ptr<PartitionFile>>& files) const {
  const MutexLock lock(mutex_);
  files.insert(files.end(), open_.begin(), open_.end());
}

std::uint64_t FileCache::LogBytes() const {
  std::vector<std::shared_ptr<PartitionFile>> open;
  AppendOpen(open);
  std::uint64_t bytes = 0;
  for (const auto& file : open) bytes += LogBytesOf(file->path());
  return bytes;
}

}  // namespace rowhouse::sqlite
