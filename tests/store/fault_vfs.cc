#include "tests/store/fault_vfs.h"

#include <sqlite3.h>

#include <atomic>
#include <boost/test/unit_test.hpp>

namespace rowhouse::sqlite {
namespace {

std::atomic<int> countdown = 0;  // 0: not armed
std::atomic<bool> has_fired = false;
std::atomic<bool> is_dead = false;
std::atomic<FaultVfs::Kind> fault_kind = FaultVfs::Kind::kOnce;

// Counts one operation and returns true if it must fail.
bool Fails() {
  if (is_dead) return true;
  if (countdown == 0 || --countdown != 0) return false;
  has_fired = true;
  if (fault_kind == FaultVfs::Kind::kDeadDisk) is_dead = true;
  return true;
}

// Followed in memory by the file of the real VFS.
struct FaultFile {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* Real(sqlite3_file* file) { return reinterpret_cast<FaultFile*>(file)->real(); }
sqlite3_vfs* RealVfs(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

int Close(sqlite3_file* file) { return Real(file)->pMethods->xClose(Real(file)); }
int Read(sqlite3_file* file, void* buffer, int size, sqlite3_int64 offset) {
  return Real(file)->pMethods->xRead(Real(file), buffer, size, offset);
}
int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  const bool was_dead = is_dead;
  if (!Fails()) return Real(file)->pMethods->xWrite(Real(file), data, size, offset);
  if (!was_dead) Real(file)->pMethods->xWrite(Real(file), data, size / 2, offset);
  return SQLITE_IOERR_WRITE;
}
int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (Fails()) return SQLITE_IOERR_TRUNCATE;
  return Real(file)->pMethods->xTruncate(Real(file), size);
}
// Counted but not carried out: no test cuts the power, and syncing would take most of the time.
int Sync(sqlite3_file* /*file*/, int /*flags*/) { return Fails() ? SQLITE_IOERR_FSYNC : SQLITE_OK; }
int FileSize(sqlite3_file* file, sqlite3_int64* size) {
  return Real(file)->pMethods->xFileSize(Real(file), size);
}
int Lock(sqlite3_file* file, int level) { return Real(file)->pMethods->xLock(Real(file), level); }
int Unlock(sqlite3_file* file, int level) {
  return Real(file)->pMethods->xUnlock(Real(file), level);
}
int CheckReservedLock(sqlite3_file* file, int* result) {
  return Real(file)->pMethods->xCheckReservedLock(Real(file), result);
}
int FileControl(sqlite3_file* file, int operation, void* argument) {
  return Real(file)->pMethods->xFileControl(Real(file), operation, argument);
}
int SectorSize(sqlite3_file* file) { return Real(file)->pMethods->xSectorSize(Real(file)); }
int DeviceCharacteristics(sqlite3_file* file) {
  return Real(file)->pMethods->xDeviceCharacteristics(Real(file));
}
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  return Real(file)->pMethods->xShmMap(Real(file), page, size, extend, memory);
}
int ShmLock(sqlite3_file* file, int offset, int count, int flags) {
  return Real(file)->pMethods->xShmLock(Real(file), offset, count, flags);
}
void ShmBarrier(sqlite3_file* file) { Real(file)->pMethods->xShmBarrier(Real(file)); }
int ShmUnmap(sqlite3_file* file, int remove) {
  return Real(file)->pMethods->xShmUnmap(Real(file), remove);
}

constexpr int kMethodsWithoutMapping = 2;
const sqlite3_io_methods kMethods = {kMethodsWithoutMapping,
                                     Close,
                                     Read,
                                     Write,
                                     Truncate,
                                     Sync,
                                     FileSize,
                                     Lock,
                                     Unlock,
                                     CheckReservedLock,
                                     FileControl,
                                     SectorSize,
                                     DeviceCharacteristics,
                                     ShmMap,
                                     ShmLock,
                                     ShmBarrier,
                                     ShmUnmap,
                                     nullptr,
                                     nullptr};

int Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  file->pMethods = nullptr;
  const int code = RealVfs(vfs)->xOpen(RealVfs(vfs), name, Real(file), flags, out_flags);
  if (code == SQLITE_OK) file->pMethods = &kMethods;
  return code;
}

int Delete(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  if (Fails()) return SQLITE_IOERR_DELETE;
  return RealVfs(vfs)->xDelete(RealVfs(vfs), name, sync_folder);
}

sqlite3_vfs fault_vfs;

}  // namespace

FaultVfs::FaultVfs() {
  sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
  BOOST_REQUIRE(real);
  fault_vfs = *real;  // functions that are not replaced work with our pointer, too
  fault_vfs.szOsFile = static_cast<int>(sizeof(FaultFile)) + real->szOsFile;
  fault_vfs.pNext = nullptr;
  fault_vfs.zName = "rowhouse-fault";
  fault_vfs.pAppData = real;
  fault_vfs.xOpen = Open;
  fault_vfs.xDelete = Delete;
  BOOST_REQUIRE_EQUAL(sqlite3_vfs_register(&fault_vfs, 0), SQLITE_OK);
  Disarm();
}

FaultVfs::~FaultVfs() {
  Disarm();
  sqlite3_vfs_unregister(&fault_vfs);
}

void FaultVfs::Arm(int n, Kind kind) {
  fault_kind = kind;
  has_fired = false;
  is_dead = false;
  countdown = n;
}

void FaultVfs::Disarm() {
  countdown = 0;
  is_dead = false;
}

bool FaultVfs::HasFired() { return has_fired; }

}  // namespace rowhouse::sqlite
