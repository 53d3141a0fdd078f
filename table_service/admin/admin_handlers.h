#pragma once
// One function for each admin route; admin_routes.cc has the table that lists them. The caller is
// already authorized. A route that a mere link on a page must not trigger has method POST.

#include "table_service/admin/admin_call.h"

namespace rowhouse::admin {

// In hotspot_routes.cc. Reports on the table that the parameter names, or on all tables with
// traffic.
AdminResult<wire::Response> GetHotspots(const AdminCall& call);
// Reports on one table.
AdminResult<wire::Response> GetActivity(const AdminCall& call);

// In partitions_route.cc. Lists the partitions of one table, page by page.
AdminResult<wire::Response> GetPartitions(const AdminCall& call);

// In plan_route.cc. Says which key ranges a query with a filter would read.
AdminResult<wire::Response> GetPlan(const AdminCall& call);

// In accounts_route.cc. Lists the accounts, and says whether the server is open to this machine.
AdminResult<wire::Response> ListAccounts(const AdminCall& call);

// In table_list_route.cc. Lists the tables with their sizes, rates and findings.
AdminResult<wire::Response> ListTables(const AdminCall& call);

// In requests_route.cc. Lists the latest requests to the table service.
AdminResult<wire::Response> GetRequests(const AdminCall& call);

// In metrics_route.cc. Answers in the text format of Prometheus.
AdminResult<wire::Response> GetMetrics(const AdminCall& call);

// In table_routes.cc.
AdminResult<wire::Response> CountTable(const AdminCall& call);
AdminResult<wire::Response> ResetAccount(const AdminCall& call);

// In backup_routes.cc.
AdminResult<wire::Response> CreateBackup(const AdminCall& call);
AdminResult<wire::Response> DeleteBackup(const AdminCall& call);
AdminResult<wire::Response> RestoreBackup(const AdminCall& call);
AdminResult<wire::Response> ListBackups(const AdminCall& call);

// In health_route.cc.
AdminResult<wire::Response> GetHealth(const AdminCall& call);

}  // namespace rowhouse::admin
