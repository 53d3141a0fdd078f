#pragma once
// A SQLite VFS for tests: passes everything on to the default one until it is told to fail.

#include <string>

namespace rowhouse::sqlite {

// Registers itself under name() for its lifetime. Writes, truncations, syncs and deletions of files
// are counted. Threads: all calls may overlap.
class FaultVfs {
 public:
  enum class Kind {
    kOnce,     // one operation fails
    kDeadDisk  // from that operation on all fail: what the disk holds then is what a crash leaves
  };

  FaultVfs();
  ~FaultVfs();
  FaultVfs(const FaultVfs&) = delete;
  FaultVfs& operator=(const FaultVfs&) = delete;

  static std::string name() { return "rowhouse-fault"; }

  // The `n`-th operation from now on fails, from 1. A write that fails writes half.
  static void Arm(int n, Kind kind);
  // Nothing fails any more.
  static void Disarm();
  // Whether something has failed since Arm().
  static bool HasFired();
};

}  // namespace rowhouse::sqlite
