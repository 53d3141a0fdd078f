#include "cli/text/typed_csv.h"

#include "base/unicode.h"
#include "cli/text/csv.h"

#include <fmt/format.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;
using tables::ValueType;

std::string CellText(const Value& value, ValueType column_type) {
  std::string text = value.ToString();
  const bool plain =
      value.Type() == column_type && !text.empty() && !text.starts_with(kOwnTypeMark);
  if (plain) return text;
  return fmt::format("@{}:{}", tables::ToString(value.Type()), text);
}

}  // namespace

void CsvColumns::Add(const Entity& entity) {
  for (const auto& [name, value] : entity.AllProperties()) {
    if (value.IsNull()) continue;
    if (places_.try_emplace(name, columns_.size()).second) columns_.push_back({name, value.Type()});
  }
}

void AppendCsvHeader(std::string& out, const CsvColumns& columns, const TextStyle& style) {
  if (style.bom) out += kByteOrderMark;
  out += "PartitionKey,RowKey";
  if (style.system) out += ",Timestamp,odata.etag";
  for (const CsvColumn& column : columns.All()) {
    out += ',';
    AppendCsvField(out, column.name);
    if (column.type != ValueType::kString && !style.plain)
      out.append("@").append(tables::ToString(column.type));
  }
  out += '\n';
}

void AppendCsvRow(std::string& out, const CsvColumns& columns, const Entity& entity,
                  const TextStyle& style) {
  std::vector<const Value*> cells(columns.All().size(), nullptr);
  for (const auto& [name, value] : entity.AllProperties()) {
    if (!value.IsNull()) cells[columns.Place(name)] = &value;
  }
  AppendCsvField(out, entity.PartitionKey());
  out += ',';
  AppendCsvField(out, entity.RowKey());
  if (style.system) {
    out += ',';
    if (entity.Timestamp()) out += entity.Timestamp()->ToString();
    out += ',';
    AppendCsvField(out, entity.ETag().ToString());
  }
  for (std::size_t place = 0; place < cells.size(); ++place) {
    out += ',';
    if (cells[place] == nullptr) continue;
    AppendCsvField(out, style.plain ? cells[place]->ToString()
                                    : CellText(*cells[place], columns.All()[place].type));
  }
  out += '\n';
}

}  // namespace rowhouse::cli
