#include "batch/entity_write.h"

#include "base/ascii.h"
#include "entity/stored_properties.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::string_view kMethodHeader = "X-HTTP-Method";

bool IsUpdate(std::string_view method) {
  return method == "PUT" || method == "PATCH" || method == "MERGE";
}

Status CheckMethod(std::string_view method, const ResourceAddress& address) {
  const auto wanted =
      method == "POST" ? ResourceAddress::Kind::kEntities : ResourceAddress::Kind::kEntity;
  const bool known = method == "POST" || method == "DELETE" || IsUpdate(method);
  if (known && address.kind == wanted) return {};
  return Fail(ErrorCode::kMethodNotAllowed);
}

Result<EntityWrite> ParseInsert(const ResourceAddress& address, std::string_view body) {
  auto input = ParseStoredEntity(body);
  if (!input) return tl::unexpected<Error>(std::move(input.error()));
  if (!input->partition_key || !input->row_key) return Fail(ErrorCode::kPropertiesNeedValue);
  EntityKey key{.partition = std::move(*input->partition_key), .row = std::move(*input->row_key)};
  if (auto checked = CheckKeyCharacters(key); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  EntityWrite write{.table = address.table, .key = std::move(key), .echo = std::move(input->echo)};
  write.operation = {.kind = OperationKind::kInsert,
                     .row_key = write.key.row,
                     .if_match = {},
                     .properties = std::move(input->properties)};
  return write;
}

// The keys of an address, which may be ones that no entity can have (spec 1.3).
Status CheckAddressedKey(const EntityKey& key) {
  if (!CheckKeyCharacters(key)) return Fail(ErrorCode::kOutOfRangeInput);
  return {};
}

// PUT, PATCH and MERGE: conditional with If-Match, upserts without. The keys come from the address.
Result<EntityWrite> ParseUpdate(std::string_view method, const ResourceAddress& address,
                                IfMatch if_match, std::string_view body) {
  auto input = ParseStoredEntity(body, KeyMembers::kIgnored);
  if (!input) return tl::unexpected<Error>(std::move(input.error()));
  if (auto checked = CheckAddressedKey(address.key); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  const bool upsert = if_match.kind == IfMatch::Kind::kNone;
  const OperationKind replace = upsert ? OperationKind::kInsertOrReplace : OperationKind::kReplace;
  const OperationKind merge = upsert ? OperationKind::kInsertOrMerge : OperationKind::kMerge;
  EntityWrite write{.table = address.table, .key = address.key};
  write.operation = {.kind = method == "PUT" ? replace : merge,
                     .row_key = address.key.row,
                     .if_match = if_match,
                     .properties = SortProperties(std::move(input->properties))};
  return write;
}

Result<EntityWrite> MakeDelete(const ResourceAddress& address, IfMatch if_match) {
  if (auto checked = CheckAddressedKey(address.key); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  EntityWrite write{.table = address.table, .key = address.key};
  write.operation = {.kind = OperationKind::kDelete,
                     .row_key = address.key.row,
                     .if_match = if_match,
                     .properties = {}};
  return write;
}

WriteAnswer AnswerInsert(const EntityWrite& write, const Operation& operation, DateTime timestamp,
                         const WireContext& context) {
  const bool content = write.preference != Preference::kReturnNoContent;
  WriteAnswer answer{.status = content ? 201 : 204,
                     .preference = ToString(write.preference),
                     .has_id = !content,
                     .data_service_version = "3.0;"};
  constexpr std::size_t path = 96;
  answer.location.reserve(context.base_url.size() + path);
  answer.location.append(context.base_url).append("/");
  AppendEntityPath(answer.location, write.table, write.key);
  AppendETag(answer.etag, timestamp);
  if (content) {
    answer.content_type = EntityContentType(context.level);
    AppendEntity(answer.body,
                 {.partition_key = write.key.partition,
                  .row_key = write.key.row,
                  .timestamp = timestamp,
                  .properties = write.echo.empty() ? std::string_view(operation.properties)
                                                   : std::string_view(write.echo)},
                 context);
  }
  return answer;
}

// Updates have no content to return, so only the preference for no content can be applied. Saying
// so requires version 3 of the protocol.
WriteAnswer AnswerUpdate(const EntityWrite& write, DateTime timestamp) {
  const bool applied = write.preference == Preference::kReturnNoContent;
  WriteAnswer answer{.status = 204, .data_service_version = applied ? "3.0;" : "1.0;"};
  if (applied) answer.preference = ToString(write.preference);
  AppendETag(answer.etag, timestamp);
  return answer;
}

template <class Headers>
WriteHeaders FindWriteHeaders(const Headers& headers) {
  WriteHeaders found;
  const auto take = [](std::optional<std::string_view>& slot, std::string_view value) {
    if (!slot) slot = value;
  };
  for (const auto& [name, value] : headers) {
    if (EqualsIgnoringAsciiCase(name, "If-Match")) {
      take(found.if_match, value);
    } else if (EqualsIgnoringAsciiCase(name, "If-None-Match")) {
      take(found.if_none_match, value);
    } else if (EqualsIgnoringAsciiCase(name, "Prefer")) {
      take(found.prefer, value);
    } else if (EqualsIgnoringAsciiCase(name, kMethodHeader)) {
      found.method = value;
      found.method_values +=
          1 + static_cast<std::size_t>(std::count(value.begin(), value.end(), ','));
    }
  }
  return found;
}

}  // namespace

WriteHeaders::WriteHeaders(const HeaderList& headers) : WriteHeaders(FindWriteHeaders(headers)) {}

WriteHeaders::WriteHeaders(const HeaderViews& headers) : WriteHeaders(FindWriteHeaders(headers)) {}

Preference ParsePrefer(std::optional<std::string_view> header) {
  if (!header) return Preference::kNone;
  for (const Preference known : {Preference::kReturnContent, Preference::kReturnNoContent}) {
    if (EqualsIgnoringAsciiCase(*header, ToString(known))) return known;
  }
  return Preference::kNone;
}

Preference EchoedPreference(std::string_view method, const WriteHeaders& headers) {
  const auto effective = EffectiveMethod(method, headers);
  if ((effective ? std::string_view(*effective) : method) == "DELETE") return Preference::kNone;
  return ParsePrefer(headers.prefer);
}

std::string_view ToString(Preference preference) {
  switch (preference) {
    case Preference::kNone:
      return "";
    case Preference::kReturnContent:
      return "return-content";
    case Preference::kReturnNoContent:
      return "return-no-content";
  }
  return "";
}

Result<std::string> EffectiveMethod(std::string_view method, const WriteHeaders& headers) {
  if (!headers.method) return std::string(method);
  if (headers.method_values > 1) {
    return Fail(ErrorCode::kXMethodIncorrectCount,
                fmt::format("The {} header should have a single value, but has '{}' instead.",
                            kMethodHeader, headers.method_values));
  }
  const std::string_view asked = *headers.method;
  if (method != "POST") return Fail(ErrorCode::kXMethodNotUsingPost);
  if (!IsUpdate(asked) && asked != "DELETE") {
    return Fail(ErrorCode::kXMethodIncorrectValue,
                fmt::format("The {} header should be 'PUT', 'MERGE', 'PATCH' or 'DELETE', but is "
                            "'{}' instead.",
                            kMethodHeader, asked));
  }
  return std::string(asked);
}

Result<IfMatch> ParseConditions(std::string_view method, std::string_view table,
                                const WriteHeaders& headers) {
  const auto& if_match = headers.if_match;
  const auto& if_none_match = headers.if_none_match;
  if (method == "POST" && (if_match || if_none_match)) {
    return Fail(ErrorCode::kInvalidInput,
                "If-Match or If-None-Match HTTP headers cannot be specified for POST operations.");
  }
  if (if_match && if_none_match) {
    return Fail(ErrorCode::kInvalidInput,
                "Both If-Match and If-None-Match HTTP headers cannot be specified at the same "
                "time. Please specify either one of the headers or none of them.");
  }
  if (if_none_match && method == "GET") {
    const auto form = IfMatch::Parse(if_none_match);
    return form ? IfMatch{} : Result<IfMatch>(tl::unexpected(form.error()));
  }
  if (if_none_match) {
    return Fail(ErrorCode::kInvalidInput,
                fmt::format("If-None-Match HTTP header cannot be specified for {} operations.",
                            method == "DELETE" ? "DELETE" : "PUT"));
  }
  auto condition = IfMatch::Parse(if_match);
  // For a DELETE, this answer has no Cache-Control.
  if (!condition && method == "DELETE") condition.error().stage = ErrorStage::kRequest;
  if (condition && condition->kind == IfMatch::Kind::kNone && method == "DELETE") {
    return Fail(ErrorCode::kInvalidInput,
                fmt::format("Since entity type '{}' has one or more etag properties, If-Match HTTP "
                            "header must be specified for DELETE/PUT operations on this type.",
                            table));
  }
  return condition;
}

Status CheckWriteHead(std::string_view method, const ResourceAddress& address,
                      const WriteHeaders& headers) {
  if (auto allowed = CheckMethod(method, address); !allowed) return allowed;
  const auto conditions = ParseConditions(method, address.table, headers);
  return conditions ? Status() : Status(tl::unexpected<Error>(conditions.error()));
}

Result<EntityWrite> ParseEntityWrite(std::string_view method, const ResourceAddress& address,
                                     const WriteHeaders& headers, std::string_view body) {
  if (auto allowed = CheckMethod(method, address); !allowed) {
    return tl::unexpected<Error>(std::move(allowed.error()));
  }
  auto conditions = ParseConditions(method, address.table, headers);
  if (!conditions) return tl::unexpected<Error>(std::move(conditions.error()));
  auto write = method == "POST"     ? ParseInsert(address, body)
               : method == "DELETE" ? MakeDelete(address, *conditions)
                                    : ParseUpdate(method, address, *conditions, body);
  if (write) write->preference = ParsePrefer(headers.prefer);
  return write;
}

std::string_view EntityContentType(MetadataLevel level) {
  switch (level) {
    case MetadataLevel::kNone:
      return "application/json;odata=nometadata;streaming=true;charset=utf-8";
    case MetadataLevel::kMinimal:
      return "application/json;odata=minimalmetadata;streaming=true;charset=utf-8";
    case MetadataLevel::kFull:
      return "application/json;odata=fullmetadata;streaming=true;charset=utf-8";
  }
  return "";
}

void MoveHeaders(WriteAnswer& answer, HeaderList& headers) {
  if (!answer.content_type.empty()) headers.emplace_back("Content-Type", answer.content_type);
  if (!answer.preference.empty()) headers.emplace_back("Preference-Applied", answer.preference);
  if (!answer.location.empty()) headers.emplace_back("Location", answer.location);
  if (answer.has_id) headers.emplace_back("DataServiceId", std::move(answer.location));
  if (!answer.etag.empty()) headers.emplace_back("ETag", std::move(answer.etag));
}

WriteAnswer AnswerEntityWrite(const EntityWrite& write, const Operation& operation,
                              DateTime timestamp, const WireContext& context) {
  switch (operation.kind) {
    case OperationKind::kInsert:
      return AnswerInsert(write, operation, timestamp, context);
    case OperationKind::kReplace:
    case OperationKind::kMerge:
    case OperationKind::kInsertOrReplace:
    case OperationKind::kInsertOrMerge:
      return AnswerUpdate(write, timestamp);
    case OperationKind::kDelete:
      break;
  }
  return {.status = 204, .data_service_version = "1.0;"};
}

}  // namespace rowhouse
