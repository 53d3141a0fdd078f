#pragma once
// Values as people write and read them, with the type next to the text.

#include <optional>
#include <rowhouse/value.h>
#include <string_view>

namespace rowhouse::cli {

// "Edm.Int64", "Int64" or "int64", and likewise for the other types.
std::optional<tables::ValueType> ParseTypeName(std::string_view name);

// The value of `type` that `text` spells: what Value::ToString() writes, and for booleans and
// doubles any case. No value when it spells none. REQUIRES: type is not kNull
std::optional<tables::Value> ParseValue(tables::ValueType type, std::string_view text);

// The value that JSON would see: true and false are Booleans, 42 is an Int32, 5000000000 an Int64,
// 1.5 a Double; everything else, "007" too, is a String.
tables::Value GuessValue(std::string_view text);

}  // namespace rowhouse::cli
