#pragma once
// The Cors element of service properties (spec 5.7).

#include "entity/error.h"
#include "settings/cors.h"

#include <pugixml.hpp>
#include <vector>

namespace rowhouse {

// kInvalidXmlDocument: more than 5 rules, a rule without one of its five children or beyond the
// limits of limits::kCors..., an unknown method.
Result<std::vector<CorsRule>> ReadCorsRules(pugi::xml_node cors);

}  // namespace rowhouse
