#include "entity/entity_json.h"
#include "entity/json_members.h"
#include "entity/limits.h"
#include "entity/property_value.h"
#include "entity/stored_properties.h"

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace rowhouse {

namespace {

// A member whose value is null counts as absent (spec 6.5).
bool IsAbsent(const JsonMember& member) {
  return !member.value || member.value->kind == JsonScalar::Kind::kNull;
}

// Whether a value is a string, annotated as one or not at all, as a key and a table name must be.
bool IsString(const JsonMember& member) {
  return member.value->kind == JsonScalar::Kind::kString &&
         member.annotation.value_or("Edm.String") == "Edm.String";
}

// Whether a text that DateTime::Parse() accepted ends in "+hh:mm" or "-hh:mm".
bool HasOffset(std::string_view date_time) {
  if (date_time.size() < std::string_view("YYYY-MM-DDTHH:MM+hh:mm").size()) return false;
  const char sign = date_time[date_time.size() - std::string_view("+hh:mm").size()];
  return sign == '+' || sign == '-';
}

// Reads `json` into `entity`, by `add` for each member that is a property.
template <class Entity, class Add>
Status ReadMembers(const JsonMembers& json, KeyMembers keys, Entity& entity, const Add& add) {
  std::size_t properties = 0;
  for (const JsonMember& member : json.Members()) {
    const bool is_partition_key = member.name == "PartitionKey";
    if (is_partition_key || member.name == "RowKey") {
      if (keys == KeyMembers::kIgnored || IsAbsent(member)) continue;
      if (!IsString(member)) return Fail(ErrorCode::kInvalidInput);
      (is_partition_key ? entity.partition_key : entity.row_key) = member.value->text;
      continue;
    }
    if (Status name = CheckPropertyName(member.name); !name) return name;
    if (IsAbsent(member)) continue;
    if (properties++ == limits::kCustomPropertiesMax) return Fail(ErrorCode::kTooManyProperties);
    if (Status added = add(member); !added) return added;
  }
  return json.Fault() ? Status(tl::unexpected(*json.Fault())) : Status();
}

// Puts properties together in stored form.
class StoredTextBuilder {
 public:
  explicit StoredTextBuilder(std::size_t size) { text_.reserve(size); }

  Status Add(const JsonMember& member) {
    text_ += text_.empty() ? '{' : ',';
    if (IsString(member)) {
      AppendStringProperty(text_, member.name, member.value->text);
      return {};
    }
    const Result<EdmValue> value = ReadPropertyValue(member);
    if (!value) return tl::unexpected(value.error());
    AppendProperty(text_, member.name, *value);
    if (std::holds_alternative<DateTime>(*value) && HasOffset(member.value->text)) {
      offset_dates_.push_back(text_.size());
    }
    return {};
  }

  // Returns the text with other ends of the dates that were sent with an offset, or nothing if
  // there are none. To be called before Finish().
  std::string Echo() const {
    constexpr std::string_view sent = "Z\"";
    std::string echo;
    std::size_t copied = 0;
    for (const std::size_t end : offset_dates_) {
      echo.append(text_, copied, end - sent.size() - copied).append("+00:00\"");
      copied = end;
    }
    return echo.empty() ? echo : echo.append(text_, copied).append("}");
  }
  std::string Finish() {
    text_ += text_.empty() ? "{}" : "}";
    return std::move(text_);
  }

 private:
  std::string text_;
  std::vector<std::size_t> offset_dates_;  // the ends of their members
};

}  // namespace

Result<EntityInput> ParseEntity(std::string_view body, KeyMembers keys) {
  const JsonMembers json = JsonMembers::Read(body);
  EntityInput input;
  input.properties.reserve(json.Members().size());
  Status read = ReadMembers(json, keys, input, [&](const JsonMember& member) -> Status {
    Result<EdmValue> value = ReadPropertyValue(member);
    if (!value) return tl::unexpected(std::move(value).error());
    input.properties.push_back({std::string(member.name), *std::move(value)});
    return {};
  });
  if (!read) return tl::unexpected(std::move(read).error());
  return input;
}

Result<EntityText> ParseStoredEntity(std::string_view body, KeyMembers keys) {
  const JsonMembers json = JsonMembers::Read(body);
  EntityText entity;
  StoredTextBuilder properties(body.size());
  Status read = ReadMembers(json, keys, entity,
                            [&](const JsonMember& member) { return properties.Add(member); });
  if (!read) return tl::unexpected(std::move(read).error());
  entity.echo = properties.Echo();
  entity.properties = properties.Finish();
  return entity;
}

Result<std::string> ParseTableName(std::string_view body) {
  const JsonMembers json = JsonMembers::Read(body);
  std::optional<std::string> name;
  for (const JsonMember& member : json.Members()) {
    if (member.name != "TableName") continue;
    if (IsAbsent(member)) continue;
    if (!IsString(member)) return tl::unexpected(UnreadableBody());
    name = member.value->text;
  }
  if (json.Fault()) return tl::unexpected(*json.Fault());
  if (!name) return Fail(ErrorCode::kPropertiesNeedValue);
  return *std::move(name);
}

}  // namespace rowhouse
