#include "table_service/operations/query_options.h"

#include "base/ascii.h"
#include "base/percent.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace rowhouse::operations {
namespace {

constexpr std::array<std::string_view, 6> kUnsupportedOptions{
    "$orderby", "$skip", "$skiptoken", "$inlinecount", "$expand", "$count"};
constexpr std::chrono::seconds kTimeoutMax{30};

std::optional<std::string>* SystemOption(QueryOptions& options, std::string_view name) {
  if (name == "$filter") return &options.query.filter;
  if (name == "$select") return &options.query.select;
  if (name == "$top") return &options.query.top;
  if (name == "$format") return &options.format;
  return nullptr;
}

std::optional<std::string>* PlainOption(QueryOptions& options, std::string_view name) {
  if (EqualsIgnoringAsciiCase(name, "NextPartitionKey")) return &options.query.next_partition_key;
  if (EqualsIgnoringAsciiCase(name, "NextRowKey")) return &options.query.next_row_key;
  if (EqualsIgnoringAsciiCase(name, "NextTableName")) return &options.next_table_name;
  if (EqualsIgnoringAsciiCase(name, "comp")) return &options.comp;
  if (EqualsIgnoringAsciiCase(name, "restype")) return &options.restype;
  if (EqualsIgnoringAsciiCase(name, "api-version")) return &options.api_version;
  if (EqualsIgnoringAsciiCase(name, "sv")) return &options.signed_version;
  return nullptr;
}

void Refuse(QueryOptions& options, Error error) {
  if (!options.problem) options.problem = std::move(error);
}

void TakeSystemOption(QueryOptions& options, std::string_view name, std::string value) {
  if (auto* const slot = SystemOption(options, name)) {
    if (*slot) {
      Refuse(options, Error(ErrorCode::kInvalidInput,
                            "Query parameter '" + std::string(name) +
                                "' is specified, but it should be specified exactly once."));
    }
    *slot = std::move(value);
  } else if (std::find(kUnsupportedOptions.begin(), kUnsupportedOptions.end(), name) !=
             kUnsupportedOptions.end()) {
    if (!value.empty()) Refuse(options, Error(ErrorCode::kNotImplemented));
  } else {
    Refuse(options,
           Error(ErrorCode::kInvalidInput, "The query parameter '" + std::string(name) +
                                               "' begins with a system-reserved '$' character "
                                               "but is not recognized."));
  }
}

void TakeTimeout(QueryOptions& options, std::string_view value) {
  if (value.empty()) return;
  unsigned long seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (end != value.data() + value.size() || error == std::errc::invalid_argument) {
    Refuse(options, Error(ErrorCode::kInvalidQueryParameterValue));
  } else if (error == std::errc() && seconds > 0) {
    const auto max = static_cast<unsigned long>(kTimeoutMax.count());
    options.timeout = std::chrono::seconds(std::min(seconds, max));
  }
}

void TakeOption(QueryOptions& options, std::string_view item) {
  const std::size_t equals = item.find('=');
  const auto name = DecodeQueryText(item.substr(0, equals));
  const auto value = DecodeQueryText(equals == std::string_view::npos ? std::string_view()
                                                                      : item.substr(equals + 1));
  const bool is_system = name && name->starts_with('$');
  auto* const slot = name && !is_system ? PlainOption(options, *name) : nullptr;
  const bool is_timeout = name && EqualsIgnoringAsciiCase(*name, "timeout");
  if (!is_system && slot == nullptr && !is_timeout) return;
  if (!value) {
    Refuse(options, Error(ErrorCode::kUnreadableInput, "Bad Request - Error in query syntax."));
  } else if (is_system) {
    TakeSystemOption(options, *name, *value);
  } else if (is_timeout) {
    TakeTimeout(options, *value);
  } else {
    // Only the first one is signed.
    if (slot == &options.comp && *slot)
      Refuse(options, Error(ErrorCode::kInvalidQueryParameterValue));
    *slot = *value;
  }
}

}  // namespace

QueryOptions ParseQueryOptions(std::string_view raw_query) {
  QueryOptions options;
  while (!raw_query.empty()) {
    const std::size_t end = std::min(raw_query.find('&'), raw_query.size());
    if (end > 0) TakeOption(options, raw_query.substr(0, end));
    raw_query.remove_prefix(std::min(end + 1, raw_query.size()));
  }
  return options;
}

}  // namespace rowhouse::operations
