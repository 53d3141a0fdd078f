#pragma once
// Public values and those of the shared codecs, each as the other.

#include "entity/edm_value.h"

#include <rowhouse/value.h>

namespace rowhouse::tables {

// REQUIRES: !value.IsNull()
EdmValue ToEdm(const Value& value);
Value FromEdm(EdmValue value);

}  // namespace rowhouse::tables
