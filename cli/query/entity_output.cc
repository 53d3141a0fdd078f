#include "cli/query/entity_output.h"

#include "cli/outcome/command_error.h"
#include "cli/query/table_printer.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "cli/transfer/csv_conversion.h"

#include <cstdio>
#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;

class JsonPrinter final : public EntityPrinter {
 public:
  explicit JsonPrinter(bool lines) : lines_(lines) {}

  void Finish() override {
    if (!lines_) PrintOut(Count() > 0 ? "\n]\n" : "[]\n");
  }

 private:
  void Take(const Entity& entity) override {
    std::string text = lines_ ? "" : Count() > 1 ? ",\n" : "[\n";
    tables::AppendTypedJson(text, entity);
    if (lines_) text += '\n';
    PrintOut(text);
  }

  bool lines_;
};

class CsvPrinter final : public EntityPrinter {
 public:
  void Finish() override {
    spool_.WriteTo([](const std::string& text) { PrintOut(text); });
  }

 private:
  void Take(const Entity& entity) override { spool_.Add(entity); }

  CsvSpool spool_;
};

}  // namespace

void PrintOut(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw CommandError(ExitCode::kFailure, "stdout cannot be written");
  }
}

std::unique_ptr<EntityPrinter> MakeEntityPrinter(const std::string& form, EntityColumns columns) {
  if (form == "table") return MakeTablePrinter(std::move(columns));
  if (form == "expanded") return MakeExpandedPrinter(std::move(columns));
  if (form == "csv") return std::make_unique<CsvPrinter>();
  return std::make_unique<JsonPrinter>(form == "jsonl");
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
