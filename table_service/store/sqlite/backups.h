#pragma once
// Backups of tables beside the data: DATA/~backups/NAME/ACCOUNT/TABLE/*.db. Only finished backups
// are visible: what a crash left of one is not listed and is removed by the next backup.

#include "base/mutex.h"
#include "table_service/store/backups.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

class FolderBackups final : public store::Backups {
 public:
  explicit FolderBackups(std::filesystem::path root) : root_(std::move(root)) {}

  Result<std::vector<store::TableCopy>> Create(store::AccountStore& store, std::string_view account,
                                               std::string_view name,
                                               std::optional<std::string_view> table) override;
  std::vector<store::Backup> List() const override;
  std::optional<std::string> FindTable(std::string_view account, std::string_view name,
                                       std::string_view table) const override;
  Result<store::TableCopy> Restore(store::AccountStore& store, std::string_view account,
                                   std::string_view name, std::string_view table,
                                   std::string_view as) override;
  Status Delete(std::string_view account, std::string_view name) override;

 private:
  const std::filesystem::path root_;
  Mutex mutex_;
};

}  // namespace rowhouse::sqlite
