#include "cli/query/changes.h"

#include <algorithm>
#include <chrono>

namespace rowhouse::cli {
namespace {

constexpr std::chrono::seconds kReachBack{5};

}  // namespace

tables::DateTime ChangeWindow::From() const {
  return std::max(latest_ - kReachBack, tables::DateTime{tables::DateTime::kStoredTicksMin});
}

bool ChangeWindow::Take(const tables::Entity& entity) {
  if (!entity.Timestamp()) return true;
  latest_ = std::max(latest_, *entity.Timestamp());
  seen_.erase(seen_.begin(), seen_.lower_bound(Version{From(), "", ""}));
  return seen_.emplace(*entity.Timestamp(), entity.PartitionKey(), entity.RowKey()).second;
}

}  // namespace rowhouse::cli
