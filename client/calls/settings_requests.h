#pragma once
// Calls on tables, access policies and the service as operations.

#include "client/calls/operation.h"

#include <optional>
#include <rowhouse/settings.h>
#include <rowhouse/table_service_client.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

Operation<Nothing> CreateTableRequest(std::string_view table);
Operation<bool> CreateTableIfNotExistsRequest(std::string_view table);  // whether it was created
Operation<Nothing> DeleteTableRequest(std::string_view table);
Operation<bool> DeleteTableIfExistsRequest(std::string_view table);  // whether it was there
Operation<bool> TableExistsRequest(std::string_view table);
// std::invalid_argument: a page size that is not in 1..1000.
Operation<TablePage> ListTablesRequest(const ListTablesOptions& options,
                                       const std::optional<std::string>& start);

Operation<AccessPolicies> GetAccessPoliciesRequest(std::string_view table);
// std::invalid_argument: more than five, or an id twice.
Operation<Nothing> SetAccessPoliciesRequest(std::string_view table, const AccessPolicies& policies);

Operation<ServiceProperties> GetPropertiesRequest();
Operation<Nothing> SetPropertiesRequest(const ServicePropertiesChange& change);
Operation<ServiceStatistics> GetStatisticsRequest();

}  // namespace rowhouse::tables
