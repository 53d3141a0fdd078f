#pragma once
// One function for each operation of the service; operation_table.cc names them. Each answers its
// call exactly once. Signature, address and query string have been checked before.

#include "table_service/operations/service_call.h"

namespace rowhouse::operations {

// table_handlers.cc (spec 5.1-5.3). Listing, creating and deleting may touch the disk: they
// are for worker threads.
void HandleListTables(const ServiceCall& call);
void HandleCreateTable(const ServiceCall& call);
void HandleDeleteTable(const ServiceCall& call);
void HandleGetTable(const ServiceCall& call);
// The collections that the service has: the tables (spec 1.2).
void HandleGetServiceDocument(const ServiceCall& call);

// entity_handlers.cc (spec 5.10-5.16). What of a query takes long goes to the workers. A write is
// answered from the store's commit thread.
void HandleGetEntity(const ServiceCall& call);
void HandleQueryEntities(const CallPtr& call);
void HandleWriteEntity(const CallPtr& call);

// batch_handler.cc (spec section 8). The query of a batch goes to the workers.
void HandleBatch(const CallPtr& call);
void HandleBatchOtherMethod(const ServiceCall& call);

// settings_handlers.cc (spec 5.4-5.9). The two that set touch the disk: they are for worker
// threads.
void HandleGetAcl(const ServiceCall& call);
void HandleSetAcl(const ServiceCall& call);
void HandleGetServiceProperties(const ServiceCall& call);
void HandleSetServiceProperties(const ServiceCall& call);
// Of the secondary location only, which is as of now.
void HandleGetServiceStats(const ServiceCall& call);
void HandlePreflight(const ServiceCall& call);

}  // namespace rowhouse::operations
