#include "formats/azurite_rows.h"

#include "entity/json_members.h"
#include "entity/stored_properties.h"

#include <simdjson.h>

namespace rowhouse {
namespace {

using Element = simdjson::dom::element;

constexpr const char* kUnreadable = "not a row of Azurite's database: ";

tl::unexpected<std::string> Fault(const char* what) {
  return tl::unexpected(std::string(kUnreadable) + what);
}

std::optional<std::string_view> TextOf(Element row, const char* name) {
  std::string_view text;
  if (row[name].get(text) != simdjson::SUCCESS) return std::nullopt;
  return text;
}

void AppendMember(std::string& out, std::string_view name, const JsonScalar& value) {
  out += out.size() > 1 ? "," : "";
  AppendJsonString(out, name);
  out += ':';
  if (value.kind == JsonScalar::Kind::kString) {
    AppendJsonString(out, value.text);
  } else {
    out += value.text;
  }
}

}  // namespace

std::optional<AzuriteTable> AzuriteTableOf(std::string_view collection) {
  const std::size_t mark = collection.find('$');
  if (mark == collection.npos || mark == 0 || mark + 1 == collection.size()) return std::nullopt;
  return AzuriteTable{std::string(collection.substr(0, mark)),
                      std::string(collection.substr(mark + 1))};
}

tl::expected<AzuriteTable, std::string> ReadAzuriteTable(std::string_view row) {
  simdjson::dom::parser parser;
  Element element;
  if (parser.parse(row.data(), row.size()).get(element) != simdjson::SUCCESS) {
    return Fault("the JSON is malformed");
  }
  const auto account = TextOf(element, "account");
  const auto table = TextOf(element, "table");
  if (!account || !table) return Fault("account or table is missing");
  return AzuriteTable{std::string(*account), std::string(*table)};
}

tl::expected<std::string, std::string> ReadAzuriteEntity(std::string_view row) {
  simdjson::dom::parser parser;
  Element element;
  if (parser.parse(row.data(), row.size()).get(element) != simdjson::SUCCESS) {
    return Fault("the JSON is malformed");
  }
  const auto partition_key = TextOf(element, "PartitionKey");
  const auto row_key = TextOf(element, "RowKey");
  Element properties;
  if (!partition_key || !row_key || element["properties"].get(properties) != simdjson::SUCCESS ||
      !properties.is_object()) {
    return Fault("PartitionKey, RowKey or properties is missing");
  }
  const std::string text = simdjson::to_string(properties);
  const JsonMembers members = JsonMembers::Read(text);
  if (members.Fault()) return Fault("a property is no plain value, or there are too many");
  using Kind = JsonScalar::Kind;
  std::string out = "{";
  AppendMember(out, "PartitionKey", {Kind::kString, *partition_key});
  AppendMember(out, "RowKey", {Kind::kString, *row_key});
  for (const JsonMember& member : members.Members()) {
    if (member.name == "PartitionKey" || member.name == "RowKey" || !member.value) continue;
    if (member.annotation) {
      AppendMember(out, std::string(member.name) + "@odata.type",
                   {Kind::kString, *member.annotation});
    }
    AppendMember(out, member.name, *member.value);
  }
  return out + '}';
}

}  // namespace rowhouse
