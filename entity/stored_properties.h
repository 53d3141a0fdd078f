#pragma once
// The stored form of an entity's custom properties: one canonical JSON object with exactly the
// members that a minimalmetadata answer prints (spec 4.1, 4.4), e.g.
//   {"Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\u00e9"}
// It has no white space, an annotation comes immediately before its value, and strings are ASCII
// with the escapes of spec 4.4. A point read copies it; a filter scans it in place.
// REQUIRES, for all functions that take stored text: this form, which EncodeProperties() and
// MergeProperties() produce.

#include "entity/edm_value.h"
#include "entity/error.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rowhouse {

// One property within the text. The views point into the text.
struct StoredProperty {
  std::string_view name;    // escaped, without quotes; equal to the plain name if that is ASCII
  EdmType type;             // from the annotation, or else from the value's token
  std::string_view value;   // the JSON token, including the quotes of a string
  std::string_view member;  // annotation (if any) and value: all that is between two commas
};

// Iterates over the properties in order, without allocating.
//   for (StoredPropertyCursor cursor(text); cursor.Next();) Use(cursor.Current());
class StoredPropertyCursor {
 public:
  explicit StoredPropertyCursor(std::string_view text) : rest_(text) {}

  // False if there are no more.
  bool Next();
  // REQUIRES: the last Next() returned true
  const StoredProperty& Current() const { return current_; }

 private:
  std::string_view rest_;
  StoredProperty current_{};
};

// A plain name as it appears in stored text (non-ASCII escaped), to compare with
// StoredProperty::name.
std::string EscapeName(std::string_view name);

// The value of a stored property.
EdmValue DecodeValue(const StoredProperty& property);

// The stored text of `properties`, in the given order. REQUIRES: distinct names
std::string EncodeProperties(std::span<const Property> properties);
// Appends one property as it appears in stored text, without commas.
void AppendProperty(std::string& out, std::string_view name, const EdmValue& value);
// The same for an Edm.String, without copying it into a value first.
void AppendStringProperty(std::string& out, std::string_view name, std::string_view text);
// All properties of a stored text.
std::vector<Property> DecodeProperties(std::string_view text);

// `text` with the properties sorted by name in ordinal order, as the service shows them after any
// update (spec 6.7).
std::string SortProperties(std::string text);
// `stored` with the properties of `patch` added, or replaced if the name exists, and sorted (spec
// 5.12).
std::string MergeProperties(std::string_view stored, std::string_view patch);

// Appends `text` to `out` as a JSON string with its quotes and the escapes of spec 4.4 (lower-case
// \uxxxx, one for each UTF-16 unit).
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace rowhouse
