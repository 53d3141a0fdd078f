#include "table_service/store/sqlite/files/set_aside.h"

#include "table_service/store/sqlite/files/disk.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace rowhouse::sqlite {
namespace {

namespace fs = std::filesystem;

// A database, and what SQLite keeps beside it. The database is renamed first: without its log it
// would have an earlier state.
constexpr std::string_view kSuffixes[] = {"", "-wal", "-shm"};

fs::path PartOf(const fs::path& database, std::string_view suffix) {
  return database.string() + std::string(suffix);
}

fs::path FreePath(const fs::path& database) {
  fs::path free = database.string() + ".set-aside";
  for (int attempt = 2; IsAnyPartTaken(free); ++attempt) {
    free = fmt::format("{}.set-aside-{}", database.string(), attempt);
  }
  return free;
}

}  // namespace

bool IsAnyPartTaken(const fs::path& database) {
  return std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                     [&](std::string_view suffix) { return IsTaken(PartOf(database, suffix)); });
}

bool IsEmptyWithLog(const fs::path& database) {
  std::error_code error;
  return fs::file_size(database, error) == 0 && !error && LogBytesOf(database.string()) > 0;
}

DbStatus Rename(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return {};
  return tl::unexpected(DbError{
      DbError::Kind::kIo,
      fmt::format("{}: cannot rename it to {}: {}", from.string(), to.string(), error.message())});
}

DbResult<fs::path> PutAside(const fs::path& database) {
  const fs::path to = FreePath(database);
  for (const auto suffix : kSuffixes) {
    const fs::path file = PartOf(database, suffix);
    if (!IsTaken(file)) continue;
    if (auto done = Rename(file, PartOf(to, suffix)); !done) return tl::unexpected(done.error());
  }
  if (auto synced = SyncPath(database.parent_path()); !synced) {
    return tl::unexpected(synced.error());
  }
  return to;
}

}  // namespace rowhouse::sqlite
