#include "cli/query/entity_output.h"

#include "cli/outcome/command_error.h"
#include "cli/query/table_printer.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "cli/text/json_text.h"
#include "cli/transfer/csv_conversion.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;

class JsonPrinter final : public EntityPrinter {
 public:
  JsonPrinter(bool lines, const TextStyle& style) : lines_(lines), style_(style) {}

  void Finish() override {
    if (!lines_) PrintOut(Count() > 0 ? "\n]\n" : "[]\n");
  }

 private:
  void Take(const Entity& entity) override {
    std::string text = lines_ ? "" : Count() > 1 ? ",\n" : "[\n";
    AppendJson(text, entity, style_);
    if (lines_) text += '\n';
    PrintOut(text);
  }

  const bool lines_;
  const TextStyle style_;
};

class CsvPrinter final : public EntityPrinter {
 public:
  explicit CsvPrinter(const TextStyle& style) : spool_(style) {}

  void Finish() override {
    spool_.WriteTo([](const std::string& text) { PrintOut(text); });
  }

 private:
  void Take(const Entity& entity) override { spool_.Add(entity); }

  CsvSpool spool_;
};

// Shows Timestamp and ETag where a table has properties.
class SystemPrinter final : public EntityPrinter {
 public:
  explicit SystemPrinter(std::unique_ptr<EntityPrinter> printer) : printer_(std::move(printer)) {}

  void Flush() override { printer_->Flush(); }
  void Finish() override { printer_->Finish(); }

 private:
  void Take(const Entity& entity) override {
    Entity shown = entity;
    if (entity.Timestamp()) shown.Append("Timestamp", *entity.Timestamp());
    shown.Append("ETag", entity.ETag().ToString());
    printer_->Add(shown);
  }

  const std::unique_ptr<EntityPrinter> printer_;
};

}  // namespace

void PrintOut(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw CommandError(ExitCode::kFailure, "stdout cannot be written");
  }
}

std::unique_ptr<EntityPrinter> MakeEntityPrinter(const std::string& form, EntityColumns columns) {
  if (form == "csv") return std::make_unique<CsvPrinter>(columns.style);
  if (form != "table" && form != "expanded") {
    return std::make_unique<JsonPrinter>(form == "jsonl", columns.style);
  }
  const bool has_system = columns.style.system;
  if (has_system && !columns.names.empty()) {
    columns.names.insert(columns.names.end(), {"Timestamp", "ETag"});
  }
  auto printer = form == "table" ? MakeTablePrinter(std::move(columns))
                                 : MakeExpandedPrinter(std::move(columns));
  if (!has_system) return printer;
  return std::make_unique<SystemPrinter>(std::move(printer));
}

void PrintProperties(const Entity& entity) {
  TextTable table;
  table.AddColumn("Property");
  table.AddColumn("Type");
  table.AddColumn("Value");
  table.AddRow({"PartitionKey", "Edm.String", entity.PartitionKey()});
  table.AddRow({"RowKey", "Edm.String", entity.RowKey()});
  if (entity.Timestamp()) {
    table.AddRow({"Timestamp", "Edm.DateTime", entity.Timestamp()->ToString()});
  }
  for (const auto& [name, value] : entity.AllProperties()) {
    table.AddRow({name, std::string(tables::ToString(value.Type())), value.ToString()});
  }
  if (!entity.ETag().IsEmpty()) table.AddRow({"ETag", "", entity.ETag().ToString()});
  PrintOut(table.ToString(TerminalOf(STDOUT_FILENO)));
}

}  // namespace rowhouse::cli
