#pragma once
// One comparison, compiled: a stored value against a literal by the rules of spec 7.5.

#include "base/date_time.h"
#include "entity/edm_value.h"
#include "entity/stored_properties.h"
#include "query/filter.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rowhouse {

// How a property compares to a literal. Values of types that do not compare are always kLess;
// kUnordered is for NaN only.
enum class Order : std::uint8_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

class ValueTest {
 public:
  ValueTest(CompareOp op, const EdmValue& literal);

  // The caller must handle absent properties, which satisfy no comparison.
  // REQUIRES: `property` comes from stored text
  bool Holds(const StoredProperty& property) const;
  // REQUIRES: the literal is a string
  bool HoldsForKey(std::string_view key) const;
  // REQUIRES: the literal is a date
  bool HoldsForTimestamp(DateTime timestamp) const;

 private:
  Order OrderOf(const StoredProperty& property) const;
  Order OrderOfString(const StoredProperty& property) const;

  CompareOp op_;
  EdmValue literal_;
  EdmType type_;
  bool equality_only_;    // the operator only distinguishes equal from unequal
  std::int64_t integer_;  // an integer literal
  double real_;           // a literal of any number type
  // The literal as it would appear in stored text, with quotes. Stored text is canonical, so equal
  // values have equal tokens. Empty for numbers and Booleans.
  std::string token_;
};

}  // namespace rowhouse
