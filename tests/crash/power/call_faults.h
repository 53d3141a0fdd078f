#pragma once
// Makes calls to the file system fail, as of a disk that fails. Which: $ROWHOUSE_CALL_FAULTS, a file that the test
// writes and that is shared by mapping it (tests/faults/control.py). Without it nothing fails.

#include <atomic>
#include <cstdint>

namespace rowhouse::power {

// What fails. The letters are those of the file.
enum class Call : std::uint32_t {
  kCreate = 'c',  // of a file
  kMakeFolder = 'm',
  kWrite = 'w',
  kResize = 't',
  kSync = 's',  // of a file or a folder
  kRemove = 'u',
  kRename = 'n',
};

// The content of the file.
struct FaultControl {
  std::uint32_t call;               // a Call
  std::uint32_t first;              // the first of these calls that fails, counted from 1; 0: none
  std::uint32_t last;               // the last one
  std::atomic<std::uint32_t> made;  // how many were made, whether they failed or not
};
static_assert(sizeof(FaultControl) == 16 && std::atomic<std::uint32_t>::is_always_lock_free);

// Counts a call on what is recorded: on an open file or, if there is a path, on that from the folder `descriptor`.
// Returns true if it must fail; errno is EIO then, and a line on stderr says which.
// Threads: may overlap.
bool MustFail(Call call, int descriptor, const char* path = nullptr);

}  // namespace rowhouse::power
