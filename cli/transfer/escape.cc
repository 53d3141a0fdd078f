#include "cli/transfer/escape.h"

#include <charconv>
#include <fmt/format.h>

namespace rowhouse::cli {

std::string Escape(std::string_view text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:";
  std::string result;
  for (const char letter : text) {
    if (plain.find(letter) != plain.npos) {
      result += letter;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return result;
}

std::string Unescape(std::string_view text) {
  std::string result;
  for (std::size_t place = 0; place < text.size(); ++place) {
    unsigned code = 0;
    const char* const digits = text.data() + place + 1;
    const bool escaped = text[place] == '%' && place + 2 < text.size() &&
                         std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    result += escaped ? static_cast<char>(code) : text[place];
    if (escaped) place += 2;
  }
  return result;
}

}  // namespace rowhouse::cli
