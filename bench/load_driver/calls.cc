#include "bench/load_driver/calls.h"

#include "base/percent.h"

#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace rowhouse::bench {
namespace {

constexpr const char* kJson = "application/json";

std::string EntityPath(std::string_view table, const RowKeys& keys) {
  return fmt::format("/{}(PartitionKey='{}',RowKey='{}')", table, keys.partition, keys.row);
}

}  // namespace

Call CreateTableCall(std::string_view table) {
  return {.method = "POST",
          .path = "/Tables",
          .query = {},
          .content_type = kJson,
          .body = fmt::format(R"({{"TableName":"{}"}})", table),
          .want_no_content = true};
}

Call InsertCall(std::string_view table, std::string entity) {
  return {.method = "POST",
          .path = fmt::format("/{}", table),
          .query = {},
          .content_type = kJson,
          .body = std::move(entity),
          .want_no_content = true};
}

Call UpsertCall(std::string_view table, const RowKeys& keys, std::string entity) {
  return {.method = "PUT",
          .path = EntityPath(table, keys),
          .query = {},
          .content_type = kJson,
          .body = std::move(entity)};
}

Call PointReadCall(std::string_view table, const RowKeys& keys) {
  return {.method = "GET", .path = EntityPath(table, keys), .query = {}};
}

Call QueryCall(std::string_view table, std::string_view filter, const ContinuationToken& from) {
  Call call{.method = "GET",
            .path = fmt::format("/{}()", table),
            .query = "$filter=" + PercentEncode(filter)};
  if (!from.next_partition.empty()) {
    call.query += "&NextPartitionKey=" + PercentEncode(from.next_partition);
    if (!from.next_row.empty()) call.query += "&NextRowKey=" + PercentEncode(from.next_row);
  }
  return call;
}

Call BatchCall(const Endpoint& endpoint, std::string_view table, BatchVerb verb,
               const std::vector<BatchItem>& items) {
  const std::string base = fmt::format("http://{}{}", endpoint.Authority(), endpoint.path);
  std::string body = "--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n";
  for (const BatchItem& item : items) {
    const bool insert = verb == BatchVerb::kInsert;
    fmt::format_to(std::back_inserter(body),
                   "--changeset_c\r\nContent-Type: application/http\r\n"
                   "Content-Transfer-Encoding: binary\r\n\r\n"
                   "{} {}{} HTTP/1.1\r\nContent-Type: application/json\r\n"
                   "Accept: application/json;odata=minimalmetadata\r\nDataServiceVersion: 3.0;\r\n"
                   "{}\r\n{}\r\n",
                   insert ? "POST" : "PUT", base,
                   insert ? fmt::format("/{}", table) : EntityPath(table, item.keys),
                   insert ? "Prefer: return-no-content\r\n" : "", item.entity);
  }
  body += "--changeset_c--\r\n--batch_b--\r\n";
  return {.method = "POST",
          .path = "/$batch",
          .query = {},
          .content_type = "multipart/mixed; boundary=batch_b",
          .body = std::move(body)};
}

}  // namespace rowhouse::bench
