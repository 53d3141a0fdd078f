#include "table_service/store/sqlite/files/raw_file.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <vector>

namespace rowhouse::sqlite {
namespace {

// SQLite's own VFS takes no more than 17 bits of a size.
constexpr std::size_t kBytesMax = std::size_t{64} << 10U;
constexpr std::uint64_t kAllocationStep = std::uint64_t{1} << 20U;

sqlite3_vfs* FindVfs(const std::string& name) {
  return sqlite3_vfs_find(name.empty() ? nullptr : name.c_str());
}

DbError Failure(int code, std::string_view what, const std::string& path) {
  const bool is_full = (code & 0xff) == SQLITE_FULL;
  return {
      is_full ? DbError::Kind::kFull : DbError::Kind::kIo,
      fmt::format("{}: cannot {}: {} (SQLite error {}){}", path, what, sqlite3_errstr(code), code,
                  is_full ? "; free space on its disk"
                          : "; check its disk and who may write to the file and its folder")};
}

}  // namespace

struct RawFile::Descriptor {
  explicit Descriptor(std::string path_) : path(std::move(path_)) {
    path.push_back('\0');  // a VFS may look for parameters behind the end of a database's name
    path.push_back('\0');
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (file() != nullptr && file()->pMethods != nullptr) file()->pMethods->xClose(file());
  }

  sqlite3_file* file() { return reinterpret_cast<sqlite3_file*>(memory.data()); }
  std::string Name() const { return path.c_str(); }
  int Open(sqlite3_vfs* vfs, int flags) {
    memory.assign((static_cast<std::size_t>(vfs->szOsFile) + sizeof(std::max_align_t) - 1) /
                      sizeof(std::max_align_t),
                  {});
    int opened_flags = 0;
    const int code = vfs->xOpen(vfs, path.c_str(), file(), flags, &opened_flags);
    // SQLite opens a file for reading if it may not be written.
    if (code == SQLITE_OK && (opened_flags & SQLITE_OPEN_READONLY) != 0) return SQLITE_READONLY;
    return code;
  }

  std::string path;
  std::vector<std::max_align_t> memory;
};

RawFile::RawFile(std::unique_ptr<Descriptor> descriptor) : descriptor_(std::move(descriptor)) {}
RawFile::RawFile(RawFile&& other) noexcept = default;
RawFile& RawFile::operator=(RawFile&& other) noexcept = default;
RawFile::~RawFile() = default;

DbResult<RawFile> RawFile::Create(const std::string& path, const std::string& vfs) {
  auto descriptor = std::make_unique<Descriptor>(path);
  // The type that is neither locked nor looked at, and whose folder is synced with it.
  const int code = descriptor->Open(
      FindVfs(vfs), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_SUPER_JOURNAL);
  if (code != SQLITE_OK) return tl::unexpected(Failure(code, "create", path));
  return RawFile(std::move(descriptor));
}

DbResult<RawFile> RawFile::OpenExisting(const std::string& path, Kind kind,
                                        const std::string& vfs_name) {
  sqlite3_vfs* const vfs = FindVfs(vfs_name);
  int exists = 0;
  const int checked = vfs->xAccess(vfs, path.c_str(), SQLITE_ACCESS_EXISTS, &exists);
  if (checked != SQLITE_OK) return tl::unexpected(Failure(checked, "find", path));
  if (exists == 0) return RawFile(nullptr);
  auto descriptor = std::make_unique<Descriptor>(path);
  const int type = kind == Kind::kDatabase ? SQLITE_OPEN_MAIN_DB : SQLITE_OPEN_SUPER_JOURNAL;
  const int code = descriptor->Open(vfs, SQLITE_OPEN_READWRITE | type);
  if (code != SQLITE_OK) {
    // It may have been deleted since.
    vfs->xAccess(vfs, path.c_str(), SQLITE_ACCESS_EXISTS, &exists);
    if (exists == 0) return RawFile(nullptr);
    return tl::unexpected(Failure(code, "open", path));
  }
  return RawFile(std::move(descriptor));
}

bool RawFile::IsOpen() const { return descriptor_ != nullptr; }

DbStatus RawFile::Outcome(int code, std::string_view what) const {
  if (code == SQLITE_OK) return {};
  return tl::unexpected(Failure(code, what, descriptor_->Name()));
}

DbResult<std::uint64_t> RawFile::Size() {
  sqlite3_int64 size = 0;
  const int code = descriptor_->file()->pMethods->xFileSize(descriptor_->file(), &size);
  if (auto done = Outcome(code, "read the size of"); !done) return tl::unexpected(done.error());
  return static_cast<std::uint64_t>(size);
}

DbResult<std::string> RawFile::ReadAll() {
  const auto size = Size();
  if (!size) return tl::unexpected(size.error());
  std::string bytes(*size, '\0');
  for (std::size_t at = 0; at < bytes.size();) {
    const int part = static_cast<int>(std::min(bytes.size() - at, kBytesMax));
    const int code = descriptor_->file()->pMethods->xRead(descriptor_->file(), bytes.data() + at,
                                                          part, static_cast<sqlite3_int64>(at));
    if (auto done = Outcome(code, "read"); !done) return tl::unexpected(done.error());
    at += static_cast<std::size_t>(part);
  }
  return bytes;
}

DbStatus RawFile::Write(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kBytesMax);
    const int code = descriptor_->file()->pMethods->xWrite(descriptor_->file(), part.data(),
                                                           static_cast<int>(part.size()),
                                                           static_cast<sqlite3_int64>(offset));
    if (auto done = Outcome(code, "write"); !done) return done;
    offset += part.size();
    bytes.remove_prefix(part.size());
  }
  return {};
}

DbStatus RawFile::Truncate(std::uint64_t bytes) {
  return Outcome(descriptor_->file()->pMethods->xTruncate(descriptor_->file(),
                                                          static_cast<sqlite3_int64>(bytes)),
                 "shorten");
}

DbStatus RawFile::Allocate(std::uint64_t bytes) {
  sqlite3_file* const file = descriptor_->file();
  // The VFS takes the space if it is told to let the file grow in steps.
  int step = static_cast<int>(std::min<std::uint64_t>(bytes, kAllocationStep));
  auto size = static_cast<sqlite3_int64>(bytes);
  file->pMethods->xFileControl(file, SQLITE_FCNTL_CHUNK_SIZE, &step);
  const int code = file->pMethods->xFileControl(file, SQLITE_FCNTL_SIZE_HINT, &size);
  // It does not say why it failed.
  return Outcome(code == SQLITE_OK ? SQLITE_OK : SQLITE_FULL, "allocate");
}

DbStatus RawFile::Sync() {
  return Outcome(descriptor_->file()->pMethods->xSync(descriptor_->file(),
                                                      SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY),
                 "sync");
}

DbStatus DeleteFile(const std::string& path, const std::string& vfs_name) {
  sqlite3_vfs* const vfs = FindVfs(vfs_name);
  const int code = vfs->xDelete(vfs, path.c_str(), 1);
  if (code == SQLITE_OK || code == SQLITE_IOERR_DELETE_NOENT) return {};
  return tl::unexpected(Failure(code, "delete", path));
}

}  // namespace rowhouse::sqlite
