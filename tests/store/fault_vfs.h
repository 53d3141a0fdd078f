#pragma once
// A SQLite VFS for tests: passes everything on to the default one until it is armed to fail.

#include <string>

namespace rowhouse::sqlite {

// Registers itself under name() for its lifetime. Counts writes, truncations, syncs and deletions
// of files. Threads: all calls may overlap.
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

  // Makes the `n`-th operation from now on fail; `n` counts from 1. A failing write writes half.
  static void Arm(int n, Kind kind);
  // Lets all operations succeed again.
  static void Disarm();
  // Returns true if an operation has failed since Arm().
  static bool HasFired();
};

}  // namespace rowhouse::sqlite
