#include "cli/terminal/text_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kCutMin = 6;  // a column is not cut to less

std::string Dashes(std::size_t width, bool unicode) {
  std::string dashes;
  for (std::size_t column = 0; column < width; ++column) dashes += unicode ? "─" : "-";
  return dashes;
}

// What columns take that are cut to `cap`, with the gaps between them.
std::size_t TotalOf(const std::vector<std::size_t>& widths, std::size_t cap) {
  std::size_t total = widths.empty() ? 0 : kGap * (widths.size() - 1);
  for (const std::size_t width : widths) total += std::min(width, cap);
  return total;
}

}  // namespace

std::vector<std::size_t> FitWidths(std::vector<std::size_t> widths, std::size_t width) {
  const std::size_t columns = widths.size();
  const auto room = [&] {
    return widths.size() < columns ? width - std::min(width, kGap + 1) : width;
  };
  while (widths.size() > 1 && TotalOf(widths, kCutMin) > room()) widths.pop_back();
  std::size_t cap = widths.empty() ? 0 : std::ranges::max(widths);
  while (cap > kCutMin && TotalOf(widths, cap) > room()) --cap;
  for (std::size_t& one : widths) one = std::min(one, cap);
  return widths;
}

void TextTable::AddColumn(std::string_view title, Align align) {
  columns_.push_back({Printable(title), align});
}

void TextTable::AddRow(std::vector<std::string> cells) {
  assert(cells.size() <= columns_.size());
  for (std::string& cell : cells) cell = Printable(cell);
  rows_.push_back(std::move(cells));
}

std::vector<TextTable::Line> TextTable::Lines(bool with_header) const {
  std::vector<Line> lines;
  if (with_header) {
    for (const Column& column : columns_) {
      if (lines.empty()) lines.emplace_back();
      lines.front().push_back(column.title);
    }
  }
  lines.insert(lines.end(), rows_.begin(), rows_.end());
  for (Line& line : lines) line.resize(columns_.size());
  return lines;
}

void TextTable::AppendLine(std::string& out, const Line& line,
                           const std::vector<std::size_t>& widths, bool unicode) const {
  const std::size_t begin = out.size();
  for (std::size_t place = 0; place < widths.size(); ++place) {
    const std::string cell = CutToWidth(line[place], widths[place], unicode);
    const std::string padding(widths[place] - std::min(widths[place], DisplayWidth(cell)), ' ');
    if (place > 0) out.append(kGap, ' ');
    out += columns_[place].align == Align::kRight ? padding + cell : cell + padding;
  }
  const std::size_t end = out.find_last_not_of(' ');
  out.erase(end == out.npos || end < begin ? begin : end + 1);
}

TextTable::Drawing TextTable::Draw(const Terminal& terminal, bool with_header,
                                   const std::vector<std::size_t>& widths,
                                   std::size_t cell_width_max) const {
  Drawing drawing;
  const std::vector<Line> lines = Lines(with_header);
  drawing.widths = widths;
  drawing.widths.resize(columns_.size(), 0);
  for (const Line& line : lines) {
    for (std::size_t place = 0; place < line.size(); ++place) {
      std::size_t& width = drawing.widths[place];
      width = std::max(width, std::min(DisplayWidth(line[place]), cell_width_max));
    }
  }
  if (terminal.moves) drawing.widths = FitWidths(std::move(drawing.widths), terminal.width);
  drawing.columns_left_out = columns_.size() - drawing.widths.size();
  const std::string rest = drawing.columns_left_out == 0 ? "\n"
                           : terminal.unicode            ? "  …\n"
                                                         : "  ~\n";
  for (std::size_t number = 0; number < lines.size(); ++number) {
    AppendLine(drawing.text, lines[number], drawing.widths, terminal.unicode);
    drawing.text += with_header && number == 0 ? rest : "\n";
    if (!with_header || number > 0) continue;
    for (std::size_t place = 0; place < drawing.widths.size(); ++place) {
      if (place > 0) drawing.text.append(kGap, ' ');
      drawing.text += Dashes(drawing.widths[place], terminal.unicode);
    }
    drawing.text += '\n';
  }
  return drawing;
}

std::string TextTable::ToString(const Terminal& terminal, std::size_t cell_width_max) const {
  return Draw(terminal, true, {}, cell_width_max).text;
}

}  // namespace rowhouse::cli
