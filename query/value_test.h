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

// Where a property stands to a literal. Values of types that do not compare are kLess, whatever
// they are; kUnordered is for NaN only.
enum class Order : std::uint8_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

class ValueTest {
 public:
  ValueTest(CompareOp op, const EdmValue& literal);

  // An absent property satisfies no comparison: that is for the caller to see.
  // REQUIRES: `property` is of a stored text
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
  bool equality_only_;    // the operator tells nothing but equal from unequal
  std::int64_t integer_;  // an integer literal
  double real_;           // a literal of any number type
  // How the literal would stand in a stored text, with quotes. Stored texts are canonical, so equal
  // values are equal tokens. Empty for numbers and Booleans.
  std::string token_;
};

}  // namespace rowhouse
