#include "table_service/store/backups.h"

#include <algorithm>

namespace rowhouse::store {
namespace {
constexpr std::size_t kNameMax = 64;
}  // namespace

bool IsBackupName(std::string_view name) {
  return !name.empty() && name.size() <= kNameMax && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == '-' || c == '_';
         });
}

}  // namespace rowhouse::store
