#pragma once
// ETags and the If-Match condition. Spec 3.6.

#include "base/date_time.h"
#include "entity/error.h"

#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// W/"datetime'2026-01-01T00%3A00%3A00.1234567Z'" for an entity whose Timestamp is `timestamp`.
std::string FormatETag(DateTime timestamp);
void AppendETag(std::string& out, DateTime timestamp);
// The time in it, which has encoded colons. REQUIRES: `time` is in the form of DateTime::ToText()
void AppendETagTime(std::string& out, std::string_view time);

// The condition that a write places on the stored entity.
struct IfMatch {
  enum class Kind : std::uint8_t {
    kNone,      // no header, or an empty one
    kAny,       // "*"
    kETag,      // a weak ETag in the service's form, for `timestamp`
    kOtherETag  // a weak ETag of any other form, which never matches
  };
  Kind kind = Kind::kNone;
  DateTime timestamp = {};

  // `header` is the If-Match value as sent. kInvalidInput with the text of spec 3.6 if it is not a
  // weak ETag.
  static Result<IfMatch> Parse(std::optional<std::string_view> header);

  // Checks the condition for an existing entity with the timestamp `stored`. Fails with
  // kUpdateConditionNotSatisfied for another kETag, with kConditionNotMet for kOtherETag.
  Status Check(DateTime stored) const;
};

}  // namespace rowhouse
