#pragma once
// The file system operations that the store needs besides SQLite.

#include "table_service/store/sqlite/files/db_connection.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {

// Makes the content of a file, or the names in a folder, survive a power failure.
DbStatus SyncPath(const std::filesystem::path& path);

// Makes the names in a folder, its own and its parent's survive a power failure: whoever made them may have
// been stopped before.
DbStatus SyncNames(const std::filesystem::path& folder);

// Creates `folder` and its parents if they do not exist; if `durable`, syncs the names of those that it
// creates. After a failure the one that failed does not exist, so that a further call makes it again.
DbStatus MakeFolder(const std::filesystem::path& folder, bool durable);

// Returns the paths in `folder`; none if there is no such folder.
DbResult<std::vector<std::filesystem::path>> ReadFolder(const std::filesystem::path& folder);

// Returns the paths in `folder`; none if it cannot be listed.
std::vector<std::filesystem::path> ListFolder(const std::filesystem::path& folder);

// Succeeds if this user may write to `file`, or if it does not exist. The error is a message for the
// operator that names the file and the remedy.
tl::expected<void, std::string> CheckWritable(const std::filesystem::path& file);

// Deletes `path` and everything in it. Succeeds if it does not exist.
std::error_code RemoveTree(const std::filesystem::path& path);

// Returns true if `path` exists, or if that cannot be determined.
bool IsTaken(const std::filesystem::path& path);

// Deletes a database and the files that SQLite keeps beside it. A failure is only logged: what is
// left is removed when the folder is next opened.
void RemoveDatabase(const std::filesystem::path& file);

// Returns how many bytes can be written to the disk of `folder`; a great number if that is unknown.
std::uint64_t FreeBytes(const std::filesystem::path& folder);

// Returns the size of the write-ahead log beside a database; 0 if there is none.
std::uint64_t LogBytesOf(const std::string& database);

// Locks a folder for this process for the lifetime of the object. The kernel releases the lock if
// the process dies.
class FolderLock {
 public:
  // The error is a message for the operator that names the folder, the process that holds the lock
  // and the remedy.
  static tl::expected<FolderLock, std::string> Acquire(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept
      : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  // Succeeds if the folder is where it was, with the file that is locked. Otherwise somebody has moved,
  // deleted or replaced it: what is written then may be lost, and another process may have locked the
  // folder that is there now. The error is for the operator, too. Threads: may overlap.
  DbStatus CheckInPlace() const;

 private:
  FolderLock(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  std::filesystem::path path_;  // of the locked file
  int descriptor_;
};

}  // namespace rowhouse::sqlite
