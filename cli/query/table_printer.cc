#include "cli/query/table_printer.h"

#include "cli/query/cell_text.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/text_table.h"
#include "cli/text/typed_csv.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::ValueType;

constexpr std::size_t kBlockRows = 1000;  // for which columns are measured

bool IsNumber(ValueType type) {
  return type == ValueType::kInt32 || type == ValueType::kInt64 || type == ValueType::kDouble;
}

// The properties to show besides the keys.
std::vector<std::string> WithoutKeys(std::vector<std::string> names) {
  std::erase_if(names,
                [](const std::string& name) { return name == "PartitionKey" || name == "RowKey"; });
  return names;
}

void SayNothingFound() { fmt::print(stderr, "(0 rows)\n"); }

class TablePrinter final : public EntityPrinter {
 public:
  explicit TablePrinter(EntityColumns columns)
      : wanted_(WithoutKeys(std::move(columns.names))), terminal_(TerminalOf(STDOUT_FILENO)) {}

  void Flush() override {
    if (!block_.empty()) PrintBlock();
  }
  void Finish() override {
    Flush();
    if (Count() == 0) SayNothingFound();
    if (columns_left_out_ == 0) return;
    std::fflush(stdout);
    fmt::print(stderr, "({} columns not shown; use --expanded or --select)\n", columns_left_out_);
  }

 private:
  void Take(const Entity& entity) override {
    block_.push_back(entity);
    if (block_.size() == kBlockRows) PrintBlock();
  }

  // The columns of this block and, in a file, of all before. Returns whether there are new ones.
  bool FindColumns() {
    CsvColumns seen;
    for (const Entity& entity : block_) seen.Add(entity);
    const std::size_t before = columns_.size();
    if (terminal_.moves) columns_.clear();
    if (wanted_.empty()) {
      for (const CsvColumn& column : seen.All()) AddColumn(column);
    }
    for (const std::string& name : wanted_) {
      const auto found = std::ranges::find(seen.All(), name, &CsvColumn::name);
      AddColumn(found == seen.All().end() ? CsvColumn{name, ValueType::kString} : *found);
    }
    return columns_.size() > before;
  }

  void AddColumn(const CsvColumn& column) {
    if (std::ranges::find(columns_, column.name, &CsvColumn::name) == columns_.end()) {
      columns_.push_back(column);
    }
  }

  void PrintBlock() {
    const bool is_first = columns_.empty() && !printed_;
    const bool is_new = FindColumns() || is_first;
    TextTable table;
    table.AddColumn("PartitionKey");
    table.AddColumn("RowKey");
    for (const CsvColumn& column : columns_) {
      table.AddColumn(column.name,
                      IsNumber(column.type) ? TextTable::Align::kRight : TextTable::Align::kLeft);
    }
    for (const Entity& entity : block_) {
      std::vector<std::string> cells = {entity.PartitionKey(), entity.RowKey()};
      for (const CsvColumn& column : columns_) cells.push_back(CellText(entity, column.name));
      table.AddRow(std::move(cells));
    }
    if (terminal_.moves || is_new) widths_.clear();
    const bool has_header = terminal_.moves || is_new;
    const TextTable::Drawing drawing = table.Draw(terminal_, has_header, widths_);
    widths_ = drawing.widths;
    columns_left_out_ = std::max(columns_left_out_, drawing.columns_left_out);
    PrintOut((printed_ && has_header ? "\n" : "") + drawing.text);
    printed_ = true;
    block_.clear();
  }

  const std::vector<std::string> wanted_;
  const Terminal terminal_;
  std::vector<Entity> block_;
  std::vector<CsvColumn> columns_;
  std::vector<std::size_t> widths_;
  std::size_t columns_left_out_ = 0;
  bool printed_ = false;
};

class ExpandedPrinter final : public EntityPrinter {
 public:
  explicit ExpandedPrinter(EntityColumns columns)
      : wanted_(WithoutKeys(std::move(columns.names))) {}

  void Finish() override {
    if (Count() == 0) SayNothingFound();
  }

 private:
  void Take(const Entity& entity) override {
    std::vector<std::string> names = {"PartitionKey", "RowKey"};
    names.insert(names.end(), wanted_.begin(), wanted_.end());
    if (wanted_.empty()) {
      for (const auto& [name, value] : entity.AllProperties()) names.push_back(name);
    }
    std::size_t width = 0;
    for (const std::string& name : names) width = std::max(width, DisplayWidth(Printable(name)));
    std::string text = Count() > 1 ? "\n" : "";
    for (const std::string& name : names) {
      const std::string shown = Printable(name);
      const std::string value = Printable(CellText(entity, name));
      text += shown;
      if (!value.empty()) text += std::string(width - DisplayWidth(shown) + 2, ' ') + value;
      text += '\n';
    }
    PrintOut(text);
  }

  const std::vector<std::string> wanted_;
};

}  // namespace

std::unique_ptr<EntityPrinter> MakeTablePrinter(EntityColumns columns) {
  return std::make_unique<TablePrinter>(std::move(columns));
}

std::unique_ptr<EntityPrinter> MakeExpandedPrinter(EntityColumns columns) {
  return std::make_unique<ExpandedPrinter>(std::move(columns));
}

}  // namespace rowhouse::cli
