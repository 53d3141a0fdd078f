#pragma once
// Tables of text with aligned columns.

#include "cli/terminal/terminal.h"

#include <cstddef>
#include <string>
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

  // Header, a line, the rows; a cell wider than `cell_width_max` is cut.
  std::string ToString(const Terminal& terminal, std::size_t cell_width_max = 40) const;

 private:
  struct Column {
    std::string title;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace rowhouse::cli
