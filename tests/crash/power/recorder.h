#pragma once
// Writes down, in order, what the process does to the files under one folder: writes, sizes, names, and which fsync
// covered them. Where: $ROWHOUSE_RECORD_FOLDER (what is recorded) and $ROWHOUSE_RECORD_LOG. Without these nothing is
// recorded.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <sys/uio.h>
#include <unordered_set>

namespace rowhouse::power {

// The kinds of entries. tests/crash/power/operation_log.py says what each holds.
enum class Kind : std::uint32_t {
  kStart = 'M',
  kFoundFile = 'f',
  kFoundFolder = 'd',
  kCreate = 'c',
  kMakeFolder = 'm',
  kRemove = 'u',
  kRename = 'n',
  kLink = 'l',
  kWrite = 'w',
  kTruncate = 't',
  kExtend = 'a',
  kSyncBegin = 's',
  kSyncEnd = 'e',
  kSyncFailed = 'x',
};

// The head of an entry in the log; the payload follows.
struct Entry {
  Kind kind;
  std::uint32_t payload_bytes = 0;
  std::uint64_t file = 0;    // inode number
  std::uint64_t folder = 0;  // inode number
  std::int64_t number = 0;
};
static_assert(sizeof(Entry) == 32);

// A name in a recorded folder.
struct Place {
  std::uint64_t folder;  // inode number
  std::string name;
};

// Ends the process if the log cannot be written: half a recording would prove nothing.
// Threads: all calls may overlap. Whoever changes something locks before, and unlocks once the entry is written, so
// that the order of the entries is that of the changes.
class Recorder {
 public:
  static Recorder& Get();

  std::unique_lock<std::mutex> Lock() { return std::unique_lock(mutex_); }

  // Returns the inode number of a recorded file or folder. REQUIRES: not locked by this thread
  std::optional<std::uint64_t> Find(int descriptor);

  // Returns where a path leads, if that is in a recorded folder. `descriptor` is as for openat(). REQUIRES: locked
  std::optional<Place> FindPlace(int descriptor, const char* path);

  // Writes an entry for a file or folder that has just come to be, and records it from now on. REQUIRES: locked
  void Add(Kind kind, const Place& place, std::uint64_t file);

  // REQUIRES: locked
  void Append(Entry entry, std::string_view payload = {});
  // The payload is the first `bytes` of the parts. REQUIRES: locked
  void Append(Entry entry, const iovec* parts, int count, std::size_t bytes);

  // In place of fsync(): takes about as long as on a disk, and writes an entry before and after. Without a recording
  // it does nothing. Returns -1 if it must fail (call_faults.h); the entry says so. REQUIRES: not locked by this thread
  int Sync(int descriptor);

 private:
  Recorder();

  void Explore(const std::string& path, std::uint64_t folder);

  std::mutex mutex_;
  int log_ = -1;  // -1: nothing is recorded
  dev_t device_ = 0;
  std::unordered_set<std::uint64_t> known_;  // inode numbers
  std::int64_t syncs_ = 0;
};

}  // namespace rowhouse::power
