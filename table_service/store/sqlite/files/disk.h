#pragma once
// The few things the store asks of the file system besides SQLite.

#include "table_service/store/sqlite/files/sqlite_connection.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace rowhouse::sqlite {

// Makes the content of a file, or the names in a folder, survive power loss.
DbStatus SyncPath(const std::filesystem::path& path);

// Creates `folder` and its parents when missing and makes the last name durable.
DbStatus MakeFolder(const std::filesystem::path& folder, bool durable);

// What `folder` holds; nothing when it cannot be listed.
std::vector<std::filesystem::path> ListFolder(const std::filesystem::path& folder);

// Deletes `path` and all that is in it. Succeeds if it does not exist.
std::error_code RemoveTree(const std::filesystem::path& path);

// Whether there is something at `path`; also true when that cannot be told.
bool IsTaken(const std::filesystem::path& path);

// Deletes a database and what SQLite keeps beside it. Failure is logged only: what is left is
// removed when the folder is opened next.
void RemoveDatabase(const std::filesystem::path& file);

// Marks a folder as in use by this process for as long as the object lives; the kernel drops the
// mark when the process dies.
class FolderLock {
 public:
  // The error is for the operator: it names the folder, the holder's process and the remedy.
  static tl::expected<FolderLock, std::string> Acquire(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// How many partition files may be open at once: `wanted`, or fewer when the process may not open as
// many descriptors. Raises the soft limit as far as needed.
std::size_t FitOpenFiles(std::size_t wanted);

}  // namespace rowhouse::sqlite
