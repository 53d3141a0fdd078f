#pragma once
// What a client is told that has to slow down.

#include "table_service/operations/service_call.h"
#include "table_service/traffic/throttle.h"

namespace rowhouse::operations {

// 503 ServerBusy, as Azure Storage says it: without a word about limits or about when to come back
// (spec 10). Beyond its request units: 429 TooManyRequests in the form of the Cosmos Table API,
// with the wait in x-ms-retry-after-ms (spec 11.1).
void AnswerBusy(const ServiceCall& call, const Refusal& refusal);

}  // namespace rowhouse::operations
