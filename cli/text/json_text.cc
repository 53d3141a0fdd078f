#include "cli/text/json_text.h"

#include "base/json_string.h"
#include "base/json_writer.h"

#include <cmath>
#include <cstdint>
#include <rowhouse/entity_json.h>
#include <string_view>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;
using tables::ValueType;

// A token that is no string; empty for those that are.
std::string PlainToken(const Value& value) {
  const ValueType type = value.Type();
  if (type == ValueType::kDouble) {
    return std::isfinite(value.As<double>().value_or(0)) ? value.ToString() : "null";
  }
  const bool is_token =
      type == ValueType::kBoolean || type == ValueType::kInt32 || type == ValueType::kInt64;
  return is_token ? value.ToString() : std::string();
}

void WritePlain(JsonWriter& writer, const Entity& entity) {
  writer.Member("PartitionKey", std::string_view(entity.PartitionKey()));
  writer.Member("RowKey", std::string_view(entity.RowKey()));
  for (const auto& [name, value] : entity.AllProperties()) {
    if (value.IsNull()) continue;
    const std::string token = PlainToken(value);
    writer.Key(name);
    if (token.empty()) {
      writer.Value(std::string_view(value.ToString()));
    } else {
      writer.Raw(token);
    }
  }
}

}  // namespace

void AppendJson(std::string& out, const Entity& entity, const TextStyle& style) {
  if (!style.plain && !style.system) return tables::AppendTypedJson(out, entity);
  const std::size_t begin = out.size();
  JsonWriter writer;
  writer.BeginObject();
  if (style.system && !entity.ETag().IsEmpty()) {
    writer.Member("odata.etag", std::string_view(entity.ETag().ToString()));
  }
  if (style.system && entity.Timestamp()) {
    writer.Member("Timestamp", std::string_view(entity.Timestamp()->ToString()));
  }
  if (style.plain) {
    WritePlain(writer, entity);
    out += writer.EndObject().Take();
    return WriteOutEscapes(out, begin);
  }
  std::string system = writer.Take();
  if (system.size() > 1) system += ',';
  out += system;
  const std::size_t body = out.size();
  tables::AppendTypedJson(out, entity);
  out.erase(body, 1);  // its brace
}

}  // namespace rowhouse::cli
