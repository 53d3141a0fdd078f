#include "client/calls/connection.h"
#include "client/calls/settings_requests.h"
#include "client/task.h"

#include <rowhouse/async.h>
#include <utility>

namespace rowhouse::tables {
namespace {

// The names from `start` on after those in `names`.
pplx::task<std::vector<std::string>> ListFrom(const TableServiceClient& client,
                                              const ListTablesOptions& options,
                                              const std::optional<std::string>& start,
                                              std::vector<std::string> names) {
  return client.ListTablesPageAsync(options, start)
      .then([client, options, names = std::move(names)](TablePage page) mutable {
        for (std::string& name : page.names) {
          if (options.limit && names.size() == *options.limit) break;
          names.push_back(std::move(name));
        }
        if (!page.next || (options.limit && names.size() == *options.limit)) {
          return pplx::task_from_result(std::move(names), pplx::task_options(TaskThreads()));
        }
        return ListFrom(client, options, page.next, std::move(names));
      });
}

}  // namespace

pplx::task<void> TableServiceClient::CreateTableAsync(std::string table,
                                                      const CallOptions& call) const {
  return GetTableClient(std::move(table)).CreateAsync(call);
}
pplx::task<bool> TableServiceClient::CreateTableIfNotExistsAsync(std::string table,
                                                                 const CallOptions& call) const {
  return GetTableClient(std::move(table)).CreateIfNotExistsAsync(call);
}
pplx::task<void> TableServiceClient::DeleteTableAsync(std::string table,
                                                      const CallOptions& call) const {
  return GetTableClient(std::move(table)).DeleteTableAsync(call);
}

pplx::task<std::vector<std::string>> TableServiceClient::ListTablesAsync(
    const ListTablesOptions& options) const {
  return ListFrom(*this, options, std::nullopt, {});
}
pplx::task<TablePage> TableServiceClient::ListTablesPageAsync(
    const ListTablesOptions& options, const std::optional<std::string>& start) const {
  return RunAsync(*connection_, ListTablesRequest(options, start), options.call);
}

pplx::task<ServiceProperties> TableServiceClient::GetPropertiesAsync(
    const CallOptions& call) const {
  return RunAsync(*connection_, GetPropertiesRequest(), call);
}
pplx::task<void> TableServiceClient::SetPropertiesAsync(const ServicePropertiesChange& change,
                                                        const CallOptions& call) const {
  return RunAsync(*connection_, SetPropertiesRequest(change), call);
}
pplx::task<ServiceStatistics> TableServiceClient::GetStatisticsAsync(
    const CallOptions& call) const {
  return RunAsync(*connection_, GetStatisticsRequest(), call);
}

}  // namespace rowhouse::tables
