#include "table_service/store/sqlite/files/file_cache.h"

#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/partition_file.h"

#include <algorithm>

namespace rowhouse::sqlite {

void FileCache::Opened(const std::shared_ptr<PartitionFile>& file) {
  std::vector<std::shared_ptr<PartitionFile>> victims;
  {
    const MutexLock lock(mutex_);
    if (std::find(open_.begin(), open_.end(), file) == open_.end()) open_.push_back(file);
    std::erase_if(open_, [](const auto& one) { return !one->is_open(); });
    if (open_.size() <= open_files_max_) return;
    const auto excess = open_.size() - open_files_max_;
    const auto end = open_.begin() + static_cast<std::ptrdiff_t>(excess);
    std::nth_element(open_.begin(), end, open_.end(), [](const auto& left, const auto& right) {
      return left->last_used() < right->last_used();
    });
    victims.assign(open_.begin(), end);
  }
  // Closing writes the log back, so it is done outside the lock. A file in use stays open and
  // listed.
  for (const auto& victim : victims) victim->CloseIfIdle();
}

std::uint64_t FileCache::LogBytes() const {
  std::vector<std::shared_ptr<PartitionFile>> open;
  {
    const MutexLock lock(mutex_);
    open = open_;
  }
  std::uint64_t bytes = 0;
  for (const auto& file : open) bytes += LogBytesOf(file->path());
  return bytes;
}

}  // namespace rowhouse::sqlite
