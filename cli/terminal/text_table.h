#pragma once
// Tables of text with aligned columns.

#include "cli/terminal/terminal.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rowhouse::cli {

class TextTable {
 public:
  enum class Align : unsigned char { kLeft, kRight };

  void AddColumn(std::string_view title, Align align = Align::kLeft);
  // Cells are made printable. Missing ones are empty. REQUIRES: not more cells than columns
  void AddRow(std::vector<std::string> cells);
  // A cell that is drawn already (a bar): taken as it is.
  void AddDrawnRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool IsEmpty() const { return rows_.empty(); }

  // Header, a line, the rows. On a terminal it fits the width: the widest cells are cut, and where
  // that is not enough, the last columns are left out and "…" stands for them. In a file nothing is
  // cut but cells wider than `cell_width_max`.
  std::string ToString(const Terminal& terminal, std::size_t cell_width_max = SIZE_MAX) const;

  // The same in parts, for a table that comes in blocks.
  struct Drawing {
    std::string text = {};
    std::vector<std::size_t> widths = {};  // of its columns
    std::size_t columns_left_out = 0;
  };
  // `widths` are the least of the columns: those of the block before, or none.
  Drawing Draw(const Terminal& terminal, bool with_header,
               const std::vector<std::size_t>& widths = {},
               std::size_t cell_width_max = SIZE_MAX) const;

 private:
  struct Column {
    std::string title;
    Align align;
  };
  using Line = std::vector<std::string>;

  std::vector<Line> Lines(bool with_header) const;
  void AppendLine(std::string& out, const Line& line, const std::vector<std::size_t>& widths,
                  bool unicode) const;

  std::vector<Column> columns_;
  std::vector<Line> rows_;
};

// The widths to which columns are cut so that they take `width` together with the two blanks
// between them: the widest are cut first, none below a few letters. Fewer widths than columns: the
// others find no room, and one letter is left to say so.
std::vector<std::size_t> FitWidths(std::vector<std::size_t> widths, std::size_t width);

}  // namespace rowhouse::cli
