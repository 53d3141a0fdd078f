#pragma once
// What entities have in common: how many there are of each value, and which properties of which
// types.

#include "cli/terminal/text_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <rowhouse/entity.h>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse::cli {

// How many entities there are for each combination of values of some properties. Memory grows with
// the combinations, up to kMax.
class GroupCounts {
 public:
  static constexpr std::size_t kMax = 100'000;

  // REQUIRES: !names.empty()
  explicit GroupCounts(std::vector<std::string> names) : names_(std::move(names)) {}
  // CommandError kFailure: more than kMax combinations.
  void Add(const tables::Entity& entity);
  // The values and their number, the most frequent first. An absent property is empty.
  TextTable Table() const;

 private:
  std::vector<std::string> names_;
  std::map<std::vector<std::string>, std::uint64_t> counts_;
};

// The properties of a table: names, types, how often. Memory grows with their number, up to kMax.
class PropertySummary {
 public:
  static constexpr std::size_t kMax = 10'000;

  // CommandError kFailure: more than kMax names with their types.
  void Add(const tables::Entity& entity);
  std::uint64_t Entities() const { return entities_; }
  // Keys first, then in the order in which the properties first came.
  TextTable Table() const;

 private:
  using Property = std::pair<std::string, tables::ValueType>;

  std::uint64_t entities_ = 0;
  std::vector<Property> order_;
  std::map<Property, std::uint64_t> counts_;
};

}  // namespace rowhouse::cli
