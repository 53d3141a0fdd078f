#pragma once
// A file that SQLite does not interpret, read and written through the VFS of the store's databases:
// what stands below those stands below it, too.

#include "table_service/store/sqlite/files/db_connection.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3_file;

namespace rowhouse::sqlite {

// Threads: one at a time. Errors: kFull and kIo, and the text names the file.
class RawFile {
 public:
  enum class Kind : std::uint8_t {
    kOwn,      // a file of this program
    kDatabase  // a database: its descriptor may be closed without dropping the locks of connections
  };

  // Creates `path`. The first Sync() also makes its name durable. An existing file is opened.
  static DbResult<RawFile> Create(const std::string& path, const std::string& vfs);
  // Returns an object that IsOpen() denies if there is no such file.
  static DbResult<RawFile> OpenExisting(const std::string& path, Kind kind, const std::string& vfs);
  RawFile(RawFile&& other) noexcept;
  RawFile& operator=(RawFile&& other) noexcept;
  ~RawFile();

  bool IsOpen() const;
  // REQUIRES for the following: IsOpen()
  DbResult<std::uint64_t> Size();
  // Reads the whole file.
  DbResult<std::string> ReadAll();
  // After a failure a part of `bytes` may have been written.
  DbStatus Write(std::uint64_t offset, std::string_view bytes);
  DbStatus Truncate(std::uint64_t bytes);
  // Takes disk space for so many bytes; their content does not matter. kFull: there is too little.
  DbStatus Allocate(std::uint64_t bytes);
  // Makes the content survive a power failure. After a failure it is unknown what of it does, and
  // a later success says nothing about what was written before.
  DbStatus Sync();

 private:
  struct Descriptor;
  explicit RawFile(std::unique_ptr<Descriptor> descriptor);
  DbStatus Outcome(int code, std::string_view what) const;

  std::unique_ptr<Descriptor> descriptor_;
};

// Deletes `path` and makes that durable. Succeeds if it does not exist.
DbStatus DeleteFile(const std::string& path, const std::string& vfs);

}  // namespace rowhouse::sqlite
