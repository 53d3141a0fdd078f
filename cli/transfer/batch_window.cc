#include "cli/transfer/batch_window.h"

#include <utility>

namespace rowhouse::cli {
namespace {

constexpr char kBetween = '\0';  // in no name and in no key

}  // namespace

std::string BatchWindow::Join(std::string_view table, std::string_view partition_key) {
  std::string key(table);
  key += kBetween;
  key += partition_key;
  return key;
}

bool BatchWindow::Takes(std::string_view table, const tables::Entity& entity) const {
  if (keys_.size() >= entities_max_) return false;
  return !keys_.contains(Join(Join(table, entity.PartitionKey()), entity.RowKey()));
}

void BatchWindow::Add(std::string_view table, tables::Entity entity, std::uint64_t line) {
  std::string partition = Join(table, entity.PartitionKey());
  keys_.insert(Join(partition, entity.RowKey()));
  Group& group = filling_[std::move(partition)];
  if (group.table.empty()) group.table = table;
  tables::Write write{tables::WriteKind::kInsert, std::move(entity)};
  if (!group.inserts.TryAdd(write)) {
    full_.push_back(
        {group.table, std::exchange(group.inserts, {}), std::exchange(group.lines, {})});
    group.inserts.Add(std::move(write));
  }
  group.lines.push_back(line);
}

std::vector<BatchWindow::Group> BatchWindow::Take() {
  std::vector<Group> groups = std::exchange(full_, {});
  for (auto& [key, group] : filling_) groups.push_back(std::move(group));
  filling_.clear();
  keys_.clear();
  return groups;
}

}  // namespace rowhouse::cli
