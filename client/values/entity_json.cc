#include "entity/entity_json.h"

#include "base/json_fault.h"
#include "client/values/edm.h"
#include "client/values/entity_text.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <stdexcept>
#include <string>
#include <variant>

namespace rowhouse::tables {

void AppendEntityBody(std::string& out, const Entity& entity) {
  out += R"({"PartitionKey":)";
  AppendJsonString(out, entity.PartitionKey());
  out += R"(,"RowKey":)";
  AppendJsonString(out, entity.RowKey());
  for (const auto& [name, value] : entity.AllProperties()) {
    if (value.IsNull()) continue;
    out += ',';
    if (const auto* text = std::get_if<std::string>(&value.AsVariant())) {
      AppendStringProperty(out, name, *text);
    } else {
      AppendProperty(out, name, ToEdm(value));
    }
  }
  out += '}';
}

void AppendTypedJson(std::string& out, const Entity& entity) { AppendEntityBody(out, entity); }

std::string ToTypedJson(const Entity& entity) {
  std::string text;
  AppendEntityBody(text, entity);
  return text;
}

Entity FromTypedJson(std::string_view text) {
  auto input = ParseEntity(text);
  if (!input) {
    // ParseEntity() has this code for what it cannot read, and others for what it does not allow.
    const bool unreadable = input.error().code == ErrorCode::kInvalidInput;
    if (const auto fault = unreadable ? FindJsonFault(text, limits::kJsonDepthMax) : std::nullopt) {
      throw std::invalid_argument(
          fmt::format("not an entity: the JSON is broken at column {}", *fault + 1));
    }
    throw std::invalid_argument(
        "not an entity: " +
        (unreadable ? "it must be one object of valid JSON in UTF-8, each value of its type"
                    : input.error().message));
  }
  if (!input->partition_key || !input->row_key) {
    throw std::invalid_argument("not an entity: PartitionKey or RowKey is missing");
  }
  Entity entity(*std::move(input->partition_key), *std::move(input->row_key));
  entity.ReserveProperties(input->properties.size());
  for (Property& property : input->properties) {
    entity.Append(std::move(property.name), FromEdm(std::move(property.value)));
  }
  return entity;
}

}  // namespace rowhouse::tables
