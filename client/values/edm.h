#pragma once
// Values with and without null, each as the other: the codecs know no null.

#include "entity/edm_value.h"

#include <rowhouse/value.h>

namespace rowhouse::tables {

// REQUIRES: !value.IsNull()
EdmValue ToEdm(const Value& value);
Value FromEdm(EdmValue value);

}  // namespace rowhouse::tables
