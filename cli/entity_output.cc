#include "cli/entity_output.h"

#include "cli/outcome/command_error.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "cli/text/typed_csv.h"
#include "cli/transfer/csv_conversion.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <rowhouse/entity_json.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::ValueType;

constexpr std::size_t kBlockRows = 1000;  // of a table, for which columns are measured

bool IsNumber(ValueType type) {
  return type == ValueType::kInt32 || type == ValueType::kInt64 || type == ValueType::kDouble;
}

void Print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw CommandError(ExitCode::kFailure, "stdout cannot be written");
  }
}

class TablePrinter final : public EntityPrinter {
 public:
  explicit TablePrinter(EntityColumns columns) : wanted_(std::move(columns.names)) {
    std::erase_if(wanted_, [](const std::string& name) {
      return name == "PartitionKey" || name == "RowKey";
    });
  }

  void Add(const Entity& entity) override {
    block_.push_back(entity);
    if (block_.size() == kBlockRows) PrintBlock();
  }
  void Finish() override { PrintBlock(); }

 private:
  std::vector<CsvColumn> Columns() const {
    if (!wanted_.empty()) {
      std::vector<CsvColumn> columns;
      for (const std::string& name : wanted_) columns.push_back({name, ValueType::kString});
      return columns;
    }
    CsvColumns seen;
    for (const Entity& entity : block_) seen.Add(entity);
    return seen.All();
  }

  static std::string Cell(const Entity& entity, const std::string& name) {
    if (name == "Timestamp" && entity.Timestamp()) return entity.Timestamp()->ToString();
    return entity.Has(name) ? entity[name].ToString() : "";
  }

  void PrintBlock() {
    if (block_.empty()) return;
    const std::vector<CsvColumn> columns = Columns();
    TextTable table;
    table.AddColumn("PartitionKey");
    table.AddColumn("RowKey");
    for (const CsvColumn& column : columns) {
      table.AddColumn(column.name,
                      IsNumber(column.type) ? TextTable::Align::kRight : TextTable::Align::kLeft);
    }
    for (const Entity& entity : block_) {
      std::vector<std::string> cells = {entity.PartitionKey(), entity.RowKey()};
      for (const CsvColumn& column : columns) cells.push_back(Cell(entity, column.name));
      table.AddRow(std::move(cells));
    }
    Print((printed_ ? "\n" : "") + table.ToString(TerminalOf(STDOUT_FILENO)));
    printed_ = true;
    block_.clear();
  }

  std::vector<std::string> wanted_;
  std::vector<Entity> block_;
  bool printed_ = false;
};

class JsonPrinter final : public EntityPrinter {
 public:
  explicit JsonPrinter(bool lines) : lines_(lines) {}

  void Add(const Entity& entity) override {
    std::string text = lines_ ? "" : any_ ? ",\n" : "[\n";
    tables::AppendTypedJson(text, entity);
    if (lines_) text += '\n';
    any_ = true;
    Print(text);
  }
  void Finish() override {
    if (!lines_) Print(any_ ? "\n]\n" : "[]\n");
  }

 private:
  bool lines_;
  bool any_ = false;
};

class CsvPrinter final : public EntityPrinter {
 public:
  void Add(const Entity& entity) override { spool_.Add(entity); }
  void Finish() override {
    spool_.WriteTo([](const std::string& text) { Print(text); });
  }

 private:
  CsvSpool spool_;
};

}  // namespace

std::unique_ptr<EntityPrinter> MakeEntityPrinter(const std::string& form, EntityColumns columns) {
  if (form == "table") return std::make_unique<TablePrinter>(std::move(columns));
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
  const Terminal terminal = TerminalOf(STDOUT_FILENO);
  Print(table.ToString(terminal, terminal.moves ? terminal.width : SIZE_MAX));
}

}  // namespace rowhouse::cli
