#include "cli/query/cell_text.h"

#include "base/ascii.h"
#include "cli/outcome/command_error.h"
#include "cli/outcome/exit_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;
using tables::ValueType;

int RankOf(ValueType type) {
  constexpr std::array order = {ValueType::kNull,     ValueType::kBoolean, ValueType::kInt32,
                                ValueType::kDateTime, ValueType::kGuid,    ValueType::kString,
                                ValueType::kBinary};
  if (type == ValueType::kInt64 || type == ValueType::kDouble) type = ValueType::kInt32;
  return static_cast<int>(std::ranges::find(order, type) - order.begin());
}

Value ValueOf(const Entity& entity, std::string_view name) {
  if (name == "PartitionKey") return entity.PartitionKey();
  if (name == "RowKey") return entity.RowKey();
  if (name == "Timestamp") return entity.Timestamp();
  return entity[name];
}

std::weak_ordering CompareNumbers(const Value& left, const Value& right) {
  const auto number = [](const Value& value) {  // holds every Int64 and every Double
    const auto whole = value.As<std::int64_t>();
    return whole ? static_cast<long double>(*whole)
                 : static_cast<long double>(value.As<double>().value_or(0));
  };
  const long double one = number(left);
  const long double other = number(right);
  if (std::isnan(one) || std::isnan(other)) return std::isnan(other) <=> std::isnan(one);
  if (one == other) return std::weak_ordering::equivalent;
  return one < other ? std::weak_ordering::less : std::weak_ordering::greater;
}

}  // namespace

std::string CellText(const Entity& entity, std::string_view name) {
  const Value value = ValueOf(entity, name);
  return value.IsNull() ? "" : value.ToString();
}

std::weak_ordering CompareValues(const Value& left, const Value& right) {
  const int rank = RankOf(left.Type());
  if (const auto order = rank <=> RankOf(right.Type()); order != 0) return order;
  if (rank == RankOf(ValueType::kInt32)) return CompareNumbers(left, right);
  if (left.Type() == ValueType::kBoolean) return *left.As<bool>() <=> *right.As<bool>();
  if (left.Type() == ValueType::kDateTime) {
    return *left.As<tables::DateTime>() <=> *right.As<tables::DateTime>();
  }
  return left.ToString() <=> right.ToString();
}

std::vector<SortKey> ParseSortKeys(const std::string& text) {
  std::vector<SortKey> keys;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t comma = left.find(',');
    const std::string_view item = TrimSpaces(left.substr(0, comma));
    left.remove_prefix(comma == left.npos ? left.size() : comma + 1);
    const std::size_t blank = item.find(' ');
    const std::string_view name = item.substr(0, blank);
    const std::string direction =
        blank == item.npos ? "asc" : AsciiLower(TrimSpaces(item.substr(blank)));
    if (name.empty() || (direction != "asc" && direction != "desc")) {
      throw CommandError(ExitCode::kUsage,
                         fmt::format("--order-by: '{}' is not NAME, NAME asc or NAME desc", item));
    }
    keys.push_back({std::string(name), direction == "desc"});
  }
  return keys;
}

void SortEntities(std::vector<Entity>& entities, const std::vector<SortKey>& keys) {
  std::ranges::stable_sort(entities, [&keys](const Entity& left, const Entity& right) {
    for (const SortKey& key : keys) {
      const auto order = CompareValues(ValueOf(left, key.name), ValueOf(right, key.name));
      if (order < 0) return !key.descending;
      if (order > 0) return key.descending;
    }
    return false;
  });
}

}  // namespace rowhouse::cli
