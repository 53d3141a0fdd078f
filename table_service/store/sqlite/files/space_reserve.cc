#include "table_service/store/sqlite/files/space_reserve.h"

#include "base/guarded.h"
#include "table_service/store/sqlite/files/raw_file.h"

#include <algorithm>
#include <filesystem>
#include <spdlog/spdlog.h>
#include <system_error>

namespace rowhouse::sqlite {
namespace {
constexpr std::chrono::seconds kAttemptTime{1};
constexpr std::uint64_t kParts = 8;
}  // namespace

void SpaceReserve::Restore() {
  if (options_.bytes == 0) return;
  const MutexLock lock(mutex_);
  const std::uint64_t left = LeftLocked();
  if (left < options_.bytes) {
    if (const auto allocated = Resize(options_.bytes); !allocated) {
      static_cast<void>(Resize(left));
      if (!is_given_up_.exchange(true)) {
        spdlog::error(
            "{}: there is no room for this reserve of {} MiB, so nothing is written but "
            "deletions: free space on the disk ({})",
            options_.path, options_.bytes >> 20U, allocated.error().text);
      }
      return;
    }
    left_ = options_.bytes;
  }
  if (is_given_up_.exchange(false)) {
    spdlog::info("{}: the disk has room again, so everything is written again", options_.path);
  }
}

bool SpaceReserve::GiveUp() noexcept {
  if (options_.bytes == 0) return false;
  bool is_smaller = false;
  RunGuarded("giving up disk space", options_.path, [&] {
    const MutexLock lock(mutex_);
    if (!is_given_up_.exchange(true)) {
      spdlog::error(
          "{}: the disk is full. Reading and deleting goes on, with the space of this reserve; "
          "nothing else is written until there is room for {} MiB again: free space on the disk",
          options_.path, options_.bytes >> 20U);
    }
    const std::uint64_t left = LeftLocked();
    if (left == 0) return;
    const std::uint64_t next = left - std::min(left, options_.bytes / kParts);
    const auto resized = Resize(next);
    if (!resized) return spdlog::warn("{}", resized.error().text);
    left_ = next;
    is_smaller = true;
  });
  return is_smaller;
}

bool SpaceReserve::IsDue() {
  if (!is_given_up()) return false;
  const auto now = std::chrono::steady_clock::now();
  auto next = next_attempt_.load();
  return now >= next && next_attempt_.compare_exchange_strong(next, now + kAttemptTime);
}

std::uint64_t SpaceReserve::LeftLocked() {
  if (!left_) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(options_.path, missing);
    left_ = missing ? 0 : std::min<std::uint64_t>(size, options_.bytes);
  }
  return *left_;
}

DbStatus SpaceReserve::Resize(std::uint64_t bytes) const {
  if (bytes == 0) return DeleteFile(options_.path, options_.vfs);
  auto file = RawFile::Create(options_.path, options_.vfs);
  if (!file) return tl::unexpected(file.error());
  const auto size = file->Size();
  if (!size) return tl::unexpected(size.error());
  return *size > bytes ? file->Truncate(bytes) : file->Allocate(bytes);
}

}  // namespace rowhouse::sqlite
