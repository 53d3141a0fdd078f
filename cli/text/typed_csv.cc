#include "cli/text/typed_csv.h"

#include "cli/text/csv.h"
#include "cli/text/value_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;
using tables::ValueType;

constexpr std::string_view kOwnTypeMark = "@Edm.";
constexpr std::string_view kTypeColumnMark = "@type";

std::string CellText(const Value& value, ValueType column_type) {
  std::string text = value.ToString();
  const bool plain =
      value.Type() == column_type && !text.empty() && !text.starts_with(kOwnTypeMark);
  if (plain) return text;
  return fmt::format("@{}:{}", tables::ToString(value.Type()), text);
}

tl::unexpected<std::string> WrongValue(std::string_view column, ValueType type,
                                       std::string_view text) {
  constexpr std::size_t shown_max = 60;
  return tl::unexpected(fmt::format("column {}: '{}' is not a valid {}", column,
                                    text.substr(0, shown_max), tables::ToString(type)));
}

}  // namespace

void CsvColumns::Add(const Entity& entity) {
  for (const auto& [name, value] : entity.AllProperties()) {
    if (value.IsNull()) continue;
    if (places_.try_emplace(name, columns_.size()).second) columns_.push_back({name, value.Type()});
  }
}

void AppendCsvHeader(std::string& out, const CsvColumns& columns) {
  out += "PartitionKey,RowKey";
  for (const CsvColumn& column : columns.All()) {
    out += ',';
    AppendCsvField(out, column.name);
    if (column.type != ValueType::kString) out.append("@").append(tables::ToString(column.type));
  }
  out += '\n';
}

void AppendCsvRow(std::string& out, const CsvColumns& columns, const Entity& entity) {
  std::vector<const Value*> cells(columns.All().size(), nullptr);
  for (const auto& [name, value] : entity.AllProperties()) {
    if (!value.IsNull()) cells[columns.Place(name)] = &value;
  }
  AppendCsvField(out, entity.PartitionKey());
  out += ',';
  AppendCsvField(out, entity.RowKey());
  for (std::size_t place = 0; place < cells.size(); ++place) {
    out += ',';
    if (cells[place] == nullptr) continue;
    AppendCsvField(out, CellText(*cells[place], columns.All()[place].type));
  }
  out += '\n';
}

tl::expected<CsvRowReader::Column, std::string> CsvRowReader::ReadColumn(const std::string& title) {
  if (title == "PartitionKey") return Column{Role::kPartitionKey, {title}};
  if (title == "RowKey") return Column{Role::kRowKey, {title}};
  const std::size_t at = title.find('@');
  std::string name = title.substr(0, at);
  if (name.empty()) return tl::unexpected(std::string("a column has no name"));
  if (name == "Timestamp") return Column{Role::kIgnored, {std::move(name)}};
  if (at == std::string::npos) return Column{Role::kValue, {std::move(name)}};
  if (title.substr(at) == kTypeColumnMark) {
    const bool of_key = name == "PartitionKey" || name == "RowKey";
    return Column{of_key ? Role::kIgnored : Role::kTypeOfRow, {std::move(name)}};
  }
  const auto type = ParseTypeName(std::string_view(title).substr(at + 1));
  if (!type) {
    return tl::unexpected(fmt::format(
        "column {}: unknown type; the types are Edm.String, Edm.Boolean, Edm.Int32, Edm.Int64, "
        "Edm.Double, Edm.DateTime, Edm.Guid and Edm.Binary",
        title));
  }
  return Column{Role::kValue, {std::move(name), *type}};
}

std::string CsvRowReader::FindFault() const {
  std::set<std::pair<Role, std::string>> seen;
  for (const Column& column : columns_) {
    if (column.role == Role::kIgnored) continue;
    if (!seen.emplace(column.role, column.what.name).second) {
      return fmt::format("column {} appears twice", column.what.name);
    }
  }
  for (const auto& [role, name] :
       {std::pair(Role::kPartitionKey, "PartitionKey"), std::pair(Role::kRowKey, "RowKey")}) {
    if (!seen.contains({role, name})) return fmt::format("column {} is missing", name);
  }
  return {};
}

void CsvRowReader::JoinTypeColumns() {
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    if (columns_[place].role != Role::kTypeOfRow) continue;
    for (Column& column : columns_) {
      if (column.role == Role::kValue && column.what.name == columns_[place].what.name) {
        column.type_place = place;
      }
    }
  }
}

tl::expected<CsvRowReader, std::string> CsvRowReader::FromHeader(std::string_view header) {
  const auto titles = SplitCsvRecord(header);
  if (!titles) return tl::unexpected(std::string("a quote is not closed"));
  CsvRowReader reader;
  for (const std::string& title : *titles) {
    auto column = ReadColumn(title);
    if (!column) return tl::unexpected(std::move(column).error());
    reader.columns_.push_back(*std::move(column));
  }
  if (std::string fault = reader.FindFault(); !fault.empty()) return tl::unexpected(fault);
  reader.JoinTypeColumns();
  return reader;
}

tl::expected<Value, std::string> CsvRowReader::ReadCell(const Column& column,
                                                        const std::vector<std::string>& cells,
                                                        std::size_t place) const {
  std::string_view text = cells[place];
  ValueType type = column.what.type;
  bool has_own_type = false;
  if (column.type_place && !cells[*column.type_place].empty()) {
    const auto own = ParseTypeName(cells[*column.type_place]);
    if (!own) {
      return tl::unexpected(fmt::format("column {}: '{}' is not a type",
                                        columns_[*column.type_place].what.name + "@type",
                                        cells[*column.type_place]));
    }
    type = *own;
    has_own_type = type == ValueType::kString;
  } else if (text.starts_with(kOwnTypeMark)) {
    const std::size_t colon = text.find(':');
    const auto own = ParseTypeName(text.substr(1, colon == text.npos ? text.npos : colon - 1));
    if (!own || colon == text.npos) {
      return tl::unexpected(fmt::format(
          "column {}: '{}' begins like a type, but is not one; a text that begins so is "
          "written @Edm.String:{}",
          column.what.name, text, text));
    }
    type = *own;
    has_own_type = true;
    text.remove_prefix(colon + 1);
  }
  if (text.empty() && !has_own_type) return Value();
  auto value = ParseValue(type, text);
  if (!value) return WrongValue(column.what.name, type, text);
  return *std::move(value);
}

tl::expected<Entity, std::string> CsvRowReader::Read(std::string_view row) const {
  const auto cells = SplitCsvRecord(row);
  if (!cells) return tl::unexpected(std::string("a quote is not closed, or text follows it"));
  if (cells->size() != columns_.size()) {
    return tl::unexpected(
        fmt::format("{} fields where the header has {}", cells->size(), columns_.size()));
  }
  Entity entity;
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    const Column& column = columns_[place];
    if (column.role == Role::kPartitionKey) entity.SetPartitionKey((*cells)[place]);
    if (column.role == Role::kRowKey) entity.SetRowKey((*cells)[place]);
    if (column.role != Role::kValue) continue;
    auto value = ReadCell(column, *cells, place);
    if (!value) return tl::unexpected(std::move(value).error());
    if (!value->IsNull()) entity.Append(column.what.name, *std::move(value));
  }
  return entity;
}

}  // namespace rowhouse::cli
