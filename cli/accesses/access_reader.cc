#include "cli/accesses/access_reader.h"

#include "base/unicode.h"
#include "cli/text/csv.h"
#include "entity/export_lines.h"
#include "entity/json_members.h"
#include "entity/property_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <simdjson.h>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kNameShown = 60;

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::optional<std::string> SetMember(AccessBuilder& builder, RecordForm form,
                                     const JsonMember& member) {
  const AccessColumn column = ColumnOf(member.name, form);
  if (column != AccessColumn::kProperty) {
    if (IsOfOperations(member.name)) builder.SetIsOperation();
    const bool is_time = column == AccessColumn::kTime;
    const auto kind = member.value->kind;
    if (kind != JsonScalar::Kind::kString && !(is_time && kind == JsonScalar::Kind::kNumber)) {
      return fmt::format("{} is not a string", member.name);
    }
    return builder.Set(column, member.value->text);
  }
  if (auto value = ReadPropertyValue(member)) builder.AddProperty(member.name, *std::move(value));
  return {};  // a property that no entity can have says nothing about the keys
}

// JsonMembers leaves out what the service sets.
std::optional<std::string> TimestampOf(std::string_view record) {
  if (record.find("Timestamp") == std::string_view::npos) return {};
  thread_local simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(record)["Timestamp"].get(text) != simdjson::SUCCESS) return {};
  return std::string(text);
}

// JsonMembers leaves out Timestamp.
RecordForm FormOfRecord(const JsonMembers& members, bool has_timestamp) {
  std::vector<std::string_view> names;
  for (const JsonMember& member : members.Members()) names.push_back(member.name);
  if (has_timestamp) names.emplace_back("Timestamp");
  return FormOf(names);
}

}  // namespace

AccessReader::Parsed AccessReader::ParseJson(std::string_view record) {
  const JsonMembers members = JsonMembers::Read(record);
  if (members.Fault()) {
    return tl::unexpected(std::string("it is not one JSON object of plain members"));
  }
  const auto written = TimestampOf(record);
  RecordForm form = FormOfRecord(members, written.has_value());
  if (form == RecordForm::kOperation) {
    const auto header = ReadExportHeader(record);
    if (!header) return tl::unexpected(header.error());
    if (*header) {
      is_export_ = true;
      return std::nullopt;
    }
  }
  if (is_export_) form = RecordForm::kEntity;
  AccessBuilder builder;
  for (const JsonMember& member : members.Members()) {
    if (!member.value || member.value->kind == JsonScalar::Kind::kNull) continue;
    if (auto fault = SetMember(builder, form, member)) return tl::unexpected(*std::move(fault));
  }
  if (written) {
    auto fault = builder.Set(AccessColumn::kTimestamp, *written);
    if (fault) return tl::unexpected(*std::move(fault));
  }
  return std::move(builder).Finish();
}

AccessReader::Beginning AccessReader::Look(std::istream& in) {
  Beginning begin;
  for (const char byte : kByteOrderMark) {
    if (in.peek() != static_cast<unsigned char>(byte)) break;
    in.get();
    ++begin.offset;
  }
  for (int next = in.peek(); next == '\n' || next == '\r' || next == ' '; next = in.peek()) {
    in.get();
    ++begin.offset;
    if (next == '\n') ++begin.line;
  }
  begin.is_csv = in.peek() != '{';
  return begin;
}

AccessReader::AccessReader(std::istream& in) : AccessReader(in, Look(in)) {}

AccessReader::AccessReader(std::istream& in, const Beginning& begin)
    : is_csv_(begin.is_csv),
      records_(in,
               begin.is_csv ? RecordReader::Breaks::kUnquoted : RecordReader::Breaks::kEveryLine,
               begin.offset, begin.line) {}

std::optional<std::string> AccessReader::ReadHeader(std::string_view header) {
  if (header.find(',') == std::string_view::npos && header.find('\t') != std::string_view::npos) {
    separator_ = '\t';
  }
  if (header.starts_with('[')) {
    return "it is a JSON array; write its objects one a line, as jq -c '.[]' does";
  }
  auto names = SplitCsvRecord(header, separator_);
  if (!names) return "it is neither JSON lines nor a CSV header: a quote is out of place";
  names_ = *std::move(names);
  form_ = FormOf(std::vector<std::string_view>(names_.begin(), names_.end()));
  std::set<AccessColumn> seen;
  for (const std::string& name : names_) {
    const AccessColumn column = ColumnOf(name, form_);
    if (column != AccessColumn::kProperty && !seen.insert(column).second) {
      return fmt::format("the header names the column {} a second time",
                         name.substr(0, kNameShown));
    }
  }
  if (seen.contains(AccessColumn::kPartitionKey)) return {};
  return "neither JSON lines nor a CSV header with a column pk or PartitionKey, between commas or "
         "tabs";
}

AccessReader::Parsed AccessReader::ParseCsv(std::string_view record) const {
  const auto cells = SplitCsvRecord(record, separator_);
  if (!cells) return tl::unexpected(std::string("it cannot be read as CSV"));
  if (cells->size() != names_.size()) {
    return tl::unexpected(
        fmt::format("it has {} fields, the header {}", cells->size(), names_.size()));
  }
  AccessBuilder builder;
  if (form_ == RecordForm::kOperation && std::ranges::any_of(names_, IsOfOperations))
    builder.SetIsOperation();
  for (std::size_t place = 0; place < names_.size(); ++place) {
    const AccessColumn column = ColumnOf(names_[place], form_);
    const std::string& cell = (*cells)[place];
    const bool is_key = column == AccessColumn::kPartitionKey || column == AccessColumn::kRowKey;
    if (cell.empty() && !is_key) continue;
    if (column == AccessColumn::kProperty) {
      builder.AddProperty(names_[place], cell);
    } else if (auto fault = builder.Set(column, cell)) {
      return tl::unexpected(*std::move(fault));
    }
  }
  return std::move(builder).Finish();
}

std::optional<tl::expected<ListedAccess, AccessFault>> AccessReader::Next() {
  while (!is_over_) {
    const auto record = records_.Next();
    if (!record) {
      is_over_ = true;
      if (!records_.TooLong()) return {};
      return tl::unexpected(AccessFault{
          records_.Line(), "it is longer than any operation; nothing after it was read"});
    }
    if (IsBlank(record->text)) continue;
    if (is_csv_ && names_.empty()) {
      auto fault = ReadHeader(record->text);
      if (!fault) continue;
      is_over_ = true;
      return tl::unexpected(AccessFault{record->line, *std::move(fault)});
    }
    auto parsed = is_csv_ ? ParseCsv(record->text) : ParseJson(record->text);
    if (!parsed) return tl::unexpected(AccessFault{record->line, std::move(parsed).error()});
    if (*parsed) return **std::move(parsed);
  }
  return {};
}

}  // namespace rowhouse::cli
