#include "entity/entity_json.h"

#include "base/json_fault.h"
#include "base/json_string.h"
#include "client/values/edm.h"
#include "client/values/entity_text.h"
#include "entity/json_members.h"
#include "entity/limits.h"
#include "entity/stored_properties.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <simdjson.h>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace rowhouse::tables {

namespace {

// The service makes a double of an integer that no Int32 holds. Where that changes it, it was meant as
// an Int64, as a JSON writer that knows no types leaves it.
void KeepBigIntegers(std::string_view text, std::vector<Property>& properties) {
  constexpr std::int64_t exact_max = std::int64_t{1} << 53U;
  const auto is_big = [](const Property& property) {
    const double* const number = std::get_if<double>(&property.value);
    return number != nullptr && std::abs(*number) >= static_cast<double>(exact_max);
  };
  if (std::ranges::none_of(properties, is_big)) return;
  const JsonMembers members = JsonMembers::Read(text);
  for (const JsonMember& member : members.Members()) {
    if (!member.value || member.annotation || member.value->kind != JsonScalar::Kind::kNumber) {
      continue;
    }
    const auto property = std::ranges::find(properties, member.name, &Property::name);
    const std::string_view token = member.value->text;
    if (property == properties.end() || !is_big(*property) ||
        token.find_first_not_of("-0123456789") != token.npos) {
      continue;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
    if (error != std::errc()) {
      throw std::invalid_argument(
          fmt::format("not an entity: {}: {} is more than an Edm.Int64 can hold, and an Edm.Double "
                      "would change "
                      "it; write it with a type, or as a string",
                      member.name, token));
    }
    if (number < -exact_max || number > exact_max) property->value = number;
  }
}

// What ParseEntity() leaves out, since no write sends it.
void SetSystemProperties(std::string_view text, Entity& entity) {
  if (text.find("\"odata.etag\"") == text.npos && text.find("\"Timestamp\"") == text.npos) return;
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  if (parser.parse(text.data(), text.size()).get(element) != simdjson::SUCCESS) return;
  std::string_view value;
  if (element["odata.etag"].get(value) == simdjson::SUCCESS)
    entity.SetETag(ETag(std::string(value)));
  if (element["Timestamp"].get(value) != simdjson::SUCCESS) return;
  if (const auto time = DateTime::Parse(value)) entity.SetTimestamp(*time);
}

}  // namespace

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

void AppendTypedJson(std::string& out, const Entity& entity) {
  const std::size_t begin = out.size();
  AppendEntityBody(out, entity);
  WriteOutEscapes(out, begin);
}

std::string ToTypedJson(const Entity& entity) {
  std::string text;
  AppendTypedJson(text, entity);
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
  KeepBigIntegers(text, input->properties);
  for (Property& property : input->properties) {
    entity.Append(std::move(property.name), FromEdm(std::move(property.value)));
  }
  SetSystemProperties(text, entity);
  return entity;
}

}  // namespace rowhouse::tables
