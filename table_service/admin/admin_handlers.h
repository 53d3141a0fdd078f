#pragma once
// One function for each admin route; admin_routes.cc has the table that names them. The router has
// checked who calls. A route that a page must not trigger by a mere link has method POST.

#include "table_service/admin/admin_call.h"

namespace rowhouse::admin {

// hotspot_routes.cc. Of the table that the parameter names, or of all tables with traffic.
AdminResult<wire::Response> GetHotspots(const AdminCall& call);
// Of one table.
AdminResult<wire::Response> GetActivity(const AdminCall& call);

// partitions_route.cc. Of one table, a page at a time.
AdminResult<wire::Response> GetPartitions(const AdminCall& call);

// metrics_route.cc: for Prometheus, in its text format.
AdminResult<wire::Response> GetMetrics(const AdminCall& call);

// table_routes.cc
AdminResult<wire::Response> CountTable(const AdminCall& call);
AdminResult<wire::Response> ResetAccount(const AdminCall& call);

// backup_routes.cc
AdminResult<wire::Response> CreateBackup(const AdminCall& call);
AdminResult<wire::Response> RestoreBackup(const AdminCall& call);
AdminResult<wire::Response> ListBackups(const AdminCall& call);

// health_route.cc
AdminResult<wire::Response> GetHealth(const AdminCall& call);

}  // namespace rowhouse::admin
