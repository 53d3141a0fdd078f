#pragma once
// The Cors element of service properties (spec 5.7).

#include "entity/error.h"
#include "settings/cors.h"

#include <pugixml.hpp>
#include <vector>

namespace rowhouse {

// kInvalidXmlDocument for more than 5 rules, a rule that lacks one of its five children or exceeds
// limits::kCors..., and an unknown method.
Result<std::vector<CorsRule>> ReadCorsRules(pugi::xml_node cors);

}  // namespace rowhouse
