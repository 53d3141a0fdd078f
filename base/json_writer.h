#pragma once
// Writes a JSON document piece by piece, commas included. For documents of our own; what the
// protocol spells to the byte is written by hand in entity_json_writer.cc.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse {

// Members and values in the order of the calls. It does not check that they make a document.
class JsonWriter {
 public:
  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  // The name of the member that the next call gives a value.
  JsonWriter& Key(std::string_view name);

  JsonWriter& Value(std::string_view text);
  JsonWriter& Value(const char* text) { return Value(std::string_view(text)); }
  JsonWriter& Value(std::same_as<bool> auto flag) { return Raw(flag ? "true" : "false"); }
  JsonWriter& Value(std::integral auto number) requires(!std::same_as<decltype(number), bool>) {
    return Raw(std::to_string(number));
  }
  // Six significant digits: for rates and shares. null for NaN and infinity.
  JsonWriter& Value(double number);

  template <class Type>
  JsonWriter& Member(std::string_view name, const Type& value) {
    return Key(name).Value(value);
  }
  // A value that is JSON already.
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
