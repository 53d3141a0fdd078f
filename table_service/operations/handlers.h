#pragma once
// One function for each operation of the service; operation_table.cc lists them. Each answers its
// call exactly once. Signature, address and query string have been checked before.

#include "table_service/operations/service_call.h"

namespace rowhouse::operations {

// In table_handlers.cc (spec 5.1-5.3). Listing, creating and deleting may access the disk and must
// run on worker threads.
void HandleListTables(const ServiceCall& call);
void HandleCreateTable(const ServiceCall& call);
void HandleDeleteTable(const ServiceCall& call);
void HandleGetTable(const ServiceCall& call);
// Answers with the only collection of the service, the tables (spec 1.2).
void HandleGetServiceDocument(const ServiceCall& call);

// In entity_handlers.cc (spec 5.10-5.16). A query that takes long is moved to a worker thread. A
// write is answered from the store's commit thread.
void HandleGetEntity(const ServiceCall& call);
void HandleQueryEntities(const CallPtr& call);
void HandleWriteEntity(const CallPtr& call);

// In batch_handler.cc (spec section 8). The query of a batch runs on a worker thread.
void HandleBatch(const CallPtr& call);
void HandleBatchOtherMethod(const ServiceCall& call);

// In settings_handlers.cc (spec 5.4-5.9). Setting accesses the disk and must run on worker threads.
void HandleGetAcl(const ServiceCall& call);
void HandleSetAcl(const ServiceCall& call);
void HandleGetServiceProperties(const ServiceCall& call);
void HandleSetServiceProperties(const ServiceCall& call);
// Answers at the secondary location only, which is always up to date.
void HandleGetServiceStats(const ServiceCall& call);
void HandlePreflight(const ServiceCall& call);

}  // namespace rowhouse::operations
