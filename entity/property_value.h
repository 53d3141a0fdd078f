#pragma once
// Interpreting a member of a request body: the name rules of spec 6.6 and the types of spec 6.3 and
// 6.4.

#include "entity/edm_value.h"
#include "entity/error.h"
#include "entity/json_members.h"

#include <string_view>

namespace rowhouse {

// kPropertyNameTooLong or kPropertyNameInvalid.
Status CheckPropertyName(std::string_view name);

// The value of a member. kInvalidInput if it does not fit its annotation or has an unsupported
// type; kOutOfRangeInput for dates before 1601. REQUIRES: `member` has a value that is not null
Result<EdmValue> ReadPropertyValue(const JsonMember& member);

}  // namespace rowhouse
