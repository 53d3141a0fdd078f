#pragma once
// The members of a request body, read by simdjson but not yet understood: which text is a property,
// an annotation, or to be skipped. Spec 4.5.

#include "entity/error.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rowhouse {

struct JsonScalar {
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString };
  Kind kind = Kind::kNull;
  std::string_view text;  // a string's unescaped text; else the token
};

struct JsonMember {
  std::string_view name;
  std::optional<JsonScalar> value;             // none: only its annotation was there
  std::optional<std::string_view> annotation;  // of Name@odata.type, before or behind the value
};

// Reading stops at the first fault, so that members in front of it are still judged first: the
// answer to a body with two faults is the one that comes first in the text.
class JsonMembers {
 public:
  // Reads the top-level members of `body`. Members that are annotations of another kind (odata.*
  // and every name with a dot) and Timestamp are left out. Holds a copy of `body`.
  static JsonMembers Read(std::string_view body);

  // In the order in which their names first came. The views live as long as this object.
  const std::vector<JsonMember>& Members() const;

  // Why reading stopped before the end: kInvalidInput for what is not one JSON object with scalar
  // members, kDuplicatePropertiesSpecified, or kTooManyProperties for more names than any entity
  // may have, even counting nulls.
  const std::optional<Error>& Fault() const { return fault_; }

 private:
  struct Document;
  struct Return {
    void operator()(Document* document) const;
  };
  explicit JsonMembers(std::string_view body);

  std::optional<Error> ReadAll();

  std::unique_ptr<Document, Return> document_;  // what the views point into
  std::optional<Error> fault_;
};

// "An error occurred while processing this request.": what the service says of a body that it
// cannot read.
Error UnreadableBody();

}  // namespace rowhouse
