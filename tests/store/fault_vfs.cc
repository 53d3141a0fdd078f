#include "tests/store/fault_vfs.h"

#include <sqlite3.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace rowhouse::sqlite {
namespace {

std::atomic<int> countdown = 0;       // 0: not armed
std::atomic<int> read_countdown = 0;  // likewise
std::atomic<bool> has_fired = false;
std::atomic<bool> is_dead = false;
std::atomic<FaultVfs::Kind> fault_kind = FaultVfs::Kind::kOnce;
std::atomic<const char*> fault_file_end = "";
constexpr std::int64_t kMuchSpace = std::int64_t{1} << 50U;
std::atomic<std::int64_t> space = kMuchSpace;

// Returns false, and takes nothing, if there is not enough.
bool TakeSpace(std::int64_t bytes) {
  if (space.fetch_sub(bytes) >= bytes) return true;
  space += bytes;
  return false;
}

// Counts one operation on a file and returns true if it must fail.
bool Fails(std::string_view name) {
  if (!name.ends_with(fault_file_end.load())) return false;
  if (is_dead) return true;
  if (countdown == 0 || --countdown != 0) return false;
  has_fired = true;
  if (fault_kind == FaultVfs::Kind::kDeadDisk) is_dead = true;
  return true;
}

// Followed in memory by the file of the real VFS.
struct FaultFile {
  sqlite3_file base;
  const char* name;
  int last_errno;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

sqlite3_file* Real(sqlite3_file* file) { return reinterpret_cast<FaultFile*>(file)->real(); }
sqlite3_vfs* RealVfs(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

bool Fails(sqlite3_file* file) {
  const char* const name = reinterpret_cast<FaultFile*>(file)->name;
  return Fails(name ? name : "");
}

int Close(sqlite3_file* file) { return Real(file)->pMethods->xClose(Real(file)); }
int Read(sqlite3_file* file, void* buffer, int size, sqlite3_int64 offset) {
  if (read_countdown != 0 && --read_countdown == 0) {
    has_fired = true;
    reinterpret_cast<FaultFile*>(file)->last_errno = EIO;
    return SQLITE_IOERR_CORRUPTFS;  // SQLite's own VFS does so after EIO
  }
  return Real(file)->pMethods->xRead(Real(file), buffer, size, offset);
}
sqlite3_int64 SizeOf(sqlite3_file* file) {
  sqlite3_int64 size = 0;
  Real(file)->pMethods->xFileSize(Real(file), &size);
  return size;
}
bool TakeSpaceUpTo(sqlite3_file* file, sqlite3_int64 end) {
  const sqlite3_int64 size = SizeOf(file);
  return end <= size || TakeSpace(end - size);
}
int Write(sqlite3_file* file, const void* data, int size, sqlite3_int64 offset) {
  if (!TakeSpaceUpTo(file, offset + size)) return SQLITE_FULL;
  const bool was_dead = is_dead;
  if (!Fails(file)) return Real(file)->pMethods->xWrite(Real(file), data, size, offset);
  if (!was_dead) Real(file)->pMethods->xWrite(Real(file), data, size / 2, offset);
  return SQLITE_IOERR_WRITE;
}
int Truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (Fails(file)) return SQLITE_IOERR_TRUNCATE;
  space += SizeOf(file) - size;
  return Real(file)->pMethods->xTruncate(Real(file), size);
}
// Counted but not carried out: no test cuts the power, and syncing would take most of the time.
int Sync(sqlite3_file* file, int /*flags*/) { return Fails(file) ? SQLITE_IOERR_FSYNC : SQLITE_OK; }
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
  const int last_errno = reinterpret_cast<FaultFile*>(file)->last_errno;
  if (operation == SQLITE_FCNTL_LAST_ERRNO && last_errno != 0) {
    *static_cast<int*>(argument) = last_errno;
    return SQLITE_OK;
  }
  if (operation == SQLITE_FCNTL_SIZE_HINT &&
      !TakeSpaceUpTo(file, *static_cast<sqlite3_int64*>(argument))) {
    return SQLITE_IOERR_WRITE;
  }
  return Real(file)->pMethods->xFileControl(Real(file), operation, argument);
}
int SectorSize(sqlite3_file* file) { return Real(file)->pMethods->xSectorSize(Real(file)); }
int DeviceCharacteristics(sqlite3_file* file) {
  return Real(file)->pMethods->xDeviceCharacteristics(Real(file));
}
int ShmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
  if (extend != 0) {
    const int code = Real(file)->pMethods->xShmMap(Real(file), page, size, 0, memory);
    if (code != SQLITE_OK || *memory != nullptr) return code;
    if (!TakeSpace(size)) {
      errno = ENOSPC;
      return SQLITE_IOERR_SHMSIZE;
    }
  }
  return Real(file)->pMethods->xShmMap(Real(file), page, size, extend, memory);
}
int ShmLock(sqlite3_file* file, int offset, int count, int flags) {
  return Real(file)->pMethods->xShmLock(Real(file), offset, count, flags);
}
void ShmBarrier(sqlite3_file* file) { Real(file)->pMethods->xShmBarrier(Real(file)); }
int ShmUnmap(sqlite3_file* file, int remove) {
  if (remove != 0) space += std::int64_t{32} << 10U;  // no test has a longer one
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
  auto& opened = *reinterpret_cast<FaultFile*>(file);
  opened.name = name;  // SQLite keeps it until the file is closed
  opened.last_errno = 0;
  const int code = RealVfs(vfs)->xOpen(RealVfs(vfs), name, Real(file), flags, out_flags);
  if (code == SQLITE_OK) file->pMethods = &kMethods;
  return code;
}

int Delete(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  if (Fails(name)) return SQLITE_IOERR_DELETE;
  std::error_code missing;
  const auto size = std::filesystem::file_size(name, missing);
  if (!missing) space += static_cast<std::int64_t>(size);
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

void FaultVfs::Arm(int n, Kind kind, const char* file_end) {
  fault_kind = kind;
  fault_file_end = file_end;
  has_fired = false;
  is_dead = false;
  countdown = n;
}

void FaultVfs::ArmRead(int n) {
  has_fired = false;
  read_countdown = n;
}

void FaultVfs::Disarm() {
  countdown = 0;
  read_countdown = 0;
  is_dead = false;
  space = kMuchSpace;
}

void FaultVfs::LeaveSpace(std::int64_t bytes) { space = bytes; }

std::int64_t FaultVfs::Space() { return space; }

bool FaultVfs::HasFired() { return has_fired; }

}  // namespace rowhouse::sqlite
