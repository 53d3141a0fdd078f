#pragma once
// The answers to clients that exceed a rate limit.

#include "table_service/operations/service_call.h"
#include "table_service/traffic/throttle.h"

namespace rowhouse::operations {

// Answers with 503 ServerBusy as Azure Storage does, without a time to wait; only the message for
// the account's limit names the limit (spec 10). For exceeded request units: with 429 TooManyRequests in the form of the Cosmos Table
// API, with the wait in x-ms-retry-after-ms (spec 11.1).
void AnswerBusy(const ServiceCall& call, const Refusal& refusal);

}  // namespace rowhouse::operations
