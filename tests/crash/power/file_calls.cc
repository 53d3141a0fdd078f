// A library for LD_PRELOAD that stands between a process and the C library, and records what the process does to the
// files under one folder (recorder.h). tests/crash/power/disk.py builds from that what a power cut would have left.
//
//   ROWHOUSE_RECORD_FOLDER=DATA ROWHOUSE_RECORD_LOG=FILE LD_PRELOAD=libpower_recorder.so rowhoused ...
//
// Calls on these files can be made to fail (call_faults.h). Nothing is synced in fact. Not recorded are writes through
// mmap (SQLite makes them to -shm files only, which no power cut leaves in a usable state) and stdio. The replay of a
// recording is compared with the folder, which shows them.

#include "tests/crash/power/call_faults.h"
#include "tests/crash/power/recorder.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

namespace rowhouse::power {
namespace {

// The next definition of a function after ours.
template <typename Function>
Function Real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

[[gnu::constructor]] void Start() { Recorder::Get(); }

// --- what the functions below have in common; `real` makes the call

// What a call that opens a file returns if it fails.
template <typename Result>
Result Failure() {
  if constexpr (std::is_pointer_v<Result>) {
    return nullptr;
  } else {
    return -1;
  }
}

template <typename Call>
auto Open(int descriptor, const char* path, bool creates, bool truncates, Call real) {
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto place =
      creates || truncates ? recorder.FindPlace(descriptor, path) : std::optional<Place>();
  struct stat before {};
  const bool existed = place && fstatat(descriptor, path, &before, 0) == 0;
  if (place && creates && !existed && MustFail(power::Call::kCreate, descriptor, path)) {
    return Failure<decltype(real())>();
  }
  const auto result = real();
  const int code = errno;
  struct stat after {};
  if (place && fstatat(descriptor, path, &after, 0) == 0) {
    if (!existed) {
      recorder.Add(Kind::kCreate, *place, after.st_ino);
    } else if (truncates && before.st_size > 0 && after.st_size == 0) {
      recorder.Append({.kind = Kind::kTruncate, .file = after.st_ino});
    }
  }
  errno = code;
  return result;
}

// `offset` is empty for a write at the position of the descriptor.
template <typename Call>
ssize_t Write(int descriptor, const iovec* parts, int count, std::optional<off_t> offset,
              Call real) {
  auto& recorder = Recorder::Get();
  const auto file = recorder.Find(descriptor);
  if (!file) {
    return real();
  }
  std::unique_lock lock = recorder.Lock();
  if (MustFail(power::Call::kWrite, descriptor)) {
    return -1;
  }
  const ssize_t written = real();
  if (written <= 0) {
    return written;
  }
  const off_t begin = offset ? *offset : lseek(descriptor, 0, SEEK_CUR) - written;
  recorder.Append({.kind = Kind::kWrite, .file = *file, .number = begin}, parts, count,
                  static_cast<std::size_t>(written));
  lock.unlock();
  if ((fcntl(descriptor, F_GETFL) & O_DSYNC) != 0) {
    if (recorder.Sync(descriptor) != 0) {
      return -1;
    }
  }
  return written;
}

// For calls that return 0 if they succeed. `kind` tells of one number.
template <typename Call>
int Resize(int descriptor, Kind kind, off_t size, Call real) {
  auto& recorder = Recorder::Get();
  const auto file = recorder.Find(descriptor);
  const auto lock = recorder.Lock();
  if (file && MustFail(power::Call::kResize, descriptor)) {
    return -1;
  }
  const int code = real();
  if (file && code == 0) {
    recorder.Append({.kind = kind, .file = *file, .number = size});
  }
  return code;
}

template <typename Call>
int Remove(int descriptor, const char* path, Call real) {
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto place = recorder.FindPlace(descriptor, path);
  if (place && MustFail(power::Call::kRemove, descriptor, path)) {
    return -1;
  }
  const int code = real();
  if (place && code == 0) {
    recorder.Append({.kind = Kind::kRemove, .folder = place->folder}, place->name);
  }
  return code;
}

template <typename Call>
int MakeFolder(int descriptor, const char* path, Call real) {
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto place = recorder.FindPlace(descriptor, path);
  if (place && MustFail(power::Call::kMakeFolder, descriptor, path)) {
    return -1;
  }
  const int code = real();
  struct stat status {};
  if (place && code == 0 && fstatat(descriptor, path, &status, 0) == 0) {
    recorder.Add(Kind::kMakeFolder, *place, status.st_ino);
  }
  return code;
}

template <typename Call>
int Rename(int from_descriptor, const char* from, int to_descriptor, const char* to, Call real) {
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto old_place = recorder.FindPlace(from_descriptor, from);
  const auto new_place = recorder.FindPlace(to_descriptor, to);
  if (old_place && MustFail(power::Call::kRename, from_descriptor, from)) {
    return -1;
  }
  const int code = real();
  struct stat status {};
  if (old_place && new_place && code == 0 && fstatat(to_descriptor, to, &status, 0) == 0) {
    recorder.Append({.kind = Kind::kRename,
                     .file = status.st_ino,
                     .folder = old_place->folder,
                     .number = static_cast<std::int64_t>(new_place->folder)},
                    old_place->name + '\0' + new_place->name);
  }
  return code;
}

bool MayCreate(const char* mode) { return std::strpbrk(mode, "wa") != nullptr; }

mode_t ModeOf(int flags, std::va_list arguments) {
  return (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace
}  // namespace rowhouse::power

// The interface is that of the C library.
// NOLINTBEGIN(readability-identifier-naming)
using rowhouse::power::Kind;
using rowhouse::power::Recorder;

extern "C" {

#define ROWHOUSE_REAL(name) static const auto real = rowhouse::power::Real<decltype(&(name))>(#name)

#define ROWHOUSE_OPEN(name)                                                                      \
  int name(const char* path, int flags, ...) {                                                   \
    ROWHOUSE_REAL(name);                                                                         \
    std::va_list arguments;                                                                      \
    va_start(arguments, flags);                                                                  \
    const mode_t mode = rowhouse::power::ModeOf(flags, arguments);                               \
    va_end(arguments);                                                                           \
    return rowhouse::power::Open(AT_FDCWD, path, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, \
                                 [&] { return real(path, flags, mode); });                       \
  }
ROWHOUSE_OPEN(open)
ROWHOUSE_OPEN(open64)

#define ROWHOUSE_OPENAT(name)                                                                  \
  int name(int folder, const char* path, int flags, ...) {                                     \
    ROWHOUSE_REAL(name);                                                                       \
    std::va_list arguments;                                                                    \
    va_start(arguments, flags);                                                                \
    const mode_t mode = rowhouse::power::ModeOf(flags, arguments);                             \
    va_end(arguments);                                                                         \
    return rowhouse::power::Open(folder, path, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, \
                                 [&] { return real(folder, path, flags, mode); });             \
  }
ROWHOUSE_OPENAT(openat)
ROWHOUSE_OPENAT(openat64)

#define ROWHOUSE_FOPEN(name)                                                       \
  FILE* name(const char* path, const char* mode) {                                 \
    ROWHOUSE_REAL(name);                                                           \
    return rowhouse::power::Open(AT_FDCWD, path, rowhouse::power::MayCreate(mode), \
                                 std::strchr(mode, 'w') != nullptr,                \
                                 [&] { return real(path, mode); });                \
  }
ROWHOUSE_FOPEN(fopen)
ROWHOUSE_FOPEN(fopen64)

ssize_t write(int descriptor, const void* data, size_t bytes) {
  ROWHOUSE_REAL(write);
  const iovec part{const_cast<void*>(data), bytes};
  return rowhouse::power::Write(descriptor, &part, 1, std::nullopt,
                                [&] { return real(descriptor, data, bytes); });
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  ROWHOUSE_REAL(writev);
  return rowhouse::power::Write(descriptor, parts, count, std::nullopt,
                                [&] { return real(descriptor, parts, count); });
}

#define ROWHOUSE_PWRITE(name)                                                             \
  ssize_t name(int descriptor, const void* data, size_t bytes, off_t offset) {            \
    ROWHOUSE_REAL(name);                                                                  \
    const iovec part{const_cast<void*>(data), bytes};                                     \
    return rowhouse::power::Write(descriptor, &part, 1, offset,                           \
                                  [&] { return real(descriptor, data, bytes, offset); }); \
  }
ROWHOUSE_PWRITE(pwrite)
ROWHOUSE_PWRITE(pwrite64)

#define ROWHOUSE_PWRITEV(name)                                                             \
  ssize_t name(int descriptor, const iovec* parts, int count, off_t offset) {              \
    ROWHOUSE_REAL(name);                                                                   \
    return rowhouse::power::Write(descriptor, parts, count, offset,                        \
                                  [&] { return real(descriptor, parts, count, offset); }); \
  }
ROWHOUSE_PWRITEV(pwritev)
ROWHOUSE_PWRITEV(pwritev64)

// Whoever copies a file reads and writes instead.
ssize_t sendfile(int to, int from, off_t* offset, size_t bytes) noexcept {
  ROWHOUSE_REAL(sendfile);
  if (Recorder::Get().Find(to)) {
    errno = EINVAL;
    return -1;
  }
  return real(to, from, offset, bytes);
}

#define ROWHOUSE_FTRUNCATE(name)                                            \
  int name(int descriptor, off_t size) noexcept {                           \
    ROWHOUSE_REAL(name);                                                    \
    return rowhouse::power::Resize(descriptor, Kind::kTruncate, size,       \
                                   [&] { return real(descriptor, size); }); \
  }
ROWHOUSE_FTRUNCATE(ftruncate)
ROWHOUSE_FTRUNCATE(ftruncate64)

#define ROWHOUSE_FALLOCATE(name)                                                           \
  int name(int descriptor, int mode, off_t offset, off_t bytes) {                          \
    ROWHOUSE_REAL(name);                                                                   \
    if (mode != 0) {                                                                       \
      errno = EOPNOTSUPP;                                                                  \
      return -1;                                                                           \
    }                                                                                      \
    return rowhouse::power::Resize(descriptor, Kind::kExtend, offset + bytes,              \
                                   [&] { return real(descriptor, mode, offset, bytes); }); \
  }
ROWHOUSE_FALLOCATE(fallocate)
ROWHOUSE_FALLOCATE(fallocate64)

#define ROWHOUSE_POSIX_FALLOCATE(name)                                                         \
  int name(int descriptor, off_t offset, off_t bytes) {                                        \
    ROWHOUSE_REAL(name);                                                                       \
    const int code = rowhouse::power::Resize(descriptor, Kind::kExtend, offset + bytes,        \
                                             [&] { return real(descriptor, offset, bytes); }); \
    return code == -1 ? errno : code;                                                          \
  }
ROWHOUSE_POSIX_FALLOCATE(posix_fallocate)
ROWHOUSE_POSIX_FALLOCATE(posix_fallocate64)

int fsync(int descriptor) { return Recorder::Get().Sync(descriptor); }

int fdatasync(int descriptor) { return Recorder::Get().Sync(descriptor); }

int unlink(const char* path) noexcept {
  ROWHOUSE_REAL(unlink);
  return rowhouse::power::Remove(AT_FDCWD, path, [&] { return real(path); });
}

int remove(const char* path) noexcept {
  ROWHOUSE_REAL(remove);
  return rowhouse::power::Remove(AT_FDCWD, path, [&] { return real(path); });
}

int rmdir(const char* path) noexcept {
  ROWHOUSE_REAL(rmdir);
  return rowhouse::power::Remove(AT_FDCWD, path, [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  ROWHOUSE_REAL(unlinkat);
  return rowhouse::power::Remove(folder, path, [&] { return real(folder, path, flags); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  ROWHOUSE_REAL(mkdir);
  return rowhouse::power::MakeFolder(AT_FDCWD, path, [&] { return real(path, mode); });
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  ROWHOUSE_REAL(mkdirat);
  return rowhouse::power::MakeFolder(folder, path, [&] { return real(folder, path, mode); });
}

int rename(const char* from, const char* to) noexcept {
  ROWHOUSE_REAL(rename);
  return rowhouse::power::Rename(AT_FDCWD, from, AT_FDCWD, to, [&] { return real(from, to); });
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  ROWHOUSE_REAL(renameat);
  return rowhouse::power::Rename(from_folder, from, to_folder, to,
                                 [&] { return real(from_folder, from, to_folder, to); });
}

int link(const char* from, const char* to) noexcept {
  ROWHOUSE_REAL(link);
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto place = recorder.FindPlace(AT_FDCWD, to);
  const int code = real(from, to);
  struct stat status {};
  if (place && code == 0 && lstat(to, &status) == 0) {
    recorder.Add(Kind::kLink, *place, status.st_ino);
  }
  return code;
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
