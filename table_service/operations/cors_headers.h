#pragma once
// The Access-Control- and Vary headers of answers (spec 5.9).

#include "settings/cors.h"
#include "table_service/wire/message.h"

#include <span>

namespace rowhouse::operations {

// Adds the headers that the rules grant to a request other than a preflight. Must be called after
// all other headers have been added to `response`: a rule may expose them.
void AddCorsHeaders(const wire::Request& request, std::span<const CorsRule> rules,
                    wire::Response& response);

// Returns the answer to a preflight. kInvalidHeaderValue: a header that every preflight has is
// missing. kCorsPreflightFailure: no rule matches, or the matching rule does not allow a header.
Result<wire::Response> AnswerPreflight(const wire::Request& request,
                                       std::span<const CorsRule> rules);

}  // namespace rowhouse::operations
