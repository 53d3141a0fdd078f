#include "cli/text/csv_rows.h"

#include "base/ascii.h"
#include "base/unicode.h"
#include "cli/text/csv.h"
#include "cli/text/value_text.h"
#include "entity/property_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::Value;
using tables::ValueType;

constexpr std::string_view kTypeColumnMark = "@type";
constexpr std::string_view kSystemPrefix = "odata.";
constexpr std::size_t kShownMax = 60;
constexpr std::size_t kTitlesShownMax = 8;

tl::unexpected<std::string> WrongValue(std::string_view column, ValueType type,
                                       std::string_view text) {
  return tl::unexpected(fmt::format("column {}: '{}' is not a valid {}", column,
                                    text.substr(0, kShownMax), tables::ToString(type)));
}

std::string Trimmed(std::string_view title) {
  const std::size_t first = title.find_first_not_of(" \t");
  if (first == title.npos) return {};
  return std::string(title.substr(first, title.find_last_not_of(" \t") - first + 1));
}

// The one that parts the header into most columns.
char SeparatorOf(std::string_view header) {
  char best = ',';
  std::size_t most = 1;
  for (const char candidate : {',', ';', '\t'}) {
    const auto titles = SplitCsvRecord(header, candidate);
    if (!titles || titles->size() <= most) continue;
    most = titles->size();
    best = candidate;
  }
  return best;
}

}  // namespace

tl::expected<CsvRowReader::Column, std::string> CsvRowReader::ReadColumn(
    const std::string& title) const {
  if (title == "PartitionKey") return Column{Role::kPartitionKey, {title}};
  const std::string row_key = rules_.row_key.empty() ? "RowKey" : rules_.row_key;
  if (title == row_key) return Column{Role::kRowKey, {title}};
  if (title == "RowKey") {
    return tl::unexpected(fmt::format(
        "the file has a column RowKey, and --row-key says {}: leave that out", row_key));
  }
  const std::size_t at = title.find('@');
  std::string name = Trimmed(title.substr(0, at));
  if (name.empty()) return tl::unexpected(std::string("a column has no name"));
  const bool is_system = name == "Timestamp" || name.starts_with(kSystemPrefix);
  if (is_system) return Column{Role::kIgnored, {std::move(name)}};
  if (at != title.npos && title.substr(at) == kTypeColumnMark) {
    const bool of_key = name == "PartitionKey" || name == row_key;
    return Column{of_key ? Role::kIgnored : Role::kTypeOfRow, {std::move(name)}};
  }
  if (!CheckPropertyName(name)) {
    return tl::unexpected(
        fmt::format("'{}' cannot be the name of a property, which has letters, digits and _ and "
                    "begins with no digit",
                    name.substr(0, kShownMax)));
  }
  if (at == title.npos) return Column{Role::kValue, {std::move(name)}};
  const auto type = ParseTypeName(std::string_view(title).substr(at + 1));
  if (!type) {
    return tl::unexpected(fmt::format(
        "column {}: unknown type; the types are Edm.String, Edm.Boolean, Edm.Int32, Edm.Int64, "
        "Edm.Double, Edm.DateTime, Edm.Guid and Edm.Binary",
        title));
  }
  return Column{Role::kValue, {std::move(name), *type}, true};
}

bool CsvRowReader::Has(Role role) const {
  return std::ranges::any_of(columns_,
                             [role](const Column& column) { return column.role == role; });
}

// Which key the rows would not have, and what is there instead.
std::string CsvRowReader::FindMissing() const {
  const bool needs_partition =
      !rules_.partition_key || rules_.partition_key->Uses(KeySource::Kind::kPartitionKey);
  const std::string row_key = rules_.row_key.empty() ? "RowKey" : rules_.row_key;
  for (const auto& [role, name, needed] :
       {std::tuple(Role::kPartitionKey, std::string("PartitionKey"), needs_partition),
        std::tuple(Role::kRowKey, row_key, true)}) {
    if (!needed || Has(role)) continue;
    std::vector<std::string> titles;
    for (const Column& column : columns_) {
      if (EqualsIgnoringAsciiCase(column.what.name, name)) {
        return fmt::format("column {} is missing; '{}' has different capitals", name,
                           column.what.name);
      }
      if (titles.size() < kTitlesShownMax) titles.push_back(column.what.name);
    }
    const bool more = titles.size() < columns_.size();
    return fmt::format(
        "column {} is missing; there are {}{}. A file without keys gets them by "
        "--partition-key and --row-key",
        name, fmt::join(titles, ", "), more ? ", ..." : "");
  }
  return {};
}

std::string CsvRowReader::FindFault() const {
  std::set<std::pair<Role, std::string>> seen;
  for (const Column& column : columns_) {
    if (column.role == Role::kIgnored) continue;
    if (!seen.emplace(column.role, column.what.name).second) {
      return fmt::format("column {} appears twice", column.what.name);
    }
  }
  if (std::string missing = FindMissing(); !missing.empty()) return missing;
  if (!rules_.partition_key) return {};
  for (const std::string& property : rules_.partition_key->Properties()) {
    if (!seen.contains({Role::kValue, property}) && property != rules_.row_key) {
      return fmt::format("--partition-key: there is no column {}", property);
    }
  }
  return {};
}

// Connects columns with those that hold their types. What is wrong; empty: nothing.
std::string CsvRowReader::JoinTypeColumns() {
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    if (columns_[place].role != Role::kTypeOfRow) continue;
    const std::string& name = columns_[place].what.name;
    const auto typed = std::ranges::find_if(columns_, [&name](const Column& column) {
      return column.role == Role::kValue && column.what.name == name;
    });
    if (typed == columns_.end()) {
      return fmt::format("column {}{} has the types of a column {}, which is not there", name,
                         kTypeColumnMark, name);
    }
    typed->type_place = place;
  }
  return {};
}

tl::expected<CsvRowReader, std::string> CsvRowReader::FromHeader(std::string_view header,
                                                                 CsvRules rules) {
  if (!IsValidUtf8(header)) {
    return tl::unexpected(std::string(
        "the file is not UTF-8; save it again as UTF-8, which Excel calls 'CSV UTF-8'"));
  }
  CsvRowReader reader;
  reader.rules_ = std::move(rules);
  reader.separator_ = SeparatorOf(header);
  const auto titles = SplitCsvRecord(header, reader.separator_);
  if (!titles) return tl::unexpected(std::string("a quote is not closed"));
  for (const std::string& title : *titles) {
    auto column = reader.ReadColumn(Trimmed(title));
    if (!column) return tl::unexpected(std::move(column).error());
    column->title = title;
    reader.columns_.push_back(*std::move(column));
  }
  if (std::string fault = reader.FindFault(); !fault.empty()) return tl::unexpected(fault);
  if (std::string fault = reader.JoinTypeColumns(); !fault.empty()) return tl::unexpected(fault);
  return reader;
}

tl::expected<std::vector<std::string>, std::string> CsvRowReader::Split(
    std::string_view row) const {
  auto cells = SplitCsvRecord(row, separator_);
  if (!cells) return tl::unexpected(std::string("a quote is not closed, or text follows it"));
  if (cells->size() != columns_.size()) {
    return tl::unexpected(
        fmt::format("{} fields where the header has {}", cells->size(), columns_.size()));
  }
  return *std::move(cells);
}

bool CsvRowReader::TakeFirst(std::string_view row) {
  const auto cells = Split(row);
  if (!cells) return false;  // Read() says why
  const bool only_types = std::ranges::all_of(*cells, [](const std::string& cell) {
    return cell.starts_with("Edm.") && ParseTypeName(cell);
  });
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    Column& column = columns_[place];
    if (column.type_place && !column.has_type)
      column.first_type = ParseTypeName((*cells)[*column.type_place]);
    if (only_types) {
      column.what.type = *ParseTypeName((*cells)[place]);
      column.has_type = true;
    }
  }
  return only_types;
}

std::string CsvRowReader::Header() const {
  std::string header;
  for (const Column& column : columns_) {
    if (&column != &columns_.front()) header += separator_;
    const ValueType type = column.first_type.value_or(column.what.type);
    const bool is_known = column.has_type || column.first_type || type != ValueType::kString;
    const bool is_said = column.title.find('@') != column.title.npos;
    const bool says = column.role == Role::kValue && is_known && !is_said;
    AppendCsvField(header, says ? fmt::format("{}@{}", column.what.name, tables::ToString(type))
                                : column.title);
  }
  return header;
}

void CsvRowReader::Guess(std::string_view row) {
  const auto cells = Split(row);
  if (!cells) return;
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    if (!(*cells)[place].empty()) columns_[place].guess.Add((*cells)[place]);
  }
}

void CsvRowReader::TakeGuesses() {
  for (Column& column : columns_) {
    if (column.role == Role::kValue && !column.has_type && !column.type_place) {
      column.what.type = column.guess.Type();
    }
  }
}

// The type of a cell and its text without it.
tl::expected<CsvRowReader::Typed, std::string> CsvRowReader::TypeOf(
    const Column& column, const std::vector<std::string>& cells, std::size_t place) const {
  const std::string& text = cells[place];
  if (column.type_place && !cells[*column.type_place].empty()) {
    const std::string& name = cells[*column.type_place];
    const auto own = ParseTypeName(name);
    if (own) return Typed{*own, true, text};
    return tl::unexpected(fmt::format("column {}{}: '{}' is not a type", column.what.name,
                                      kTypeColumnMark, name.substr(0, kShownMax)));
  }
  if (!text.starts_with(kOwnTypeMark)) {
    return Typed{column.first_type.value_or(column.what.type), false, text};
  }
  const std::size_t colon = text.find(':');
  const auto own =
      ParseTypeName(std::string_view(text).substr(1, colon == text.npos ? text.npos : colon - 1));
  if (!own || colon == text.npos) {
    return tl::unexpected(
        fmt::format("column {}: '{}' begins like a type, but is not one; a text that begins so is "
                    "written @Edm.String:{}",
                    column.what.name, text.substr(0, kShownMax), text.substr(0, kShownMax)));
  }
  return Typed{*own, true, std::string_view(text).substr(colon + 1)};
}

tl::expected<Value, std::string> CsvRowReader::ReadCell(const Column& column,
                                                        const std::vector<std::string>& cells,
                                                        std::size_t place) const {
  const auto typed = TypeOf(column, cells, place);
  if (!typed) return tl::unexpected(typed.error());
  if (typed->text.empty() && !typed->is_own) return Value();
  auto value = ParseValue(typed->type, typed->text);
  if (value) return *std::move(value);
  if (!typed->text.empty()) return WrongValue(column.what.name, typed->type, typed->text);
  return tl::unexpected(
      fmt::format("column {}: an empty cell of type {}: empty the type, too, if the entity has no "
                  "such property",
                  column.what.name, tables::ToString(typed->type)));
}

// Gives the entity the PartitionKey of the rules. What is wrong; empty: nothing.
std::string CsvRowReader::MakeKey(Entity& entity) const {
  KeyInputs inputs;
  const std::string partition = entity.PartitionKey();
  inputs.partition_key = partition;
  inputs.row_key = entity.RowKey();
  inputs.property = [&](std::string_view name) -> std::optional<std::string> {
    if (name == rules_.row_key) return entity.RowKey();
    if (!entity.Has(name)) return std::nullopt;
    return entity[name].ToString();
  };
  inputs.random_number = std::hash<std::string>()(entity.RowKey());
  auto key = rules_.partition_key->Apply(inputs);
  if (!key) return "--partition-key: " + key.error();
  entity.SetPartitionKey(*std::move(key));
  return {};
}

tl::expected<Entity, std::string> CsvRowReader::Read(std::string_view row) const {
  const auto cells = Split(row);
  if (!cells) return tl::unexpected(cells.error());
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
  if (!rules_.partition_key) return entity;
  if (std::string fault = MakeKey(entity); !fault.empty()) return tl::unexpected(fault);
  return entity;
}

}  // namespace rowhouse::cli
