#pragma once
// Converts between Value, which can be null, and EdmValue, which cannot.

#include "entity/edm_value.h"

#include <rowhouse/value.h>

namespace rowhouse::tables {

// REQUIRES: !value.IsNull()
EdmValue ToEdm(const Value& value);
Value FromEdm(EdmValue value);

}  // namespace rowhouse::tables
