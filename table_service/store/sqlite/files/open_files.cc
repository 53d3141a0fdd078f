#include "table_service/store/sqlite/files/open_files.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/files/file_cache.h"
#include "table_service/store/sqlite/files/partition_file.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <thread>

namespace rowhouse::sqlite {
namespace {
constexpr std::chrono::seconds kWaitMax{5};
constexpr std::chrono::milliseconds kRoomWait{20};
}  // namespace

OpenFiles::OpenFiles(std::size_t connections_max, std::size_t page_bytes_max)
    : connections_max_(std::max<std::size_t>(1, connections_max)),
      page_bytes_max_(page_bytes_max) {}

std::optional<OpenFiles::Slot> OpenFiles::Take() {
  const auto end = std::chrono::steady_clock::now() + kWaitMax;
  for (;;) {
    {
      const MutexLock lock(mutex_);
      if (used_ < connections_max_) {
        ++used_;
        return Slot(shared_from_this());
      }
    }
    if (CloseOldest() > 0) continue;
    const MutexLock lock(mutex_);
    if (used_ < connections_max_) continue;
    const auto now = std::chrono::steady_clock::now();
    if (now >= end) return std::nullopt;
    // For a short time: a connection that was returned before this began to wait was kept as an idle one.
    ++waiting_;
    returned_.wait_until(mutex_, std::min(end, now + kRoomWait));
    --waiting_;
  }
}

void OpenFiles::Return(std::size_t page_bytes) noexcept {
  page_bytes_.fetch_sub(page_bytes, std::memory_order_relaxed);
  const MutexLock lock(mutex_);
  --used_;
  if (waiting_ > 0) returned_.notify_one();
}

void OpenFiles::MakeRoom() {
  if (!has_warned_.exchange(true)) {
    spdlog::warn(
        "no descriptors are left to open a partition file: closing idle ones and trying again; "
        "raise the limit of open files, ulimit -n");
  }
  if (CloseAll() == 0) std::this_thread::sleep_for(kRoomWait);  // others close what they use
}

template <class Work>
void OpenFiles::PostOnce(std::atomic<bool>& is_posted, Work work) noexcept {
  if (is_posted.exchange(true)) return;
  const bool done = RunGuarded("what is to be done about idle files", {}, [&] {
    const MutexLock lock(mutex_);
    if (!thread_) thread_.emplace();
    thread_->Post([&is_posted, work] {
      is_posted = false;
      work();
    });
  });
  if (!done) is_posted = false;
}

void OpenFiles::MakeRoomLater() noexcept {
  PostOnce(is_closing_, [this] { CloseAll(); });
}

void OpenFiles::LimitPages() noexcept {
  if (page_bytes() > page_bytes_max_) PostOnce(is_dropping_, [this] { DropPages(); });
}

// Some more than is needed, so that it need not be done again at once.
void OpenFiles::DropPages() {
  const SharedLock lock(caches_mutex_);
  for (const auto& file : ByUseLocked()) {
    if (page_bytes() <= page_bytes_max_ / 4 * 3) return;
    file->DropIdlePages();
  }
}

OpenFiles::Files OpenFiles::OpenLocked() const {
  Files open;
  for (const FileCache* const cache : caches_) cache->AppendOpen(open);
  return open;
}

OpenFiles::Files OpenFiles::ByUseLocked() const {
  // The times are read once: others use the files while they are sorted.
  std::vector<std::pair<std::uint64_t, std::shared_ptr<PartitionFile>>> by_use;
  for (auto& file : OpenLocked()) by_use.emplace_back(file->last_used(), std::move(file));
  std::sort(by_use.begin(), by_use.end());
  Files files;
  files.reserve(by_use.size());
  for (auto& [used, file] : by_use) files.push_back(std::move(file));
  return files;
}

std::size_t OpenFiles::CloseOldest() {
  const SharedLock lock(caches_mutex_);
  // Closing writes the log back.
  for (const auto& file : ByUseLocked()) {
    if (const std::size_t closed = file->CloseIdle(); closed > 0) return closed;
  }
  return 0;
}

std::size_t OpenFiles::CloseAll() {
  const SharedLock lock(caches_mutex_);
  std::size_t closed = 0;
  for (const auto& file : OpenLocked()) closed += file->CloseIdle();
  return closed;
}

void OpenFiles::Add(FileCache* cache) {
  const ExclusiveLock lock(caches_mutex_);
  caches_.push_back(cache);
}

void OpenFiles::Remove(FileCache* cache) noexcept {
  const ExclusiveLock lock(caches_mutex_);
  std::erase(caches_, cache);
}

}  // namespace rowhouse::sqlite
