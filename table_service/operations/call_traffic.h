#pragma once
// Connects the handlers to throttling and traffic statistics: they ask before an operation whether
// it is admitted, and report it afterwards.

#include "batch/entity_write.h"
#include "query/scan_plan.h"
#include "table_service/operations/service_call.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace rowhouse::operations {

// Return true if the operation is admitted. Otherwise the call has been answered, as busy (spec 10)
// or as exceeding its request units (spec 11.1). Must be called after all other checks and before
// the store does any work.
bool AdmitRequest(const ServiceCall& call);  // for requests that name no entity
bool AdmitOperations(const ServiceCall& call, std::string_view table,
                     std::string_view partition_key, std::size_t operations = 1);
bool AdmitQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan);

// Count an operation. Must be called before it is answered, so that the cost is known at the
// client's next request. Reads count even if they found nothing, since the search costs the
// partition the same; writes that the store refused changed nothing and do not count. `bytes`: none
// if the entity does not exist.
void CountRead(const ServiceCall& call, std::string_view table, const EntityKey& key,
               std::optional<std::size_t> bytes);
void CountQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan,
                std::size_t bytes);
// The writes of one change set. REQUIRES: at least one; `operations` are those of `writes`, in order
void CountWrites(const ServiceCall& call, std::span<const EntityWrite> writes,
                 std::span<const Operation> operations);
// Forgets everything that is known about a deleted table.
void CountTableDeleted(const ServiceCall& call, std::string_view table);

}  // namespace rowhouse::operations
