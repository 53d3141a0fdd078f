#include "entity/entity_json.h"
#include "entity/json_members.h"
#include "entity/limits.h"
#include "entity/property_value.h"
#include "entity/stored_properties.h"

#include <cstddef>
#include <utility>

namespace rowhouse {

namespace {

// A member whose value is null counts as absent (spec 6.5).
bool IsAbsent(const JsonMember& member) {
  return !member.value || member.value->kind == JsonScalar::Kind::kNull;
}

// Whether a value may be a key or a table name: a string, annotated as a string or not at all.
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

Status AddProperty(EntityInput& input, const JsonMember& member) {
  if (Status name = CheckPropertyName(member.name); !name) return name;
  if (IsAbsent(member)) return {};
  if (input.properties.size() == limits::kCustomPropertiesMax) {
    return Fail(ErrorCode::kTooManyProperties);
  }
  Result<EdmValue> value = ReadPropertyValue(member);
  if (!value) return tl::unexpected(std::move(value).error());
  if (std::holds_alternative<DateTime>(*value) && HasOffset(member.value->text)) {
    input.offset_dates.push_back(input.properties.size());
  }
  input.properties.push_back({std::string(member.name), *std::move(value)});
  return {};
}

Status AddMember(EntityInput& input, const JsonMember& member, KeyMembers keys) {
  const bool is_partition_key = member.name == "PartitionKey";
  if (!is_partition_key && member.name != "RowKey") return AddProperty(input, member);
  if (keys == KeyMembers::kIgnored || IsAbsent(member)) return {};
  if (!IsString(member)) return Fail(ErrorCode::kInvalidInput);
  (is_partition_key ? input.partition_key : input.row_key) = member.value->text;
  return {};
}

}  // namespace

Result<EntityInput> ParseEntity(std::string_view body, KeyMembers keys) {
  const JsonMembers json = JsonMembers::Read(body);
  EntityInput input;
  input.properties.reserve(json.Members().size());
  for (const JsonMember& member : json.Members()) {
    if (Status added = AddMember(input, member, keys); !added) {
      return tl::unexpected(std::move(added).error());
    }
  }
  if (json.Fault()) return tl::unexpected(*json.Fault());
  return input;
}

std::string EncodeEcho(const EntityInput& input) {
  std::string stored = EncodeProperties(input.properties);
  if (input.offset_dates.empty()) return stored;

  std::string echo = "{";
  auto next = input.offset_dates.begin();
  StoredPropertyCursor cursor(stored);
  for (std::size_t index = 0; cursor.Next(); ++index) {
    std::string_view member = cursor.Current().member;
    if (index > 0) echo += ',';
    if (next != input.offset_dates.end() && *next == index) {
      member.remove_suffix(std::string_view("Z\"").size());
      echo.append(member).append("+00:00\"");
      ++next;
    } else {
      echo += member;
    }
  }
  return echo + '}';
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
