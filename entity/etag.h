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

// What a write asks of the stored entity.
struct IfMatch {
  enum class Kind : std::uint8_t {
    kNone,      // no header
    kAny,       // "*"
    kETag,      // a weak ETag of the service's form; `timestamp` is what it stands for
    kOtherETag  // a weak ETag that the service never made: never matches, kConditionNotMet
  };
  Kind kind = Kind::kNone;
  DateTime timestamp = {};

  // `header` is the If-Match value as sent. kInvalidInput with the text of spec 3.6 when it is not
  // a weak ETag.
  static Result<IfMatch> Parse(std::optional<std::string_view> header);

  // Success, kUpdateConditionNotSatisfied or kConditionNotMet, for an entity that exists with
  // `stored`.
  Status Check(DateTime stored) const;
};

}  // namespace rowhouse
