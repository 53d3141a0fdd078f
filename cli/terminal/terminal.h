#pragma once
// The kind of device that the streams of the process are connected to.

#include <cstddef>
#include <string>
#include <string_view>

namespace rowhouse::cli {

// How to draw on a stream. The default is a file: no movement, no colour.
struct Terminal {
  bool moves = false;    // the cursor can go back: a terminal
  bool colours = false;  // NO_COLOR and TERM=dumb switch them off
  bool unicode = true;   // by the locale
  std::size_t width = 100;
};

Terminal TerminalOf(int file_descriptor);

// `text` with control characters and broken UTF-8 replaced by visible escapes, so that stored text
// cannot move the cursor or change the terminal.
std::string Printable(std::string_view text);
// The same, but lines stay lines.
std::string PrintableLines(std::string_view text);

// Columns that a printable text takes. Wide East Asian characters and emoji count as two.
std::size_t DisplayWidth(std::string_view printable);
// `printable` cut to `width` columns, with an ellipsis at the end when something was cut.
std::string CutToWidth(std::string_view printable, std::size_t width, bool unicode);

}  // namespace rowhouse::cli
