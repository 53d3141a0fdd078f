// Reads JSON answers with simdjson's DOM: a page is at most a few MiB and is read once.

#include "client/values/edm.h"
#include "client/values/entity_text.h"
#include "entity/edm_value.h"

#include <charconv>
#include <limits>
#include <simdjson.h>
#include <utility>

namespace rowhouse::tables {
namespace {

using Element = simdjson::dom::element;
using Object = simdjson::dom::object;

constexpr std::string_view kTypeSuffix = "@odata.type";

template <class T>
T Required(simdjson::simdjson_result<T> result, const char* what) {
  T value;
  if (std::move(result).get(value) != simdjson::SUCCESS) throw UnreadableAnswer(what);
  return value;
}

// Text with an annotation.
Value ReadTyped(std::string_view text, std::string_view type) {
  const auto edm = ParseEdmType(type);
  if (!edm) throw UnreadableAnswer("a property has a type that is unknown");
  std::optional<EdmValue> value;
  switch (*edm) {
    case EdmType::kString:
      return {text};
    case EdmType::kInt64: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size()) value = number;
      break;
    }
    case EdmType::kDouble:
      value = ParseDouble(text);
      break;
    case EdmType::kDateTime:
      value = DateTime::Parse(text);
      break;
    case EdmType::kGuid:
      value = Guid::Parse(text);
      break;
    case EdmType::kBinary:
      value = Binary::ParseBase64(text);
      break;
    case EdmType::kBoolean:
    case EdmType::kInt32:
      break;
  }
  if (!value) throw UnreadableAnswer("a property does not fit its type");
  return FromEdm(*std::move(value));
}

Value ReadInteger(std::int64_t number, std::string_view type) {
  if (type == "Edm.Double") return {static_cast<double>(number)};
  const bool fits = number >= std::numeric_limits<std::int32_t>::min() &&
                    number <= std::numeric_limits<std::int32_t>::max();
  if (type == "Edm.Int64" || !fits) return {number};
  return {static_cast<std::int32_t>(number)};
}

// `type` is empty without an annotation.
Value ReadValue(Element element, std::string_view type) {
  switch (element.type()) {
    case simdjson::dom::element_type::STRING: {
      const std::string_view text = element.get_string().value_unsafe();
      return type.empty() ? Value(text) : ReadTyped(text, type);
    }
    case simdjson::dom::element_type::INT64:
      return ReadInteger(element.get_int64().value_unsafe(), type);
    case simdjson::dom::element_type::DOUBLE:
      return {element.get_double().value_unsafe()};
    case simdjson::dom::element_type::BOOL:
      return {element.get_bool().value_unsafe()};
    case simdjson::dom::element_type::NULL_VALUE:
      return {};
    case simdjson::dom::element_type::UINT64:  // a double, as some print it
      return {static_cast<double>(element.get_uint64().value_unsafe())};
    case simdjson::dom::element_type::ARRAY:
    case simdjson::dom::element_type::OBJECT:
      break;
  }
  throw UnreadableAnswer("a property has a value of no known type");
}

std::string ReadText(Element element) {
  return std::string(Required(element.get_string(), "a key or version is not a string"));
}

// The annotation of `name`: the one just before it, as services write it, or any.
std::string_view AnnotationOf(const Object& object, std::string_view name,
                              std::pair<std::string_view, std::string_view> last) {
  if (last.first == name) return last.second;
  std::string_view type;
  const std::string annotation = std::string(name) + std::string(kTypeSuffix);
  if (object.at_key(annotation).get_string().get(type) != simdjson::SUCCESS) return {};
  return type;
}

// Members of the protocol; false for a property.
bool ReadSystemMember(std::string_view name, Element value, Entity& entity, EntityKey& key) {
  if (name == "PartitionKey") {
    if (!value.is_null()) key.partition = ReadText(value);
  } else if (name == "RowKey") {
    if (!value.is_null()) key.row = ReadText(value);
  } else if (name == "odata.etag") {
    entity.SetETag(ETag(ReadText(value)));
  } else if (name == "Timestamp") {
    if (value.is_null()) return true;
    const auto time = DateTime::Parse(ReadText(value));
    if (!time) throw UnreadableAnswer("a Timestamp is not a date");
    entity.SetTimestamp(*time);
  } else {
    return name.starts_with("odata.");
  }
  return true;
}

Entity ReadObject(const Object& object) {
  Entity entity;
  EntityKey key;
  entity.ReserveProperties(object.size());
  std::pair<std::string_view, std::string_view> annotation;
  for (const auto& [name, value] : object) {
    if (ReadSystemMember(name, value, entity, key)) continue;
    if (name.ends_with(kTypeSuffix)) {
      annotation = {name.substr(0, name.size() - kTypeSuffix.size()),
                    Required(value.get_string(), "an annotation is not a string")};
      continue;
    }
    if (value.is_null()) continue;
    const std::string_view type =
        value.is_string() || value.is_int64() ? AnnotationOf(object, name, annotation) : "";
    entity.Append(std::string(name), ReadValue(value, type));
  }
  entity.SetKey(std::move(key));
  return entity;
}

Element Parse(simdjson::dom::parser& parser, std::string_view body) {
  return Required(parser.parse(body.data(), body.size()), "the body is not JSON");
}

}  // namespace

Entity ReadEntity(std::string_view body) {
  simdjson::dom::parser parser;
  return ReadObject(Required(Parse(parser, body).get_object(), "the body is not an object"));
}

std::vector<Entity> ReadEntitySet(std::string_view body) {
  simdjson::dom::parser parser;
  const auto set = Required(Parse(parser, body)["value"].get_array(), "the body has no set");
  std::vector<Entity> entities;
  entities.reserve(set.size());
  for (const Element element : set) {
    entities.push_back(ReadObject(Required(element.get_object(), "an entity is not an object")));
  }
  return entities;
}

std::vector<std::string> ReadTableSet(std::string_view body) {
  simdjson::dom::parser parser;
  const auto set = Required(Parse(parser, body)["value"].get_array(), "the body has no set");
  std::vector<std::string> names;
  for (const Element element : set) {
    names.emplace_back(Required(element["TableName"].get_string(), "a table has no name"));
  }
  return names;
}

}  // namespace rowhouse::tables
