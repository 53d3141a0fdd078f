#pragma once
// A SQLite VFS for tests: passes everything on to the default one until it is armed to fail.

#include <cstdint>
#include <string>

namespace rowhouse::sqlite {

// Registers itself under name() for its lifetime. Counts reads, and apart from them writes, truncations,
// syncs and deletions of files. Threads: all calls may overlap.
class FaultVfs {
 public:
  enum class Kind {
    kOnce,     // one operation fails
    kDeadDisk  // that operation and all later ones fail, so the disk is left as after a crash
  };

  FaultVfs();
  ~FaultVfs();
  FaultVfs(const FaultVfs&) = delete;
  FaultVfs& operator=(const FaultVfs&) = delete;

  static std::string name() { return "rowhouse-fault"; }

  // Makes the `n`-th operation from now on fail; `n` counts from 1. A failing write writes half. Counts
  // only operations on files whose names end with `file_end`, and fails only them.
  static void Arm(int n, Kind kind, const char* file_end = "");
  // Makes the `n`-th read from now on fail once, as of a disk that does not answer.
  static void ArmRead(int n);
  // Lets all operations succeed again.
  static void Disarm();
  // Returns true if an operation has failed since Arm() or ArmRead().
  static bool HasFired();

  // Leaves so much space on the disk: files can grow by so many bytes in all, more if others become
  // shorter or are deleted. Then writes fail with SQLITE_FULL.
  static void LeaveSpace(std::int64_t bytes);
  static std::int64_t Space();
};

}  // namespace rowhouse::sqlite
