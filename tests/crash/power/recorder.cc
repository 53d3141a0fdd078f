// A library for LD_PRELOAD that writes down, in order, what a process does to the files under one folder: writes,
// sizes, names, and which fsync covered them. tests/crash/power/disk.py builds from that what a power cut would
// have left.
//
//   ROWHOUSE_RECORD_FOLDER=DATA ROWHOUSE_RECORD_LOG=FILE LD_PRELOAD=libpower_recorder.so rowhoused ...
//
// Nothing is synced in fact, with or without these variables: with them, each fsync takes a while as on a disk.
// Not recorded are writes through mmap (SQLite makes them to -shm files only, which no power cut leaves in a
// usable state), sendfile and stdio. The replay of a recording is compared with the folder, which shows them.

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unordered_set>
#include <vector>

namespace {

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
};

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
  std::uint64_t folder;
  std::string name;
};

[[noreturn]] void Fail(const char* what) {
  std::fprintf(stderr, "power recorder: %s: %s\n", what, std::strerror(errno));
  std::abort();
}

// The next definition of a function after ours.
template <typename Function>
Function Real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Threads: the mutex is held from before each operation until its entry is written, so that the order of the
// entries is that of the operations.
class Recorder {
 public:
  static Recorder& Get() {
    static auto* const recorder = new Recorder;  // outlives every thread
    return *recorder;
  }

  std::unique_lock<std::mutex> Lock() { return std::unique_lock(mutex_); }

  // Returns the inode number of a recorded file or folder. REQUIRES: not locked
  std::optional<std::uint64_t> Find(int descriptor) {
    struct stat status {};
    if (log_ < 0 || fstat(descriptor, &status) != 0 || status.st_dev != device_ ||
        (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
      return std::nullopt;
    }
    const auto lock = Lock();
    return known_.contains(status.st_ino) ? std::optional(status.st_ino) : std::nullopt;
  }

  // Returns where a path leads, if that is in a recorded folder. REQUIRES: locked
  std::optional<Place> FindPlace(int descriptor, const char* path) {
    if (log_ < 0) {
      return std::nullopt;
    }
    std::string_view text = path;
    while (text.size() > 1 && text.ends_with('/')) {
      text.remove_suffix(1);
    }
    const auto slash = text.rfind('/');
    const std::string parent(slash == std::string_view::npos ? "." : text.substr(0, slash + 1));
    struct stat status {};
    if (fstatat(descriptor, parent.c_str(), &status, 0) != 0 || status.st_dev != device_ ||
        !known_.contains(status.st_ino)) {
      return std::nullopt;
    }
    return Place{status.st_ino, std::string(text.substr(slash + 1))};
  }

  // Writes an entry for something that has just come to be. REQUIRES: locked
  void Add(Kind kind, const Place& place, std::uint64_t file) {
    known_.insert(file);
    Append({.kind = kind, .file = file, .folder = place.folder}, place.name);
  }

  void Append(Entry entry, std::string_view payload = {}) {
    const iovec part{const_cast<char*>(payload.data()), payload.size()};
    Append(entry, &part, 1, payload.size());
  }

  // The payload is the first `bytes` of the parts. REQUIRES: locked
  void Append(Entry entry, const iovec* parts, int count, std::size_t bytes) {
    entry.payload_bytes = static_cast<std::uint32_t>(bytes);
    std::vector<iovec> all{{&entry, sizeof entry}};
    for (int i = 0; i < count && bytes > 0; ++i) {
      all.push_back({parts[i].iov_base, std::min(parts[i].iov_len, bytes)});
      bytes -= all.back().iov_len;
    }
    const auto expected = static_cast<ssize_t>(sizeof entry + entry.payload_bytes);
    if (syscall(SYS_writev, log_, all.data(), all.size()) != expected) {
      Fail("cannot write the log");
    }
  }

  // Like fsync().
  int Sync(int descriptor) {
    const auto file = Find(descriptor);
    if (!file) {
      return fcntl(descriptor, F_GETFD) < 0 ? -1 : 0;
    }
    std::int64_t number = 0;
    {
      const auto lock = Lock();
      number = ++syncs_;
      Append({.kind = Kind::kSyncBegin, .file = *file, .number = number});
    }
    usleep(static_cast<useconds_t>(static_cast<std::uint64_t>(number) * 2654435761U % 1500));
    const auto lock = Lock();
    Append({.kind = Kind::kSyncEnd, .file = *file, .number = number});
    return 0;
  }

 private:
  Recorder() {
    const char* const folder = std::getenv("ROWHOUSE_RECORD_FOLDER");
    const char* const log = std::getenv("ROWHOUSE_RECORD_LOG");
    struct stat status {};
    if (folder == nullptr || log == nullptr) {
      return;
    }
    if (stat(folder, &status) != 0) {
      Fail(folder);
    }
    log_ = static_cast<int>(
        syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (log_ < 0) {
      Fail(log);
    }
    device_ = status.st_dev;
    known_.insert(status.st_ino);
    Append({.kind = Kind::kStart, .file = status.st_ino});
    Explore(folder, status.st_ino);
  }

  // Writes an entry for each file and folder in a folder.
  void Explore(const std::string& path, std::uint64_t folder) {
    DIR* const stream = opendir(path.c_str());
    if (stream == nullptr) {
      Fail(path.c_str());
    }
    while (const dirent* const item = readdir(stream)) {
      const std::string name = item->d_name;
      struct stat status {};
      if (name == "." || name == ".." || lstat((path + "/" + name).c_str(), &status) != 0) {
        continue;
      }
      const bool is_folder = S_ISDIR(status.st_mode);
      Add(is_folder ? Kind::kFoundFolder : Kind::kFoundFile, {folder, name}, status.st_ino);
      if (is_folder) {
        Explore(path + "/" + name, status.st_ino);
      }
    }
    closedir(stream);
  }

  std::mutex mutex_;
  int log_ = -1;  // -1: nothing is recorded
  dev_t device_ = 0;
  std::unordered_set<std::uint64_t> known_;  // inode numbers
  std::int64_t syncs_ = 0;
};

[[gnu::constructor]] void Start() { Recorder::Get(); }

// --- what the functions below have in common; `real` makes the call

template <typename Call>
auto Open(int descriptor, const char* path, bool creates, bool truncates, Call real) {
  auto& recorder = Recorder::Get();
  const auto lock = recorder.Lock();
  const auto place =
      creates || truncates ? recorder.FindPlace(descriptor, path) : std::optional<Place>();
  struct stat before {};
  const bool existed = place && fstatat(descriptor, path, &before, 0) == 0;
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
  const ssize_t written = real();
  if (written <= 0) {
    return written;
  }
  const off_t begin = offset ? *offset : lseek(descriptor, 0, SEEK_CUR) - written;
  recorder.Append({.kind = Kind::kWrite, .file = *file, .number = begin}, parts, count,
                  static_cast<std::size_t>(written));
  lock.unlock();
  if ((fcntl(descriptor, F_GETFL) & O_DSYNC) != 0) {
    recorder.Sync(descriptor);
  }
  return written;
}

// For calls that return 0 if they succeed. `kind` tells of one number.
template <typename Call>
int Resize(int descriptor, Kind kind, off_t size, Call real) {
  auto& recorder = Recorder::Get();
  const auto file = recorder.Find(descriptor);
  const auto lock = recorder.Lock();
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

// The interface is that of the C library.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

#define ROWHOUSE_REAL(name) static const auto real = Real<decltype(&(name))>(#name)

#define ROWHOUSE_OPEN(name)                                                     \
  int name(const char* path, int flags, ...) {                                  \
    ROWHOUSE_REAL(name);                                                        \
    std::va_list arguments;                                                     \
    va_start(arguments, flags);                                                 \
    const mode_t mode = ModeOf(flags, arguments);                               \
    va_end(arguments);                                                          \
    return Open(AT_FDCWD, path, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, \
                [&] { return real(path, flags, mode); });                       \
  }
ROWHOUSE_OPEN(open)
ROWHOUSE_OPEN(open64)

#define ROWHOUSE_OPENAT(name)                                                 \
  int name(int folder, const char* path, int flags, ...) {                    \
    ROWHOUSE_REAL(name);                                                      \
    std::va_list arguments;                                                   \
    va_start(arguments, flags);                                               \
    const mode_t mode = ModeOf(flags, arguments);                             \
    va_end(arguments);                                                        \
    return Open(folder, path, (flags & O_CREAT) != 0, (flags & O_TRUNC) != 0, \
                [&] { return real(folder, path, flags, mode); });             \
  }
ROWHOUSE_OPENAT(openat)
ROWHOUSE_OPENAT(openat64)

#define ROWHOUSE_FOPEN(name)                                                        \
  FILE* name(const char* path, const char* mode) {                                  \
    ROWHOUSE_REAL(name);                                                            \
    return Open(AT_FDCWD, path, MayCreate(mode), std::strchr(mode, 'w') != nullptr, \
                [&] { return real(path, mode); });                                  \
  }
ROWHOUSE_FOPEN(fopen)
ROWHOUSE_FOPEN(fopen64)

ssize_t write(int descriptor, const void* data, size_t bytes) {
  ROWHOUSE_REAL(write);
  const iovec part{const_cast<void*>(data), bytes};
  return Write(descriptor, &part, 1, std::nullopt, [&] { return real(descriptor, data, bytes); });
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  ROWHOUSE_REAL(writev);
  return Write(descriptor, parts, count, std::nullopt,
               [&] { return real(descriptor, parts, count); });
}

#define ROWHOUSE_PWRITE(name)                                                  \
  ssize_t name(int descriptor, const void* data, size_t bytes, off_t offset) { \
    ROWHOUSE_REAL(name);                                                       \
    const iovec part{const_cast<void*>(data), bytes};                          \
    return Write(descriptor, &part, 1, offset,                                 \
                 [&] { return real(descriptor, data, bytes, offset); });       \
  }
ROWHOUSE_PWRITE(pwrite)
ROWHOUSE_PWRITE(pwrite64)

#define ROWHOUSE_PWRITEV(name)                                                \
  ssize_t name(int descriptor, const iovec* parts, int count, off_t offset) { \
    ROWHOUSE_REAL(name);                                                      \
    return Write(descriptor, parts, count, offset,                            \
                 [&] { return real(descriptor, parts, count, offset); });     \
  }
ROWHOUSE_PWRITEV(pwritev)
ROWHOUSE_PWRITEV(pwritev64)

#define ROWHOUSE_FTRUNCATE(name)                                                              \
  int name(int descriptor, off_t size) noexcept {                                             \
    ROWHOUSE_REAL(name);                                                                      \
    return Resize(descriptor, Kind::kTruncate, size, [&] { return real(descriptor, size); }); \
  }
ROWHOUSE_FTRUNCATE(ftruncate)
ROWHOUSE_FTRUNCATE(ftruncate64)

#define ROWHOUSE_FALLOCATE(name)                                          \
  int name(int descriptor, int mode, off_t offset, off_t bytes) {         \
    ROWHOUSE_REAL(name);                                                  \
    if (mode != 0) {                                                      \
      errno = EOPNOTSUPP;                                                 \
      return -1;                                                          \
    }                                                                     \
    return Resize(descriptor, Kind::kExtend, offset + bytes,              \
                  [&] { return real(descriptor, mode, offset, bytes); }); \
  }
ROWHOUSE_FALLOCATE(fallocate)
ROWHOUSE_FALLOCATE(fallocate64)

#define ROWHOUSE_POSIX_FALLOCATE(name)                              \
  int name(int descriptor, off_t offset, off_t bytes) {             \
    ROWHOUSE_REAL(name);                                            \
    return Resize(descriptor, Kind::kExtend, offset + bytes,        \
                  [&] { return real(descriptor, offset, bytes); }); \
  }
ROWHOUSE_POSIX_FALLOCATE(posix_fallocate)
ROWHOUSE_POSIX_FALLOCATE(posix_fallocate64)

int fsync(int descriptor) { return Recorder::Get().Sync(descriptor); }

int fdatasync(int descriptor) { return Recorder::Get().Sync(descriptor); }

int unlink(const char* path) noexcept {
  ROWHOUSE_REAL(unlink);
  return Remove(AT_FDCWD, path, [&] { return real(path); });
}

int remove(const char* path) noexcept {
  ROWHOUSE_REAL(remove);
  return Remove(AT_FDCWD, path, [&] { return real(path); });
}

int rmdir(const char* path) noexcept {
  ROWHOUSE_REAL(rmdir);
  return Remove(AT_FDCWD, path, [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  ROWHOUSE_REAL(unlinkat);
  return Remove(folder, path, [&] { return real(folder, path, flags); });
}

int mkdir(const char* path, mode_t mode) noexcept {
  ROWHOUSE_REAL(mkdir);
  return MakeFolder(AT_FDCWD, path, [&] { return real(path, mode); });
}

int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  ROWHOUSE_REAL(mkdirat);
  return MakeFolder(folder, path, [&] { return real(folder, path, mode); });
}

int rename(const char* from, const char* to) noexcept {
  ROWHOUSE_REAL(rename);
  return Rename(AT_FDCWD, from, AT_FDCWD, to, [&] { return real(from, to); });
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  ROWHOUSE_REAL(renameat);
  return Rename(from_folder, from, to_folder, to,
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
