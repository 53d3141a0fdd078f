#include "query/entity_query.h"

#include "base/ascii.h"
#include "query/continuation.h"
#include "query/filter.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <unordered_set>
#include <utility>

namespace rowhouse {
Result<std::size_t> ParseTop(const std::optional<std::string>& top) {
  if (!top || top->empty()) {
    return limits::kPageEntitiesMax;
  }
  const std::optional<std::int32_t> value = ParseDotNetInteger<std::int32_t>(*top);
  if (!value) {
    return Fail(ErrorCode::kUnreadableInput,
                fmt::format("Incorrect format for $top argument '{}'.", *top));
  }
  if (*value < 0 || static_cast<std::size_t>(*value) > limits::kPageEntitiesMax) {
    return Fail(ErrorCode::kInvalidInput);
  }
  return static_cast<std::size_t>(*value);
}

Result<std::optional<Selection>> ParseSelect(const std::optional<std::string>& select) {
  if (!select) {
    return std::nullopt;
  }
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  for (std::string_view rest = *select; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = TrimSpaces(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (name == "*") {
      return Selection(*select, {});
    }
    if (!name.empty() && seen.insert(name).second) {
      names.emplace_back(name);
    }
  }
  if (names.size() > limits::kSelectedNamesMax) {
    return Fail(ErrorCode::kInvalidInput);
  }
  return Selection(*select, names);
}

Result<EntityQuery> ParseEntityQuery(const QueryOptionTexts& texts) {
  EntityQuery query;
  if (texts.filter) {
    Result<Filter> filter = ParseFilter(*texts.filter);
    if (!filter) {
      return tl::unexpected<Error>(std::move(filter).error());
    }
    query.plan = PlanScan(filter->get());
  } else {
    query.plan = PlanScan(nullptr);
  }
  Result<std::size_t> top = ParseTop(texts.top);
  if (!top) {
    return tl::unexpected<Error>(std::move(top).error());
  }
  query.page_size = *top;
  auto selection = ParseSelect(texts.select);
  if (!selection) {
    return tl::unexpected<Error>(std::move(selection).error());
  }
  query.selection = *std::move(selection);
  Result<std::optional<EntityKey>> from =
      DecodeResumeKey(texts.next_partition_key, texts.next_row_key);
  if (!from) {
    return tl::unexpected<Error>(std::move(from).error());
  }
  query.from = std::move(*from).value_or(EntityKey());
  return query;
}

}  // namespace rowhouse
