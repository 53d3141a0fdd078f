#pragma once
// One function for each operation of the service. Each answers its call exactly once. The
// router has checked the signature, the address and the query string before.

#include "base/worker_pool.h"
#include "table_service/operations/service_call.h"

namespace rowhouse::operations {

// table_handlers.cc (spec 5.1-5.3). Listing, creating and deleting may touch the disk: call them on
// a worker thread.
void HandleListTables(ServiceCall& call);
void HandleCreateTable(ServiceCall& call);
void HandleDeleteTable(ServiceCall& call);
void HandleGetTable(ServiceCall& call);

// entity_handlers.cc (spec 5.10-5.16). What of a query takes long goes to `workers`. A write is
// answered from the store's commit thread.
void HandleGetEntity(ServiceCall& call);
void HandleQueryEntities(const CallPtr& call, WorkerPool& workers);
void HandleWriteEntity(const CallPtr& call);

// batch_handler.cc (spec section 8). The query of a batch goes to `workers`.
void HandleBatch(const CallPtr& call, WorkerPool& workers);

// settings_handlers.cc (spec 5.4-5.9). The two that set touch the disk: call them on a worker
// thread.
void HandleGetAcl(ServiceCall& call);
void HandleSetAcl(ServiceCall& call);
void HandleGetServiceProperties(ServiceCall& call);
void HandleSetServiceProperties(ServiceCall& call);
// Of the secondary location only, which is as of `now`.
void HandleGetServiceStats(ServiceCall& call, std::chrono::system_clock::time_point now);
void HandlePreflight(ServiceCall& call);

}  // namespace rowhouse::operations
