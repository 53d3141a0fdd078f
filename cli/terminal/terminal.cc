#include "cli/terminal/terminal.h"

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kWidthMin = 20;

std::string_view Environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// As the C library decides: the first of the three that is set.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = Environment(name);
    if (!value.empty()) {
      return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos;
    }
  }
  return false;
}

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The code point at the front of `text`. REQUIRES: !text.empty()
CodePoint DecodeFront(std::string_view text) {
  assert(!text.empty());
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {lead, 1, false};
  std::uint32_t value = lead & (0x7FU >> bytes);
  for (std::size_t index = 1; index < bytes; ++index) {
    if ((byte(index) & 0xC0U) != 0x80U) return {lead, 1, false};
    value = (value << 6U) | (byte(index) & 0x3FU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < least[bytes] || surrogate || value > 0x10FFFF) return {lead, 1, false};
  return {value, bytes, true};
}

// Controls, and the characters that reorder the text around them.
bool IsHarmful(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::size_t WidthOf(std::uint32_t code) {
  if ((code >= 0x300 && code <= 0x36F) || code == 0x200B || code == 0x200D ||
      (code >= 0xFE00 && code <= 0xFE0F)) {
    return 0;  // combining marks, joiners, variation selectors
  }
  const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                    (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                    (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                    (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1FAFF) ||
                    (code >= 0x20000 && code <= 0x3FFFD);
  return wide ? 2 : 1;
}

}  // namespace

Terminal TerminalOf(int file_descriptor) {
  Terminal terminal;
  terminal.unicode = LocaleIsUtf8();
  if (isatty(file_descriptor) == 0) return terminal;
  const bool dumb = Environment("TERM") == "dumb";
  terminal.moves = !dumb;
  terminal.colours = !dumb && Environment("NO_COLOR").empty();
  winsize size{};
  if (ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col >= kWidthMin) {
    terminal.width = size.ws_col;
  }
  return terminal;
}

std::string Printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = DecodeFront(text);
    if (point.valid && !IsHarmful(point.value)) {
      result += text.substr(0, point.bytes);
    } else if (text.front() == '\n') {
      result += "\\n";
    } else if (text.front() == '\t') {
      result += "\\t";
    } else if (point.valid && point.value > 0xFF) {
      result += fmt::format("\\u{:04x}", point.value);
    } else {
      result += fmt::format("\\x{:02x}", point.value);
    }
    text.remove_prefix(point.bytes);
  }
  return result;
}

std::string PrintableLines(std::string_view text) {
  std::string result;
  for (;;) {
    const std::size_t end = text.find('\n');
    result += Printable(text.substr(0, end));
    if (end == text.npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

std::size_t DisplayWidth(std::string_view printable) {
  std::size_t width = 0;
  while (!printable.empty()) {
    const CodePoint point = DecodeFront(printable);
    width += WidthOf(point.value);
    printable.remove_prefix(point.bytes);
  }
  return width;
}

std::string CutToWidth(std::string_view printable, std::size_t width, bool unicode) {
  if (DisplayWidth(printable) <= width) return std::string(printable);
  const std::string_view mark = unicode ? "…" : "~";
  std::string result;
  std::size_t used = 1;
  while (!printable.empty()) {
    const CodePoint point = DecodeFront(printable);
    used += WidthOf(point.value);
    if (used > width) break;
    result += printable.substr(0, point.bytes);
    printable.remove_prefix(point.bytes);
  }
  return width == 0 ? std::string() : result.append(mark);
}

}  // namespace rowhouse::cli
