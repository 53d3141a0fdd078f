#include "table_service/store/sqlite/files/file_names.h"

#include "base/ascii.h"
#include "base/percent.h"
#include "entity/resource_address.h"

#include <algorithm>
#include <fmt/format.h>

namespace rowhouse::sqlite {
namespace {

// File systems allow 255 bytes; "~0123456789abcdef~2.db-journal" must fit after the key.
constexpr std::size_t kEncodedBytesMax = 180;

// FNV-1a.
std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  return hash;
}

}  // namespace

std::string TableFolderName(std::string_view table, std::int64_t id) {
  return fmt::format("{}-{}", table, id);
}

std::optional<FolderOfTable> ReadTableFolderName(std::string_view name) {
  const auto dash = name.rfind('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto id = ParseNumber<std::int64_t>(name.substr(dash + 1));
  if (!id || *id < 1 || *id > kTableIdMax || !CheckTableName(name.substr(0, dash))) {
    return std::nullopt;
  }
  FolderOfTable folder{.table = std::string(name.substr(0, dash)), .id = *id};
  if (TableFolderName(folder.table, folder.id) != name) return std::nullopt;
  return folder;
}

std::string PartitionFileName(std::string_view partition_key, int attempt) {
  std::string name = PercentEncode(partition_key);
  // '~' marks names that are not plain keys, and a leading dot would hide the file.
  for (std::size_t at = 0; (at = name.find('~', at)) != std::string::npos;) {
    name.replace(at, 1, "%7E");
  }
  if (name.starts_with('.')) name.replace(0, 1, "%2E");
  if (name.empty()) name = "~empty";
  if (name.size() > kEncodedBytesMax) {
    std::size_t cut = kEncodedBytesMax;
    if (name[cut - 1] == '%')
      cut -= 1;
    else if (name[cut - 2] == '%')
      cut -= 2;
    name.resize(cut);
    name += fmt::format("~{:016x}", Hash(partition_key));
  }
  if (attempt > 1) name += fmt::format("~{}", attempt);
  return name + ".db";
}

}  // namespace rowhouse::sqlite
