#include "base/percent.h"
#include "client/calls/settings_requests.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kTables = "/Tables";

Headers JsonHeaders() {
  return {{"Accept", "application/json;odata=nometadata"},
          {"DataServiceVersion", "3.0;"},
          {"MaxDataServiceVersion", "3.0;NetFx"}};
}

std::string TablePath(std::string_view table) { return fmt::format("/Tables('{}')", table); }

CallSpec CreateSpec(std::string_view table) {
  CallSpec spec{.method = "POST", .path = std::string(kTables), .headers = JsonHeaders()};
  spec.headers.emplace_back("Content-Type", "application/json");
  spec.headers.emplace_back("Prefer", "return-no-content");
  spec.body = R"({"TableName":)";
  AppendJsonString(spec.body, table);
  spec.body += '}';
  return spec;
}

CallSpec DeleteSpec(std::string_view table) {
  return {.method = "DELETE", .path = TablePath(table), .headers = JsonHeaders()};
}

// False for an error with this code.
std::function<std::optional<bool>(const TableError&)> FalseOn(std::string_view code) {
  return [code](const TableError& error) {
    return error.Is(code) ? std::optional(false) : std::nullopt;
  };
}

}  // namespace

Operation<Nothing> CreateTableRequest(std::string_view table) {
  CallSpec spec = CreateSpec(table);
  spec.safety = Safety::kOnce;
  return {.spec = std::move(spec), .read = [](Answer&) { return Nothing{}; }};
}

Operation<bool> CreateTableIfNotExistsRequest(std::string_view table) {
  CallSpec spec = CreateSpec(table);
  spec.safety = Safety::kRepeatable;
  return {.spec = std::move(spec),
          .read = [](Answer&) { return true; },
          .recover = FalseOn("TableAlreadyExists")};
}

Operation<Nothing> DeleteTableRequest(std::string_view table) {
  CallSpec spec = DeleteSpec(table);
  spec.safety = Safety::kOnce;
  return {.spec = std::move(spec), .read = [](Answer&) { return Nothing{}; }};
}

Operation<bool> DeleteTableIfExistsRequest(std::string_view table) {
  CallSpec spec = DeleteSpec(table);
  spec.safety = Safety::kRepeatable;
  spec.gone_is_done = true;
  return {.spec = std::move(spec),
          .read = [](Answer&) { return true; },
          .recover = FalseOn("ResourceNotFound")};
}

Operation<bool> TableExistsRequest(std::string_view table) {
  CallSpec spec{.method = "GET", .path = TablePath(table), .headers = JsonHeaders()};
  return {.spec = std::move(spec),
          .read = [](Answer&) { return true; },
          .recover =
              [](const TableError& error) {
                // The second code is Azurite's.
                const bool is_absent = error.Is("ResourceNotFound") || error.Is("TableNotFound");
                return is_absent ? std::optional(false) : std::nullopt;
              }};
}

Operation<TablePage> ListTablesRequest(const ListTablesOptions& options,
                                       const std::optional<std::string>& start) {
  if (options.page_size < 1 || options.page_size > limits::kPageEntitiesMax) {
    throw std::invalid_argument("a page has 1 to 1000 tables");
  }
  CallSpec spec{.method = "GET", .path = std::string(kTables), .headers = JsonHeaders()};
  spec.query = fmt::format("$top={}", options.page_size);
  const Filter filter = Where("TableName").StartsWith(options.prefix) && options.filter;
  if (!filter.IsEmpty()) spec.query += "&$filter=" + PercentEncode(filter.ToString());
  if (start) spec.query += "&NextTableName=" + PercentEncode(*start);
  return {.spec = std::move(spec), .read = [](Answer& answer) {
            TablePage page{.names = ReadTableSet(answer.response.body)};
            const std::string* const next =
                FindHeader(answer.response.headers, "x-ms-continuation-NextTableName");
            if (next != nullptr && !next->empty()) page.next = *next;
            return page;
          }};
}

}  // namespace rowhouse::tables
