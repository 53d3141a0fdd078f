#include "table_service/store/sqlite/files/disk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ftw.h>
#include <limits>
#include <memory>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rowhouse::sqlite {
namespace {

constexpr std::string_view kLetThisUserWrite =
    "let this user write to the folder and all that is in it, or choose another data folder with "
    "--data DIR";

std::string ErrnoText(int code) { return std::generic_category().message(code); }

tl::unexpected<DbError> IoFailure(const std::filesystem::path& path, std::string_view what,
                                  int code) {
  const auto kind = code == ENOSPC ? DbError::Kind::kFull : DbError::Kind::kIo;
  return tl::unexpected(
      DbError{kind, fmt::format("{}: cannot {}: {}", path.string(), what, ErrnoText(code))});
}

std::string ReadHolder(int descriptor) {
  std::array<char, 32> text{};
  const auto length = pread(descriptor, text.data(), text.size(), 0);
  std::string holder(text.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  while (!holder.empty() && holder.back() == '\n') holder.pop_back();
  return holder.empty() ? "unknown" : holder;
}

// The directory iterators of libstdc++, and so its remove_all(), terminate the process when memory
// runs out: their steps allocate and are noexcept. So folders are read with the C library here.
struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

constexpr int kDescriptorsOfWalk = 3;  // for deeper folders it closes and opens some again

std::filesystem::path ParentOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

}  // namespace

DbStatus SyncPath(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return IoFailure(path, "open", errno);
  const int code = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  if (code != 0) return IoFailure(path, "sync", code);
  return {};
}

DbStatus SyncNames(const std::filesystem::path& folder) {
  if (auto synced = SyncPath(folder); !synced) return synced;
  const auto parent = ParentOf(folder);
  if (auto synced = SyncPath(parent); !synced) return synced;
  const auto above = ParentOf(parent);
  // Who may not list it cannot sync it either.
  return access(above.c_str(), R_OK) == 0 ? SyncPath(above) : DbStatus();
}

DbStatus MakeFolder(const std::filesystem::path& folder, bool durable) {
  std::vector<std::filesystem::path> missing;  // the innermost first
  for (auto path = folder; !path.empty() && !IsTaken(path); path = path.parent_path()) {
    missing.push_back(path);
  }
  for (; !missing.empty(); missing.pop_back()) {
    const auto& path = missing.back();
    std::error_code error;
    const bool created = std::filesystem::create_directory(path, error);
    if (error) return IoFailure(folder, "create the folder", error.value());
    if (!created || !durable) continue;
    if (auto synced = SyncPath(ParentOf(path)); !synced) {
      std::filesystem::remove(path, error);  // else the next attempt would find it and not sync it
      return synced;
    }
  }
  return {};
}

DbResult<std::vector<std::filesystem::path>> ReadFolder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(folder.c_str()));
  if (!directory) {
    if (errno == ENOENT) return paths;
    return IoFailure(folder, "read the folder", errno);
  }
  for (;;) {
    errno = 0;
    const dirent* const entry = readdir(directory.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") paths.push_back(folder / name);
  }
  if (errno != 0) return IoFailure(folder, "read the folder", errno);
  return paths;
}

std::vector<std::filesystem::path> ListFolder(const std::filesystem::path& folder) {
  return ReadFolder(folder).value_or(std::vector<std::filesystem::path>());
}

tl::expected<void, std::string> CheckWritable(const std::filesystem::path& file) {
  if (access(file.c_str(), W_OK) == 0 || errno == ENOENT) return {};
  return tl::unexpected(fmt::format("cannot write to {}: {}; {}", file.string(), ErrnoText(errno),
                                    kLetThisUserWrite));
}

std::error_code RemoveTree(const std::filesystem::path& path) {
  const auto remove_one = [](const char* name, const struct stat*, int, FTW*) {
    return std::remove(name) == 0 || errno == ENOENT ? 0 : errno;
  };
  const int code = nftw(path.c_str(), remove_one, kDescriptorsOfWalk, FTW_DEPTH | FTW_PHYS);
  if (code == 0 || (code < 0 && errno == ENOENT)) return {};
  return {code > 0 ? code : errno, std::generic_category()};
}

bool IsTaken(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return status.type() != std::filesystem::file_type::not_found;
}

std::uint64_t FreeBytes(const std::filesystem::path& folder) {
  std::error_code unknown;
  const auto space = std::filesystem::space(folder, unknown);
  return unknown ? std::numeric_limits<std::uint64_t>::max() : space.available;
}

std::uint64_t LogBytesOf(const std::string& database) {
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(database + "-wal", missing);
  return missing ? 0 : bytes;
}

void RemoveDatabase(const std::filesystem::path& file) {
  for (const char* suffix : {"-wal", "-shm", "-journal", ""}) {
    const std::filesystem::path path = file.string() + suffix;
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) spdlog::warn("cannot remove {}: {}", path.string(), error.message());
  }
}

tl::expected<FolderLock, std::string> FolderLock::Acquire(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "account.lock";
  const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return tl::unexpected(
        fmt::format("cannot open {}: {}; {}", path.string(), ErrnoText(errno), kLetThisUserWrite));
  }
  FolderLock lock(path, descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return tl::unexpected(fmt::format(
        "{} is in use by process {}; stop that process or choose another data folder with "
        "--data DIR",
        folder.string(), ReadHolder(descriptor)));
  }
  const auto holder = fmt::format("{}\n", getpid());
  // In this order it takes no space if a process had the lock before.
  if (pwrite(descriptor, holder.data(), holder.size(), 0) < 0 ||
      ftruncate(descriptor, static_cast<off_t>(holder.size())) != 0) {
    return tl::unexpected(fmt::format("cannot write {}: {}", path.string(), ErrnoText(errno)));
  }
  return lock;
}

DbStatus FolderLock::CheckInPlace() const {
  struct stat locked = {};
  struct stat found = {};
  if (fstat(descriptor_, &locked) == 0 && stat(path_.c_str(), &found) == 0 &&
      locked.st_dev == found.st_dev && locked.st_ino == found.st_ino) {
    return {};
  }
  return tl::unexpected(DbError{
      DbError::Kind::kIo,
      fmt::format("{}: was moved, deleted or replaced while this server uses it, so nothing is "
                  "written. Put the folder back as it was; or stop this server, and start it with "
                  "the folder that is to be used",
                  path_.parent_path().string())});
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace rowhouse::sqlite
