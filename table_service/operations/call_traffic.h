#pragma once
// What the handlers say about the operations that they carry out: asked before (may it run?) and
// told after (it has run).

#include "batch/entity_write.h"
#include "query/scan_plan.h"
#include "table_service/operations/service_call.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace rowhouse::operations {

// True: go on. False: the call has been answered, as busy (spec 10) or as beyond its request units
// (spec 11.1). Ask after everything that is refused for other reasons and before the store does any
// work.
bool AdmitRequest(const ServiceCall& call);  // about no table
bool AdmitOperations(const ServiceCall& call, std::string_view table,
                     std::string_view partition_key, std::size_t operations = 1);
bool AdmitQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan);

// An operation is about to be answered: counted before, so that a client's next request finds what
// this one cost. Reads count whatever they found, since looking costs the partition the same;
// writes that the store refused changed nothing and do not count. `bytes`: none when there is no
// such entity.
void CountRead(const ServiceCall& call, std::string_view table, const EntityKey& key,
               std::optional<std::size_t> bytes);
void CountQuery(const ServiceCall& call, std::string_view table, const ScanPlan& plan,
                std::size_t bytes);
void CountWrite(const ServiceCall& call, const EntityWrite& write, const Operation& operation);
// The table is gone, and all that is known about it.
void CountTableDeleted(const ServiceCall& call, std::string_view table);

}  // namespace rowhouse::operations
