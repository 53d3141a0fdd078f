#include "query/entity_query.h"

#include "query/continuation.h"
#include "query/filter.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string_view Trim(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  const std::size_t end = text.find_last_not_of(kBlanks) + 1;
  return text.substr(begin, std::max(begin, end) - begin);
}

// What .NET's Int32.TryParse() takes: blanks around it, and a sign.
std::optional<std::int32_t> ParseInt32(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  std::int32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return value;
}

}  // namespace

Result<std::size_t> ParseTop(const std::optional<std::string>& top) {
  if (!top || top->empty()) {
    return limits::kPageEntitiesMax;
  }
  const std::optional<std::int32_t> value = ParseInt32(*top);
  if (!value) {
    return Fail(ErrorCode::kInvalidInput,
                fmt::format("Incorrect format for $top argument '{}'.", *top),
                ErrorStage::kRequest);
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
    const std::string_view name = Trim(rest.substr(0, comma));
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
