#include "cli/transfer/import_source.h"

#include "cli/outcome/command_error.h"
#include "cli/text/export_lines.h"

#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::cli {
namespace {

using Breaks = RecordReader::Breaks;

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r") == text.npos; }

}  // namespace

FileFormat FormatOf(const std::string& file_name) {
  return file_name.ends_with(".csv") ? FileFormat::kCsv : FileFormat::kJsonLines;
}

ImportSource::ImportSource(std::istream& in, Options options)
    : in_(in),
      options_(std::move(options)),
      place_(options_.start),
      has_entities_(place_.offset > 0) {
  if (!options_.table.empty()) place_.table = options_.table;
  const bool csv = options_.format == FileFormat::kCsv;
  if (csv) ReadCsvHeader();
  if (!csv || place_.offset > 0) {
    if (place_.offset > 0) {
      in_.clear();
      in_.seekg(static_cast<std::streamoff>(place_.offset));
    }
    records_.emplace(in_, csv ? Breaks::kUnquoted : Breaks::kEveryLine, place_.offset, place_.line);
  }
}

std::string ImportSource::PlaceText(std::uint64_t line) const {
  return fmt::format("{}:{}", options_.name, line);
}

void ImportSource::Fail(std::uint64_t line, const std::string& what) const {
  throw CommandError(ExitCode::kFailure, fmt::format("{}: {}", PlaceText(line), what));
}

void ImportSource::ReadCsvHeader() {
  records_.emplace(in_, Breaks::kUnquoted);
  const auto header = records_->Next();
  if (!header) Fail(1, "a CSV file begins with a header: PartitionKey,RowKey,Name@Edm.Type,...");
  auto reader = CsvRowReader::FromHeader(header->text);
  if (!reader) Fail(header->line, reader.error());
  csv_ = *std::move(reader);
}

void ImportSource::TakeHeader(const std::string& table, std::uint64_t line) {
  if (!options_.table.empty() && (has_entities_ || !tables_seen_.empty())) {
    Fail(line,
         "the file holds a second table; --table is for files with one. Leave it out, and each "
         "table gets the name that the file has for it");
  }
  if (options_.table.empty()) place_.table = table;
  tables_seen_.push_back(place_.table);
}

tables::Entity ImportSource::ReadEntity(const TextRecord& record) {
  if (csv_) {
    auto entity = csv_->Read(record.text);
    if (!entity) Fail(record.line, entity.error());
    return *std::move(entity);
  }
  try {
    return tables::FromTypedJson(record.text);
  } catch (const std::invalid_argument& error) {
    Fail(record.line, error.what());
  }
}

std::optional<tables::Entity> ImportSource::Read(const TextRecord& record) {
  if (IsBlank(record.text)) return std::nullopt;
  if (!csv_) {
    auto header = ReadExportHeader(record.text);
    if (!header) Fail(record.line, header.error());
    if (*header) {
      TakeHeader(**header, record.line);
      return std::nullopt;
    }
  }
  if (place_.table.empty()) {
    Fail(record.line, "the file does not say which table this is for: give --table NAME");
  }
  return ReadEntity(record);
}

std::optional<tables::Entity> ImportSource::Next() {
  while (const auto record = records_->Next()) {
    auto entity = Read(*record);
    entity_line_ = record->line;
    has_entities_ = has_entities_ || entity;
    place_.offset = record->end;
    place_.line = records_->Line();
    if (entity) return entity;
  }
  if (records_->TooLong()) {
    Fail(records_->Line(), csv_ ? "a record of more than 16 MiB: is a quote left open?"
                                : "a line of more than 16 MiB");
  }
  return std::nullopt;
}

}  // namespace rowhouse::cli
