#pragma once
// The stored form of an entity's custom properties: one JSON object, canonical, exactly the members
// that a minimalmetadata answer prints (spec 4.1, 4.4), e.g.
//   {"Qty":3,"Big@odata.type":"Edm.Int64","Big":"42","Note":"a\u00e9"}
// It has no white space, an annotation stands just before its value, and strings hold the escapes
// of spec 4.4 and ASCII only. A point read copies it; a filter scans it in place. Text given to
// these functions REQUIRES that form: the store only ever holds text that EncodeProperties() or
// MergeProperties() made.

#include "entity/edm_value.h"
#include "entity/error.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rowhouse {

// One member pair as it stands in the text. The views point into the text.
struct StoredProperty {
  std::string_view name;    // escaped, without quotes; equals the plain name when that is ASCII
  EdmType type;             // from the annotation, else from the value's token
  std::string_view value;   // the JSON token, with quotes when it is a string
  std::string_view member;  // annotation (if any) and value: what stands between the commas
};

// Walks over the members in order without allocating.
//   for (StoredPropertyCursor cursor(text); cursor.Next();) Use(cursor.Current());
class StoredPropertyCursor {
 public:
  explicit StoredPropertyCursor(std::string_view text) : rest_(text) {}

  // False when there is no further member.
  bool Next();
  // REQUIRES: the last Next() returned true
  const StoredProperty& Current() const { return current_; }

 private:
  std::string_view rest_;
  StoredProperty current_{};
};

// A plain name as it stands in stored text (escapes for non-ASCII). For comparing with
// StoredProperty::name.
std::string EscapeName(std::string_view name);

// The value of a stored member.
EdmValue DecodeValue(const StoredProperty& property);

// The text of `properties`, in their order. Names REQUIRE to be distinct.
std::string EncodeProperties(std::span<const Property> properties);
// One member pair, as it stands between the commas of such a text.
void AppendProperty(std::string& out, std::string_view name, const EdmValue& value);
// The same of an Edm.String, which need not be copied into a value first.
void AppendStringProperty(std::string& out, std::string_view name, std::string_view text);
// All properties of a text.
std::vector<Property> DecodeProperties(std::string_view text);

// The members of `text` sorted by name in ordinal order: what the service shows after any update
// (spec 6.7).
std::string SortProperties(std::string_view text);
// `patch` laid over `stored` and sorted (spec 5.12): a member of `patch` replaces the one of the
// same name.
std::string MergeProperties(std::string_view stored, std::string_view patch);

// The first limit that an entity with these keys and properties breaks: kEntityTooLarge (spec 6.9's
// formula), then kPropertyValueTooLarge (keys, strings, binaries), then kTooManyProperties. All are
// ErrorStage::kStorage.
Status CheckStorable(std::string_view partition_key, std::string_view row_key,
                     std::string_view text);

// Appends `text` to `out` as a JSON string with its quotes and the escapes of spec 4.4 (lower-case
// \uxxxx, one a UTF-16 unit).
void AppendJsonString(std::string& out, std::string_view text);

}  // namespace rowhouse
