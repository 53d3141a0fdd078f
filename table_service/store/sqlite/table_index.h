#pragma once
// The tables of an account in memory, by name without regard to ASCII case.

#include "base/mutex.h"
#include "table_service/store/sqlite/table.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// Threads: all calls may overlap.
class TableIndex {
 public:
  void Add(const std::shared_ptr<Table>& table);
  void Remove(const Table& table);
  // Null when there is none.
  std::shared_ptr<Table> Find(std::string_view name) const;
  // Up to `max` names in order of their lower-case form, from `from` on.
  std::vector<std::string> Names(std::string_view from, std::size_t max) const;
  std::vector<std::shared_ptr<Table>> All() const;

 private:
  struct LowerCaseLess {
    using is_transparent = void;
    bool operator()(std::string_view left, std::string_view right) const;
  };

  mutable SharedMutex mutex_;
  std::map<std::string, std::shared_ptr<Table>, LowerCaseLess> tables_
      ROWHOUSE_TS(guarded_by(mutex_));
};

}  // namespace rowhouse
