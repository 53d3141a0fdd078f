#pragma once
// The limits of one entity, measured on its stored text. Spec 6.1, 6.2, 6.9.

#include "entity/error.h"

#include <string_view>

namespace rowhouse {

// Fails with the first limit that an entity with these keys and properties exceeds: kEntityTooLarge
// (by the formula of spec 6.9), then kPropertyValueTooLarge (keys, strings, binaries), then
// kTooManyProperties, all with ErrorStage::kStorage. REQUIRES: `text` is stored text
// (stored_properties.h).
Status CheckStorable(std::string_view partition_key, std::string_view row_key,
                     std::string_view text);

}  // namespace rowhouse
