#include "cli/terminal/text_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rowhouse::cli {
namespace {

void AppendCell(std::string& out, const std::string& cell, std::size_t width, bool right,
                bool last) {
  const std::size_t used = DisplayWidth(cell);
  const std::string padding(width > used ? width - used : 0, ' ');
  if (right) out += padding;
  out += cell;
  if (!right) out += padding;
  if (!last) {
    out += "  ";
    return;
  }
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

}  // namespace

void TextTable::AddColumn(std::string_view title, Align align) {
  columns_.push_back({Printable(title), align});
}

void TextTable::AddRow(std::vector<std::string> cells) {
  assert(cells.size() <= columns_.size());
  for (std::string& cell : cells) cell = Printable(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::ToString(const Terminal& terminal, std::size_t cell_width_max) const {
  std::vector<std::vector<std::string>> lines(1);
  for (const Column& column : columns_) lines.front().push_back(column.title);
  lines.emplace_back();  // the line below the header, once the widths are known
  lines.insert(lines.end(), rows_.begin(), rows_.end());

  std::vector<std::size_t> widths(columns_.size(), 0);
  for (auto& line : lines) {
    line.resize(columns_.size());
    for (std::size_t place = 0; place < line.size(); ++place) {
      line[place] = CutToWidth(line[place], cell_width_max, terminal.unicode);
      widths[place] = std::max(widths[place], DisplayWidth(line[place]));
    }
  }
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    for (std::size_t column = 0; column < widths[place]; ++column) {
      lines[1][place] += terminal.unicode ? "─" : "-";
    }
  }
  std::string out;
  for (const auto& line : lines) {
    for (std::size_t place = 0; place < line.size(); ++place) {
      AppendCell(out, line[place], widths[place], columns_[place].align == Align::kRight,
                 place + 1 == line.size());
    }
  }
  return out;
}

}  // namespace rowhouse::cli
