#pragma once
// A stretch of entities, grouped into transactions that may be sent in any order.

#include <cstddef>
#include <cstdint>
#include <rowhouse/table_client.h>
#include <rowhouse/transaction.h>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rowhouse::cli {

class BatchWindow {
 public:
  explicit BatchWindow(std::size_t entities_max) : entities_max_(entities_max) {}

  // Whether the window can take `entity` of `table`: it is not full, and has not that key already,
  // so that a later version of an entity is sent after the earlier one.
  bool Takes(std::string_view table, const tables::Entity& entity) const;
  // `line` is where the entity stands in its file. REQUIRES: Takes()
  void Add(std::string_view table, tables::Entity entity, std::uint64_t line = 0);

  bool IsEmpty() const { return keys_.empty(); }
  std::size_t Size() const { return keys_.size(); }

  struct Group {
    std::string table;
    tables::Transaction inserts;
    std::vector<std::uint64_t> lines = {};  // of the inserts
  };
  // All groups; the window is empty afterwards.
  std::vector<Group> Take();

 private:
  static std::string Join(std::string_view table, std::string_view partition_key);

  std::size_t entities_max_;
  std::vector<Group> full_;
  std::unordered_map<std::string, Group> filling_;  // by table and partition
  std::unordered_set<std::string> keys_;
};

}  // namespace rowhouse::cli
