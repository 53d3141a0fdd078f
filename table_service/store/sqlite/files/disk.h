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

// Creates `folder` and its parents if they do not exist; if `durable`, syncs the last name.
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

// Returns the size of the write-ahead log beside a database; 0 if there is none.
std::uint64_t LogBytesOf(const std::string& database);

// Locks a folder for this process for the lifetime of the object. The kernel releases the lock if
// the process dies.
class FolderLock {
 public:
  // The error is a message for the operator that names the folder, the process that holds the lock
  // and the remedy.
  static tl::expected<FolderLock, std::string> Acquire(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// Returns how many partition files may be open at once: `wanted`, or fewer if the process may not
// open enough descriptors. Raises the soft limit as far as needed and possible.
std::size_t FitOpenFiles(std::size_t wanted);

}  // namespace rowhouse::sqlite
