#pragma once
// The Access-Control- and Vary headers of answers (spec 5.9).

#include "settings/cors.h"
#include "table_service/wire/message.h"

#include <span>

namespace rowhouse::operations {

// Adds what the rules grant to a request that is no preflight. Call it when the other headers of
// `response` are there: a rule may expose them all.
void AddCorsHeaders(const wire::Request& request, std::span<const CorsRule> rules,
                    wire::Response& response);

// The answer to a preflight. kInvalidHeaderValue: a header that each preflight has is missing.
// kCorsPreflightFailure: no rule, or the one that decides does not allow a header.
Result<wire::Response> AnswerPreflight(const wire::Request& request,
                                       std::span<const CorsRule> rules);

}  // namespace rowhouse::operations
