#include "table_service/wire/access_log.h"

#include "base/ascii.h"

#include <cassert>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <spdlog/spdlog.h>

namespace rowhouse::wire {
namespace {

struct DecodedCharacter {
  char character;
  std::size_t bytes;  // of its encoded form
};

// The byte that the two hexadecimal digits at the start of `text` represent.
std::optional<char> HexByte(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const int high = HexDigit(text[0]);
  const int low = HexDigit(text[1]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

// Decodes the first character of `text`, which may be percent-encoded any number of times. A
// malformed escape represents itself. REQUIRES: !text.empty()
DecodedCharacter FirstCharacter(std::string_view text) {
  assert(!text.empty());
  if (text.front() != '%') return {text.front(), 1};
  std::size_t at = 1;
  while (text.substr(at, 2) == "25" && HexByte(text.substr(at + 2))) at += 2;
  const auto byte = HexByte(text.substr(at));
  return byte ? DecodedCharacter{*byte, at + 2} : DecodedCharacter{'%', 1};
}

// Returns true for the characters that end an item of a query; ';' is the end of "&amp;".
bool IsSeparator(char c) { return std::string_view("?&;#").find(c) != std::string_view::npos; }

void AppendItem(std::string& text, std::string_view name, bool has_value, std::string_view item) {
  if (has_value && EqualsIgnoringAsciiCase(name, "sig")) {
    text += "***";
  } else {
    text += item;
  }
}

}  // namespace

void LogAnswer(const ReceivedRequest& received, const Response& response) {
  if (!spdlog::should_log(spdlog::level::debug)) return;
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - received.begin;
  spdlog::debug("{} {} {} {} bytes {:.1f} ms {}", received.request.method,
                WithoutSignature(received.request.target), response.status, response.body.size(),
                time.count(), received.id);
}

std::string WithoutSignature(std::string_view target) {
  std::string text;
  std::string name;  // of the item that begins at `begin`, as far as it has been read
  std::size_t begin = 0;
  bool in_value = false;
  for (std::size_t at = 0; at < target.size();) {
    const DecodedCharacter next = FirstCharacter(target.substr(at));
    if (IsSeparator(next.character)) {
      AppendItem(text, name, in_value, target.substr(begin, at - begin));
      text += target.substr(at, next.bytes);
      begin = at + next.bytes;
      name.clear();
      in_value = false;
    } else if (next.character == '=') {
      in_value = true;
    } else if (!in_value) {
      name += next.character;
    }
    at += next.bytes;
  }
  AppendItem(text, name, in_value, target.substr(begin));
  return text;
}

std::string OneLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace rowhouse::wire
