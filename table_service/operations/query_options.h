#pragma once
// The query string of a request (spec 1.4, 7.1).

#include "entity/error.h"
#include "query/entity_query.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::operations {

// Decoded values of the options that the service knows; '+' is a blank. No value: not sent. Options
// without '$' that it does not know are ignored (clients send fields of signatures and more).
struct QueryOptions {
  QueryOptionTexts query;  // $filter, $select, $top, NextPartitionKey, NextRowKey
  std::optional<std::string> format;
  std::optional<std::string> next_table_name;
  std::optional<std::string> comp;
  std::optional<std::string> restype;
  std::optional<std::string> api_version;
  std::optional<std::string> signed_version;  // sv
  std::chrono::seconds timeout{30};           // what the client asked for, at most 30

  // Why the query string is refused; the members above are filled in as far as they could be read,
  // so that the refusal can take the form that the client asked for.
  // kInvalidInput: a system option twice, an unknown one. kUnreadableInput: text that is not
  // percent-encoded UTF-8.
  // kNotImplemented: a system option that the service does not carry out ($orderby, ...).
  // kInvalidQueryParameterValue: timeout.
  std::optional<Error> problem;
};

QueryOptions ParseQueryOptions(std::string_view raw_query);

}  // namespace rowhouse::operations
