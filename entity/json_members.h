#pragma once
// The members of a request body, parsed by simdjson but not yet interpreted: which text is a
// property, an annotation, or to be skipped. Spec 4.5.

#include "entity/error.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rowhouse {

struct JsonScalar {
  enum class Kind : std::uint8_t { kNull, kBoolean, kNumber, kString };
  Kind kind = Kind::kNull;
  std::string_view text;  // the unescaped text of a string; otherwise the token
};

struct JsonMember {
  std::string_view name;
  std::optional<JsonScalar> value;             // none: only the annotation is present
  std::optional<std::string_view> annotation;  // of Name@odata.type, before or after the value
};

// Reading stops at the first fault, so that the members before it can be checked first: for a body
// with two faults, the one that comes first in the text is reported.
class JsonMembers {
 public:
  // Reads the top-level members of `body`, except Timestamp and other annotations (odata.* and
  // every name with a dot). Keeps a copy of `body`.
  static JsonMembers Read(std::string_view body);

  // In the order in which the names first appear. The views are valid as long as this object lives.
  const std::vector<JsonMember>& Members() const;

  // The reason why reading stopped before the end: kInvalidInput for text that is not a single JSON
  // object with scalar members, kDuplicatePropertiesSpecified, or kTooManyProperties for more names
  // than an entity can have, counting nulls.
  const std::optional<Error>& Fault() const { return fault_; }

 private:
  struct Document;
  struct Return {
    void operator()(Document* document) const;
  };
  explicit JsonMembers(std::string_view body);

  std::optional<Error> ReadAll();

  std::unique_ptr<Document, Return> document_;  // owns the text of the views
  std::optional<Error> fault_;
};

// "An error occurred while processing this request.": the service's error for a body that it cannot
// read.
Error UnreadableBody();

}  // namespace rowhouse
