#pragma once
// The tables of an account in memory, by name ignoring ASCII case.

#include "base/mutex.h"
#include "table_service/store/sqlite/table.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

// Threads: all calls may overlap.
class TableIndex {
 private:
  struct LowerCaseLess {
    using is_transparent = void;
    bool operator()(std::string_view left, std::string_view right) const;
  };
  using Tables = std::map<std::string, std::shared_ptr<Table>, LowerCaseLess>;

 public:
  // Prepares Add(). Must be called before the catalog commits, since nothing may fail between the
  // commit and Add().
  using Entry = Tables::node_type;
  static Entry MakeEntry(const std::shared_ptr<Table>& table);
  // REQUIRES: no table of that name
  void Add(Entry entry) noexcept;
  void Remove(const Table& table) noexcept;
  // Returns null if there is no such table.
  std::shared_ptr<Table> Find(std::string_view name) const;
  // Returns up to `max` names, sorted by their lower-case form, starting at `from`.
  std::vector<std::string> Names(std::string_view from, std::size_t max) const;
  std::vector<std::shared_ptr<Table>> All() const;

 private:
  mutable SharedMutex mutex_;
  Tables tables_ ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse::sqlite
