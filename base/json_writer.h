#pragma once
// Writes a JSON document piece by piece, including commas. For our own documents; those that the
// protocol specifies to the byte are written by hand in entity_json_writer.cc.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse {

// Writes members and values in the order of the calls. Does not check that they form a document.
class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  // Writes the name of a member, whose value is written by the next call.
  JsonWriter& Key(std::string_view name);

  JsonWriter& Value(std::string_view text);
  JsonWriter& Value(const char* text) { return Value(std::string_view(text)); }
  JsonWriter& Value(std::same_as<bool> auto flag) { return Raw(flag ? "true" : "false"); }
  JsonWriter& Value(std::integral auto number) requires(!std::same_as<decltype(number), bool>) {
    return Raw(std::to_string(number));
  }
  // Writes six significant digits, for rates and shares; null for infinities and NaN.
  JsonWriter& Value(double number);

  template <class Type>
  JsonWriter& Member(std::string_view name, const Type& value) {
    return Key(name).Value(value);
  }
  // Writes a value that is already JSON.
  JsonWriter& Raw(std::string_view json);

  std::string Take() { return std::move(text_); }

 private:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  void Separate();

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace rowhouse
