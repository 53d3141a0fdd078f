#pragma once
// The query string of a request (spec 1.4, 7.1).

#include "entity/error.h"
#include "query/entity_query.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// Decoded values of the options that the service knows; '+' is a space. No value: not sent. Unknown
// options without '$' are ignored (clients send, for example, the fields of signatures).
struct QueryOptions {
  QueryOptionTexts query;  // $filter, $select, $top, NextPartitionKey, NextRowKey
  std::optional<std::string> format;
  std::optional<std::string> next_table_name;
  std::optional<std::string> comp;
  std::optional<std::string> restype;
  std::optional<std::string> api_version;
  std::optional<std::string> signed_version;  // sv
  std::chrono::seconds timeout{30};           // as requested by the client, at most 30

  // The reason why the query string is refused, if any. The other members are filled in as
  // far as they could be read, so that the refusal can have the form that the client asked for.
  // kInvalidInput: a system option that is duplicate or unknown. kUnreadableInput: text that is not
  // percent-encoded UTF-8. kNotImplemented: a system option that the service does not support
  // ($orderby, ...). kInvalidQueryParameterValue: an invalid timeout, or a duplicate comp.
  std::optional<Error> problem;
};

QueryOptions ParseQueryOptions(std::string_view raw_query);

}  // namespace rowhouse::operations
