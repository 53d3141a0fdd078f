#pragma once
// The Cors element of service properties (spec 5.7).

#include "entity/error.h"
#include "settings/cors.h"

#include <pugixml.hpp>
#include <vector>

namespace rowhouse {

// kInvalidXmlDocument for more than 5 rules, a rule that lacks one of its five children, an unknown
// method, and an item or rules of too many bytes. kInvalidXmlNodeValue for too many origins or
// headers of a rule. The limits are limits::kCors...
Result<std::vector<CorsRule>> ReadCorsRules(pugi::xml_node cors);

}  // namespace rowhouse
