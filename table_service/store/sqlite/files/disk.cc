#include "table_service/store/sqlite/files/disk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ftw.h>
#include <memory>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace rowhouse::sqlite {
namespace {

// A writer and two readers of one file, each with its database and log, and their shared memory.
constexpr std::size_t kDescriptorsPerFile = 7;
constexpr std::size_t kDescriptorsForOthers = 256;  // sockets, the catalog, libraries

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

constexpr int kDescriptorsOfWalk = 8;

}  // namespace

DbStatus SyncPath(const std::filesystem::path& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return IoFailure(path, "open", errno);
  const int code = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  if (code != 0) return IoFailure(path, "sync", code);
  return {};
}

DbStatus MakeFolder(const std::filesystem::path& folder, bool durable) {
  std::error_code error;
  const bool created = std::filesystem::create_directories(folder, error);
  if (error) return IoFailure(folder, "create the folder", error.value());
  if (created && durable) return SyncPath(folder.parent_path());
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
  FolderLock lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    return tl::unexpected(fmt::format(
        "{} is in use by process {}; stop that process or choose another data folder with "
        "--data DIR",
        folder.string(), ReadHolder(descriptor)));
  }
  const auto holder = fmt::format("{}\n", getpid());
  if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, holder.data(), holder.size(), 0) < 0) {
    return tl::unexpected(fmt::format("cannot write {}: {}", path.string(), ErrnoText(errno)));
  }
  return lock;
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::size_t FitOpenFiles(std::size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = wanted * kDescriptorsPerFile + kDescriptorsForOthers;
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = std::min<rlim_t>(needed, limit.rlim_max);
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= needed) return wanted;
  const std::size_t spare =
      limit.rlim_cur > kDescriptorsForOthers ? limit.rlim_cur - kDescriptorsForOthers : 0;
  const std::size_t fitting = std::max<std::size_t>(8, spare / kDescriptorsPerFile);
  spdlog::warn("only {} partition files can be kept open (wanted {}): raise ulimit -n to {}",
               fitting, wanted, needed);
  return std::min(wanted, fitting);
}

}  // namespace rowhouse::sqlite
