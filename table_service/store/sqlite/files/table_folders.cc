#include "table_service/store/sqlite/files/table_folders.h"

#include "base/counted.h"
#include "table_service/store/sqlite/files/disk.h"
#include "table_service/store/sqlite/files/file_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace rowhouse::sqlite {

DbResult<std::vector<std::string>> TableFolders(const std::filesystem::path& account) {
  const auto paths = ReadFolder(account);
  if (!paths) return tl::unexpected(paths.error());
  std::vector<std::string> names;
  for (const auto& path : *paths) {
    const auto name = path.filename().string();
    std::error_code error;
    if (ReadTableFolderName(name) && std::filesystem::is_directory(path, error)) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

tl::expected<void, std::string> CheckCatalogIsNotLost(const std::filesystem::path& account) {
  const auto folders = TableFolders(account);
  if (!folders) return tl::unexpected(folders.error().text);
  if (folders->empty()) return {};
  return tl::unexpected(fmt::format(
      "{} is missing or knows no table, but beside it is the folder {} of a table, {} in "
      "all. Put the right file back, or have it made anew from the folders: run "
      "'rowhoused --repair' with the same --data",
      (account / kCatalogFileName).string(), folders->front(), Counted(folders->size(), "folder")));
}

}  // namespace rowhouse::sqlite
