#include "tests/crash/power/recorder.h"

#include "tests/crash/power/call_faults.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace rowhouse::power {
namespace {

constexpr std::uint64_t kSyncMicrosecondsMax = 1500;

[[noreturn]] void Fail(const char* what) {
  std::fprintf(stderr, "power recorder: %s: %s\n", what, std::strerror(errno));
  std::abort();
}

}  // namespace

Recorder& Recorder::Get() {
  static auto* const recorder = new Recorder;  // outlives every thread
  return *recorder;
}

Recorder::Recorder() {
  const char* const folder = std::getenv("ROWHOUSE_RECORD_FOLDER");
  const char* const log = std::getenv("ROWHOUSE_RECORD_LOG");
  struct stat status {};
  if (folder == nullptr || log == nullptr) {
    return;
  }
  if (stat(folder, &status) != 0) {
    Fail(folder);
  }
  // Not by open(), which is one of the functions that are recorded.
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
void Recorder::Explore(const std::string& path, std::uint64_t folder) {
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

std::optional<std::uint64_t> Recorder::Find(int descriptor) {
  struct stat status {};
  if (log_ < 0 || fstat(descriptor, &status) != 0 || status.st_dev != device_ ||
      (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
    return std::nullopt;
  }
  const auto lock = Lock();
  return known_.contains(status.st_ino) ? std::optional(status.st_ino) : std::nullopt;
}

std::optional<Place> Recorder::FindPlace(int descriptor, const char* path) {
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

void Recorder::Add(Kind kind, const Place& place, std::uint64_t file) {
  known_.insert(file);
  Append({.kind = kind, .file = file, .folder = place.folder}, place.name);
}

void Recorder::Append(Entry entry, std::string_view payload) {
  const iovec part{const_cast<char*>(payload.data()), payload.size()};
  Append(entry, &part, 1, payload.size());
}

void Recorder::Append(Entry entry, const iovec* parts, int count, std::size_t bytes) {
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

int Recorder::Sync(int descriptor) {
  const auto file = Find(descriptor);
  if (!file) {
    return fcntl(descriptor, F_GETFD) < 0 ? -1 : 0;
  }
  std::uint64_t number = 0;
  {
    const auto lock = Lock();
    if (MustFail(Call::kSync, descriptor)) {
      Append({.kind = Kind::kSyncFailed, .file = *file});
      errno = EIO;
      return -1;
    }
    number = static_cast<std::uint64_t>(++syncs_);
    Append({.kind = Kind::kSyncBegin, .file = *file, .number = syncs_});
  }
  usleep(static_cast<useconds_t>(number * 2654435761U % kSyncMicrosecondsMax));
  const auto lock = Lock();
  Append({.kind = Kind::kSyncEnd, .file = *file, .number = static_cast<std::int64_t>(number)});
  return 0;
}

}  // namespace rowhouse::power
