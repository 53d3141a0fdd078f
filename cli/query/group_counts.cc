#include "cli/query/group_counts.h"

#include "cli/outcome/command_error.h"
#include "cli/query/cell_text.h"
#include "cli/terminal/numbers.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace rowhouse::cli {

void GroupCounts::Add(const tables::Entity& entity) {
  std::vector<std::string> values;
  values.reserve(names_.size());
  for (const std::string& name : names_) values.push_back(CellText(entity, name));
  const auto [place, is_new] = counts_.try_emplace(std::move(values), 0);
  ++place->second;
  if (is_new && counts_.size() > kMax) {
    throw CommandError(ExitCode::kFailure,
                       fmt::format("more than {} values of {}: narrow them with --filter or "
                                   "--partition",
                                   WithCommas(kMax), fmt::join(names_, ", ")));
  }
}

TextTable GroupCounts::Table() const {
  using Group = std::pair<std::vector<std::string>, std::uint64_t>;
  std::vector<Group> groups(counts_.begin(), counts_.end());
  std::ranges::stable_sort(groups, std::ranges::greater(), &Group::second);
  TextTable table;
  for (const std::string& name : names_) table.AddColumn(name);
  table.AddColumn("Count", TextTable::Align::kRight);
  for (auto& [values, count] : groups) {
    values.push_back(std::to_string(count));
    table.AddRow(std::move(values));
  }
  return table;
}

void PropertySummary::Add(const tables::Entity& entity) {
  ++entities_;
  for (const auto& [name, value] : entity.AllProperties()) {
    const Property property = {name, value.Type()};
    const auto [place, is_new] = counts_.try_emplace(property, 0);
    ++place->second;
    if (!is_new) continue;
    order_.push_back(property);
    if (order_.size() > kMax) {
      throw CommandError(ExitCode::kFailure,
                         fmt::format("more than {} different properties: narrow them with --filter "
                                     "or --partition",
                                     WithCommas(kMax)));
    }
  }
}

TextTable PropertySummary::Table() const {
  TextTable table;
  table.AddColumn("Property");
  table.AddColumn("Type");
  table.AddColumn("Entities", TextTable::Align::kRight);
  table.AddColumn("Share", TextTable::Align::kRight);
  const auto add = [&](const std::string& name, tables::ValueType type, std::uint64_t count) {
    const auto all = static_cast<double>(std::max<std::uint64_t>(entities_, 1));
    table.AddRow({name, std::string(tables::ToString(type)), WithCommas(count),
                  PercentText(static_cast<double>(count) / all)});
  };
  add("PartitionKey", tables::ValueType::kString, entities_);
  add("RowKey", tables::ValueType::kString, entities_);
  for (const Property& property : order_) {
    add(property.first, property.second, counts_.at(property));
  }
  return table;
}

}  // namespace rowhouse::cli
