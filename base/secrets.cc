#include "base/secrets.h"

#include "base/ascii.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

struct SecretName {
  std::string_view name;
  std::size_t base64_min;  // a value that begins with less of Base64 is no secret
};
constexpr SecretName kNames[] = {{"sig", 0},        {"signature", 0}, {"sharedaccesssignature", 0},
                                 {"accountkey", 0}, {"token", 0},     {"key", 16}};
constexpr int kDecodedMax = 8;  // times
constexpr std::size_t kShownMax = 40;
constexpr std::size_t kShownWordMax = 15;

bool IsLetterOrDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool IsSeparator(char c) { return c == '&' || c == ';'; }

// How many characters of Base64, in either alphabet, `text` begins with.
std::size_t Base64Length(std::string_view text) {
  const auto* const end = std::ranges::find_if_not(text, [](char c) {
    return IsLetterOrDigit(c) || std::string_view("+/-_=").find(c) != std::string_view::npos;
  });
  return static_cast<std::size_t>(end - text.begin());
}

// A text that was decoded a number of times, and where each of its characters was at first.
struct DecodedText {
  std::string text;
  std::vector<std::size_t> begins;  // one more than there are characters: the end of the last one
};

// Decodes `from` once. A malformed escape stands for itself.
DecodedText Decode(const DecodedText& from) {
  DecodedText to;
  const std::string& text = from.text;
  for (std::size_t at = 0; at < text.size();) {
    to.begins.push_back(from.begins[at]);
    const bool has_digits = text[at] == '%' && at + 2 < text.size();
    const int high = has_digits ? HexDigit(text[at + 1]) : -1;
    const int low = has_digits ? HexDigit(text[at + 2]) : -1;
    const bool is_escape = high >= 0 && low >= 0;
    to.text += is_escape ? static_cast<char>(high * 16 + low) : text[at];
    at += is_escape ? 3 : 1;
  }
  to.begins.push_back(from.begins.back());
  return to;
}

// Returns the end of the secret (name and value) that begins at `at`, or `at` if none does.
std::size_t EndOfSecret(std::string_view text, std::size_t at) {
  if (at > 0 && IsLetterOrDigit(text[at - 1])) return at;
  for (const auto& [name, base64_min] : kNames) {
    if (!EqualsIgnoringAsciiCase(text.substr(at, name.size()), name)) continue;
    std::size_t end = at + name.size();
    while (end < text.size() && text[end] != '=' && !IsLetterOrDigit(text[end]) &&
           !IsSeparator(text[end])) {
      ++end;
    }
    if (end == text.size() || text[end] != '=') continue;
    ++end;
    while (end < text.size() && (text[end] == ' ' || IsControl(text[end]))) ++end;
    // Before the end is looked for, so that many short values cost no more than their length.
    if (Base64Length(text.substr(end, base64_min)) < base64_min) continue;
    while (end < text.size() && !IsSeparator(text[end]) && !IsControl(text[end])) ++end;
    return end;
  }
  return at;
}

void MarkSecrets(const DecodedText& decoded, std::vector<bool>& is_secret) {
  for (std::size_t at = 0; at < decoded.text.size();) {
    const std::size_t end = EndOfSecret(decoded.text, at);
    for (std::size_t i = decoded.begins[at]; i < decoded.begins[end]; ++i) is_secret[i] = true;
    at = std::max(end, at + 1);
  }
}

}  // namespace

std::string WithoutSecrets(std::string_view text) {
  if (text.find_first_of("=%") == std::string_view::npos) return std::string(text);
  std::vector<bool> is_secret(text.size());
  DecodedText decoded{.text = std::string(text), .begins = {}};
  for (std::size_t at = 0; at <= text.size(); ++at) decoded.begins.push_back(at);
  MarkSecrets(decoded, is_secret);
  for (int times = 0; times < kDecodedMax; ++times) {
    DecodedText again = Decode(decoded);
    if (again.text.size() == decoded.text.size()) break;
    decoded = std::move(again);
    MarkSecrets(decoded, is_secret);
  }
  std::string shown;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_secret[at]) {
      shown += text[at];
    } else if (at == 0 || !is_secret[at - 1]) {
      shown += "***";
    }
  }
  return shown;
}

std::string ShownValue(std::string_view value) {
  const bool has_words = value.find_first_of(" -:") != std::string_view::npos;
  if (value.size() <= (has_words ? kShownMax : kShownWordMax)) return std::string(value);
  return fmt::format("({} bytes, not shown)", value.size());
}

}  // namespace rowhouse
