#include "table_service/store/sqlite/table_index.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rowhouse {
namespace {

unsigned char Lower(char c) {
  return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

}  // namespace

bool TableIndex::LowerCaseLess::operator()(std::string_view left, std::string_view right) const {
  return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                      [](char a, char b) { return Lower(a) < Lower(b); });
}

TableIndex::Entry TableIndex::MakeEntry(const std::shared_ptr<Table>& table) {
  Tables tables;
  tables.emplace(table->name(), table);
  return tables.extract(tables.begin());
}

void TableIndex::Add(Entry entry) noexcept {
  const ExclusiveLock lock(mutex_);
  const auto inserted = tables_.insert(std::move(entry));
  assert(inserted.inserted);
  static_cast<void>(inserted);
}

void TableIndex::Remove(const Table& table) noexcept {
  const ExclusiveLock lock(mutex_);
  tables_.erase(table.name());
}

std::shared_ptr<Table> TableIndex::Find(std::string_view name) const {
  const SharedLock lock(mutex_);
  const auto found = tables_.find(name);
  return found == tables_.end() ? nullptr : found->second;
}

std::vector<std::string> TableIndex::Names(std::string_view from, std::size_t max) const {
  const SharedLock lock(mutex_);
  std::vector<std::string> names;
  for (auto at = tables_.lower_bound(from); at != tables_.end() && names.size() < max; ++at) {
    names.push_back(at->first);
  }
  return names;
}

std::vector<std::shared_ptr<Table>> TableIndex::All() const {
  const SharedLock lock(mutex_);
  std::vector<std::shared_ptr<Table>> tables;
  for (const auto& [name, table] : tables_) tables.push_back(table);
  return tables;
}

}  // namespace rowhouse
