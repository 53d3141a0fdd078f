#pragma once
// The connections to partition files that a process may have open, for all accounts together. Each
// needs descriptors, of which there is a limit: when there are no more, the idle connections of the
// files that were least recently used are closed; when all are in use, whoever needs one waits.
// Each also keeps pages of its file in memory: when all together keep too many, those of the files that
// were least recently used are dropped.

#include "base/background.h"
#include "base/mutex.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {

class FileCache;
class PartitionFile;

// The most descriptors that a connection takes: the database, its log and its shared memory.
inline constexpr std::size_t kDescriptorsPerConnection = 3;

// Threads: all calls may overlap.
class OpenFiles : public std::enable_shared_from_this<OpenFiles> {
 public:
  // The idle connections keep at most so many bytes of pages. Those in use may have up to 2 MiB each
  // besides, which is SQLite's own limit.
  explicit OpenFiles(std::size_t connections_max,
                     std::size_t page_bytes_max = std::numeric_limits<std::size_t>::max());

  std::size_t connections_max() const { return connections_max_; }
  // The permission for one connection.
  class Slot {
   public:
    Slot(Slot&& other) noexcept
        : owner_(std::move(other.owner_)), page_bytes_(std::exchange(other.page_bytes_, 0)) {}
    Slot& operator=(Slot&& other) noexcept {
      owner_.swap(other.owner_);
      std::swap(page_bytes_, other.page_bytes_);
      return *this;
    }
    ~Slot() {
      if (owner_) owner_->Return(page_bytes_);
    }

    // Counts what the connection keeps in memory, instead of what it kept before.
    void CountPages(std::size_t bytes) {
      owner_->page_bytes_.fetch_add(bytes - page_bytes_, std::memory_order_relaxed);
      page_bytes_ = bytes;
    }

   private:
    friend class OpenFiles;
    explicit Slot(std::shared_ptr<OpenFiles> owner) : owner_(std::move(owner)) {}
    std::shared_ptr<OpenFiles> owner_;  // null once moved from
    std::size_t page_bytes_ = 0;
  };
  // Returns nothing if all are in use for longer than one should wait. REQUIRES: the caller holds no
  // lock of a file
  std::optional<Slot> Take();
  // Must be called when a connection could not be opened although there was a slot: the process has
  // fewer descriptors than was thought. Closes idle connections, or waits for a moment if there are
  // none. REQUIRES: as above
  void MakeRoom();
  // Likewise when there was no disk space to open it. Returns the number of closed connections.
  std::size_t CloseAll();
  // Returns true if somebody waits for a slot: then connections are closed when they become idle.
  bool IsScarce() const { return waiting_.load(std::memory_order_relaxed) > 0; }

  // Closes idle connections soon, on a thread of its own, so that descriptors become free.
  void MakeRoomLater() noexcept;
  // Returns what the connections keep in memory, as they were last counted.
  std::size_t page_bytes() const { return page_bytes_.load(std::memory_order_relaxed); }
  // Must be called when pages were counted. If there are too many, drops some soon, on that thread.
  void LimitPages() noexcept;
  // Returns a number greater than every earlier one, to compare times of use.
  std::uint64_t Tick() { return tick_.fetch_add(1, std::memory_order_relaxed); }
  // The files of `cache` can be closed from now on, until Remove() returns.
  void Add(FileCache* cache);
  void Remove(FileCache* cache) noexcept;

 private:
  using Files = std::vector<std::shared_ptr<PartitionFile>>;
  void Return(std::size_t page_bytes) noexcept;
  // Runs `work` soon, on the thread, unless the same waits there already, as `is_posted` says.
  template <class Work>
  void PostOnce(std::atomic<bool>& is_posted, Work work) noexcept;
  void DropPages();
  // The open files, least recently used first.
  Files ByUseLocked() const ROWHOUSE_TS(requires_shared_capability(caches_mutex_));
  Files OpenLocked() const ROWHOUSE_TS(requires_shared_capability(caches_mutex_));
  // Closes the idle connections of the file that was least recently used and has any. Returns their number.
  std::size_t CloseOldest();

  const std::size_t connections_max_;
  const std::size_t page_bytes_max_;
  std::atomic<std::size_t> page_bytes_ = 0;
  std::atomic<std::uint64_t> tick_ = 1;
  std::atomic<int> waiting_ = 0;
  std::atomic<bool> has_warned_ = false;
  std::atomic<bool> is_closing_ = false;   // MakeRoomLater() was called and is not done
  std::atomic<bool> is_dropping_ = false;  // likewise LimitPages()
  Mutex mutex_;
  std::condition_variable_any returned_;
  std::size_t used_ ROWHOUSE_TS(guarded_by(mutex_)) = 0;
  SharedMutex caches_mutex_;  // shared while files are being closed
  std::vector<FileCache*> caches_ ROWHOUSE_TS(guarded_by(caches_mutex_));
  // Started when it is first needed: a thread of the start would take the signals of the process. Last,
  // so that it ends first.
  std::optional<Background> thread_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
