#include "cli/text/entity_argument.h"

#include "cli/text/value_text.h"

#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::EntityKey;
using tables::Value;

constexpr std::string_view kTypeNames =
    "string, boolean, int32, int64, double, datetime, guid and binary";

tl::expected<Entity, std::string> FromJson(const EntityKey& key, const std::string& json) {
  // The keys are arguments of their own, so the object need not have them; the arguments win.
  try {
    Entity entity = tables::FromTypedJson(json);
    entity.SetKey(key);
    return entity;
  } catch (const std::invalid_argument&) {  // without keys, or not at all: the next attempt tells
  }
  Entity keys(key.partition, key.row);
  std::string text = tables::ToTypedJson(keys);
  const std::size_t first = json.find_first_not_of(" \t\r\n", 1);
  text.pop_back();
  if (first != std::string::npos && json[first] != '}') text += ',';
  text += std::string_view(json).substr(1);
  try {
    return tables::FromTypedJson(text);
  } catch (const std::invalid_argument& error) {
    return tl::unexpected(fmt::format("the JSON object cannot be read: {}", error.what()));
  }
}

tl::expected<std::pair<std::string, Value>, std::string> ReadProperty(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return tl::unexpected(
        fmt::format("'{}': write a property as Name=value or Name@type=value", argument));
  }
  std::string_view name = argument.substr(0, equals);
  const std::string_view text = argument.substr(equals + 1);
  const std::size_t at = name.find('@');
  if (at == std::string_view::npos) return std::pair(std::string(name), GuessValue(text));

  const auto type = ParseTypeName(name.substr(at + 1));
  name = name.substr(0, at);
  if (!type) {
    return tl::unexpected(
        fmt::format("'{}': unknown type; the types are {}", argument, kTypeNames));
  }
  auto value = ParseValue(*type, text);
  if (!value) {
    return tl::unexpected(fmt::format("'{}' is not a valid {}", text, tables::ToString(*type)));
  }
  return std::pair(std::string(name), *std::move(value));
}

}  // namespace

tl::expected<Entity, std::string> EntityFromArguments(EntityKey key,
                                                      const std::vector<std::string>& arguments) {
  if (arguments.size() == 1 && arguments.front().starts_with('{')) {
    return FromJson(key, arguments.front());
  }
  Entity entity(std::move(key.partition), std::move(key.row));
  std::set<std::string> names = {"PartitionKey", "RowKey", "Timestamp"};
  for (const std::string& argument : arguments) {
    auto property = ReadProperty(argument);
    if (!property) return tl::unexpected(std::move(property).error());
    if (!names.insert(property->first).second) {
      return tl::unexpected(
          fmt::format("'{}': the property is given twice, or is set by the service", argument));
    }
    entity.Append(std::move(property->first), std::move(property->second));
  }
  return entity;
}

}  // namespace rowhouse::cli
