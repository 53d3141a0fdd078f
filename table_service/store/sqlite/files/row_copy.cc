#include "table_service/store/sqlite/files/row_copy.h"

#include <algorithm>
#include <utility>

namespace rowhouse::sqlite {
namespace {

constexpr std::size_t kReadsMin = 2;
constexpr std::size_t kPatienceMax = 64;
constexpr std::size_t kNextAttemptFactor = 4;

}  // namespace

std::shared_ptr<const FileRows> RowCopy::Get() {
  const MutexLock lock(mutex_);
  if (rows_ && !used_.load(std::memory_order_relaxed)) {
    used_.store(true, std::memory_order_relaxed);
  }
  return rows_;
}

bool RowCopy::CountRead(std::size_t bytes) {
  const std::size_t read = bytes_read_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  const std::size_t reads = reads_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (reads < kReadsMin * patience_.load(std::memory_order_relaxed)) return false;
  if (read < bytes_wanted_.load(std::memory_order_relaxed)) return false;
  return !is_copying_.exchange(true, std::memory_order_relaxed);
}

void RowCopy::BeginWrite() noexcept {
  std::shared_ptr<const FileRows> dropped;  // freed after the lock is released
  {
    const MutexLock lock(mutex_);
    ++writes_;
    is_writing_ = true;
    dropped = TakeLocked();
  }
}

std::shared_ptr<const FileRows> RowCopy::TakeLocked() noexcept {
  if (rows_) {
    const bool paid = bytes_read_.load(std::memory_order_relaxed) >= rows_->bytes();
    const std::size_t patience = patience_.load(std::memory_order_relaxed);
    patience_.store(paid ? 1 : std::min(2 * patience, kPatienceMax), std::memory_order_relaxed);
  }
  bytes_read_.store(0, std::memory_order_relaxed);
  reads_.store(0, std::memory_order_relaxed);
  bytes_wanted_.store(0, std::memory_order_relaxed);
  return std::exchange(rows_, nullptr);
}

void RowCopy::EndWrite() noexcept {
  const MutexLock lock(mutex_);
  is_writing_ = false;
}

void RowCopy::Close() noexcept {
  std::shared_ptr<const FileRows> dropped;
  const MutexLock lock(mutex_);
  is_closed_ = true;
  dropped = TakeLocked();
}

std::optional<RowCopy::Ticket> RowCopy::BeginCopy() {
  const MutexLock lock(mutex_);
  if (is_writing_ || is_closed_) return std::nullopt;
  const std::size_t twice = kReadsMin * patience_.load(std::memory_order_relaxed);
  return Ticket{.writes = writes_,
                .bytes_max = bytes_read_.load(std::memory_order_relaxed) / twice};
}

bool RowCopy::IsCurrent(const Ticket& ticket) {
  const MutexLock lock(mutex_);
  return ticket.writes == writes_ && !is_closed_;
}

void RowCopy::EndCopy(const std::optional<Ticket>& ticket,
                      std::shared_ptr<const FileRows> rows) noexcept {
  {
    const MutexLock lock(mutex_);
    const bool is_current = ticket && ticket->writes == writes_ && !is_closed_;
    if (is_current && rows) {
      rows_.swap(rows);
      used_.store(true, std::memory_order_relaxed);
      bytes_read_.store(0, std::memory_order_relaxed);  // from here on, what the copy serves
      bytes_wanted_.store(SIZE_MAX, std::memory_order_relaxed);
    } else if (is_current) {
      bytes_wanted_.store(kNextAttemptFactor * bytes_read_.load(std::memory_order_relaxed),
                          std::memory_order_relaxed);
    } else {
      patience_.store(std::min(2 * patience_.load(std::memory_order_relaxed), kPatienceMax),
                      std::memory_order_relaxed);
    }
  }
  is_copying_.store(false, std::memory_order_relaxed);
}

bool RowCopy::KeepIfUsed() noexcept {
  std::shared_ptr<const FileRows> dropped;
  const MutexLock lock(mutex_);
  if (!used_.exchange(false, std::memory_order_relaxed)) dropped = TakeLocked();
  return rows_ != nullptr;
}

}  // namespace rowhouse::sqlite
