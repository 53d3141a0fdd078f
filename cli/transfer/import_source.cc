#include "cli/transfer/import_source.h"

#include "cli/outcome/command_error.h"
#include "cli/text/export_lines.h"

#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::cli {

ImportSource::ImportSource(InputFile& file, Options options)
    : file_(file), options_(std::move(options)), table_(options_.table) {
  if (!options_.table.empty()) tables_seen_.push_back(options_.table);
  if (options_.format == FileFormat::kCsv) {
    OpenCsv();
  } else {
    json_.emplace(file_.Text(), options_.account);
  }
  SkipTo(options_.start);
}

std::string ImportSource::PlaceText(std::uint64_t line) const {
  return fmt::format("{}:{}", file_.Name(), line);
}

std::string ImportSource::Header() const {
  if (csv_) return csv_header_;
  return options_.table.empty() ? ExportHeader(table_) : "";
}

tl::unexpected<RowFault> ImportSource::Fault(std::string what, bool ends) const {
  return tl::unexpected(RowFault{line_, std::move(what), ends});
}

void ImportSource::OpenCsv() {
  if (options_.table.empty()) {
    throw CommandError(
        ExitCode::kUsage,
        "a CSV file does not say which table it is for: `rowhouse import TABLE FILE` "
        "does");
  }
  const auto open = [this] {
    auto source = CsvSource::Open(file_.Text(), options_.rules);
    if (source) return *std::move(source);
    throw CommandError(ExitCode::kFailure,
                       fmt::format("{}: {}", PlaceText(source.error().line), source.error().what));
  };
  csv_ = open();
  if (options_.infer) {
    csv_->GuessTypes();
    const auto guessed = std::move(csv_);
    file_.Restart();
    csv_ = open();
    csv_->TakeTypesOf(*guessed);
  }
  csv_header_ = csv_->Reader().Header() + '\n';
}

void ImportSource::SkipTo(std::uint64_t start) {
  while (place_ < start) {
    const auto row = csv_ ? NextCsv(false) : NextJson(false);
    if (row) continue;
    throw CommandError(ExitCode::kUsage,
                       fmt::format("{} ends before the place at which to go on: start over without "
                                   "--resume",
                                   file_.Name()));
  }
}

// The file has come to a table. What is wrong with that.
std::optional<std::string> ImportSource::TakeTable(const std::string& table) {
  if (!options_.table.empty()) {
    if (has_entities_ && table != file_table_) {
      return "the file holds a second table; --table is for files with one. Leave it out, and each "
             "table gets the name that the file has for it";
    }
  } else {
    table_ = table;
    const bool is_named = !table.empty();
    if (is_named && (tables_seen_.empty() || tables_seen_.back() != table))
      tables_seen_.push_back(table);
  }
  file_table_ = table;
  return std::nullopt;
}

ImportSource::Result ImportSource::NextCsv(bool parse) {
  const auto row = csv_->Next();
  if (!row) {
    if (!csv_->TooLong()) return std::nullopt;
    line_ = csv_->Line();
    return Fault("a record of more than 16 MiB: is a quote left open?", true);
  }
  text_ = row->text;
  line_ = row->line;
  place_ = row->end;
  if (!parse) return tables::Entity();
  auto entity = csv_->Reader().Read(row->text);
  if (!entity) return Fault(std::move(entity).error());
  return *std::move(entity);
}

ImportSource::Result ImportSource::NextJson(bool parse) {
  while (const auto record = json_->Next()) {
    if (!*record) {
      line_ = record->error().line;
      text_ = record->error().text;
      return Fault(record->error().what, text_.empty());
    }
    text_ = (*record)->entity;
    line_ = (*record)->line;
    place_ = (*record)->end;
    if (auto fault = TakeTable((*record)->table)) return Fault(*std::move(fault), true);
    if (text_.empty()) continue;
    has_entities_ = true;
    if (!parse) return tables::Entity();
    try {
      return tables::FromTypedJson(text_);
    } catch (const std::invalid_argument& error) {
      return Fault(error.what());
    }
  }
  return std::nullopt;
}

ImportSource::Result ImportSource::Next() {
  Result row = csv_ ? NextCsv(true) : NextJson(true);
  if (row && table_.empty() && !(!*row && row->error().ends)) {
    return Fault("the file does not say which table this is for: `rowhouse import TABLE FILE` does",
                 true);
  }
  return row;
}

}  // namespace rowhouse::cli
