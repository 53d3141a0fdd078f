#include "client/calls/entity_requests.h"

#include "base/percent.h"
#include "base/unicode.h"
#include "entity/limits.h"
#include "entity/resource_address.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>
#include <variant>

namespace rowhouse::tables {
namespace {

constexpr std::string_view kAccept = "application/json;odata=minimalmetadata";
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kAlwaysRead[] = {"PartitionKey", "RowKey", "Timestamp"};

std::string PathOf(const std::string& table, const EntityKey& key) {
  return fmt::format("/{}", EntityPath(table, key));
}

Headers ReadHeaders() {
  return {{"Accept", std::string(kAccept)},
          {"DataServiceVersion", "3.0;"},
          {"MaxDataServiceVersion", "3.0;NetFx"}};
}

// "$select=A,B" with the system properties, so that what is read has its keys.
std::string SelectOption(const std::vector<std::string>& select) {
  if (select.empty()) return {};
  std::vector<std::string> names(std::begin(kAlwaysRead), std::end(kAlwaysRead));
  for (const std::string& name : select) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return fmt::format("$select={}", PercentEncode(fmt::format("{}", fmt::join(names, ",")), ","));
}

void AddOption(std::string& query, const std::string& option) {
  if (option.empty()) return;
  if (!query.empty()) query += '&';
  query += option;
}

ETag ETagOf(const Answer& answer) {
  const std::string* const etag = FindHeader(answer.response.headers, "ETag");
  return etag == nullptr ? ETag() : ETag(*etag);
}

std::string_view MethodOf(WriteKind kind) {
  switch (kind) {
    case WriteKind::kInsert:
      return "POST";
    case WriteKind::kUpsertMerge:
    case WriteKind::kUpdateMerge:
      return "PATCH";
    case WriteKind::kUpsertReplace:
    case WriteKind::kUpdateReplace:
      return "PUT";
    case WriteKind::kDelete:
      return "DELETE";
  }
  return {};
}

bool HasCondition(WriteKind kind) {
  return kind == WriteKind::kUpdateMerge || kind == WriteKind::kUpdateReplace ||
         kind == WriteKind::kDelete;
}

CallSpec WriteSpec(const std::string& table, const Write& write) {
  if (std::string fault = Utf8Fault(write.entity); !fault.empty()) {
    throw std::invalid_argument(fault);
  }
  SubRequestText text = WriteRequest(table, write);
  CallSpec spec{.method = std::move(text.method),
                .path = std::move(text.path),
                .headers = std::move(text.headers),
                .body = std::move(text.body),
                .safety = SafetyOf(write)};
  return spec;
}

Operation<Entity> ReadOne(const std::string& table, EntityKey key,
                          const std::vector<std::string>& select) {
  CallSpec spec{.method = "GET", .path = PathOf(table, key), .headers = ReadHeaders()};
  spec.query = SelectOption(select);
  return {.spec = std::move(spec), .read = [key = std::move(key)](Answer& answer) {
            Entity entity = ReadEntity(answer.response.body);
            entity.SetKey(key);
            if (entity.ETag().IsEmpty()) entity.SetETag(ETagOf(answer));
            return entity;
          }};
}

std::optional<ContinuationToken> NextOf(const Headers& headers) {
  const std::string* const partition = FindHeader(headers, "x-ms-continuation-NextPartitionKey");
  if (partition == nullptr || partition->empty()) return std::nullopt;
  const std::string* const row = FindHeader(headers, "x-ms-continuation-NextRowKey");
  return ContinuationToken(*partition, row == nullptr ? std::nullopt : std::optional(*row));
}

}  // namespace

std::string Utf8Fault(const Entity& entity) {
  if (!IsValidUtf8(entity.PartitionKey())) return "the PartitionKey is not UTF-8";
  if (!IsValidUtf8(entity.RowKey())) return "the RowKey is not UTF-8";
  for (const auto& [name, value] : entity.AllProperties()) {
    if (!IsValidUtf8(name)) return "the name of a property is not UTF-8";
    const auto* const text = std::get_if<std::string>(&value.AsVariant());
    if (text != nullptr && !IsValidUtf8(*text)) {
      return fmt::format("the text of property '{}' is not UTF-8; store bytes as Binary", name);
    }
  }
  return {};
}

Safety SafetyOf(const Write& write) {
  switch (write.kind) {
    case WriteKind::kInsert:
      return Safety::kOnce;
    case WriteKind::kUpsertMerge:
    case WriteKind::kUpsertReplace:
      return Safety::kRepeatable;
    case WriteKind::kUpdateMerge:
    case WriteKind::kUpdateReplace:
    case WriteKind::kDelete:
      break;
  }
  const bool any_version = write.if_match.Header(write.entity.ETag()) == "*";
  return any_version ? Safety::kRepeatable : Safety::kOnce;
}

SubRequestText WriteRequest(const std::string& table, const Write& write) {
  SubRequestText text{.method = std::string(MethodOf(write.kind))};
  text.path = write.kind == WriteKind::kInsert ? fmt::format("/{}", table)
                                               : PathOf(table, write.entity.Key());
  text.headers = ReadHeaders();
  if (HasCondition(write.kind)) {
    text.headers.emplace_back("If-Match", write.if_match.Header(write.entity.ETag()));
  }
  if (write.kind == WriteKind::kDelete) return text;
  if (write.kind == WriteKind::kInsert) text.headers.emplace_back("Prefer", "return-no-content");
  text.headers.emplace_back("Content-Type", kJson);
  AppendEntityBody(text.body, write.entity);
  return text;
}

Operation<ETag> WriteEntity(const std::string& table, const Write& write) {
  return {.spec = WriteSpec(table, write), .read = [](Answer& answer) { return ETagOf(answer); }};
}

Operation<Nothing> DeleteEntity(const std::string& table, const Write& write) {
  Operation<Nothing> operation{.spec = WriteSpec(table, write),
                               .read = [](Answer&) { return Nothing{}; }};
  operation.spec.gone_is_done = operation.spec.safety == Safety::kRepeatable;
  return operation;
}

Operation<bool> DeleteEntityIfExists(const std::string& table, EntityKey key) {
  Entity entity;
  entity.SetKey(std::move(key));
  Operation<bool> operation{
      .spec = WriteSpec(
          table,
          {.kind = WriteKind::kDelete, .entity = std::move(entity), .if_match = IfMatch::Any()}),
      .read = [](Answer&) { return true; },
      .recover =
          [](const TableError& error) {
            return error.Is("ResourceNotFound") ? std::optional(false) : std::nullopt;
          }};
  operation.spec.gone_is_done = true;
  return operation;
}

Operation<Entity> GetEntity(const std::string& table, EntityKey key,
                            const std::vector<std::string>& select) {
  return ReadOne(table, std::move(key), select);
}

Operation<std::optional<Entity>> TryGetEntity(const std::string& table, EntityKey key,
                                              const std::vector<std::string>& select) {
  Operation<Entity> one = ReadOne(table, std::move(key), select);
  return {
      .spec = std::move(one.spec),
      .read = [read = std::move(one.read)](Answer& answer) { return std::optional(read(answer)); },
      .recover = [](const TableError& error) -> std::optional<std::optional<Entity>> {
        if (!error.Is("ResourceNotFound")) return std::nullopt;
        return std::optional<Entity>();
      }};
}

Operation<Page> QueryEntities(const std::string& table, const QueryOptions& options,
                              std::size_t count, const ContinuationToken& start) {
  if (count < 1 || count > limits::kPageEntitiesMax) {
    throw std::invalid_argument("a page has 1 to 1000 entities");
  }
  CallSpec spec{.method = "GET", .path = fmt::format("/{}()", table), .headers = ReadHeaders()};
  if (!options.filter.IsEmpty()) {
    AddOption(spec.query, "$filter=" + PercentEncode(options.filter.ToString()));
  }
  AddOption(spec.query, SelectOption(options.select));
  AddOption(spec.query, fmt::format("$top={}", count));
  if (!start.IsStart()) {
    AddOption(spec.query, "NextPartitionKey=" + PercentEncode(start.Partition()));
    if (start.Row()) AddOption(spec.query, "NextRowKey=" + PercentEncode(*start.Row()));
  }
  return {.spec = std::move(spec), .read = [](Answer& answer) {
            return Page{.entities = ReadEntitySet(answer.response.body),
                        .next = NextOf(answer.response.headers)};
          }};
}

}  // namespace rowhouse::tables
