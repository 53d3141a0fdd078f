#include "base/json_writer.h"

#include "base/json_string.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace rowhouse {

JsonWriter& JsonWriter::Key(std::string_view name) {
  Value(name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::Value(std::string_view text) {
  Separate();
  text_ += '"';
  AppendEscaped(text_, text);
  text_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Value(double number) {
  if (!std::isfinite(number)) return Raw("null");
  std::array<char, 32> digits{};
  const int size = std::snprintf(digits.data(), digits.size(), "%.6g", number);
  return Raw({digits.data(), static_cast<std::size_t>(size)});
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::Begin(char bracket) {
  Separate();
  text_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::End(char bracket) {
  text_ += bracket;
  needs_comma_ = true;
  return *this;
}

void JsonWriter::Separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

}  // namespace rowhouse
