#include "client/calls/connection.h"
#include "client/calls/settings_requests.h"

#include <fmt/format.h>
#include <rowhouse/table_service_client.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {

TableServiceClient::TableServiceClient(std::shared_ptr<const Connection> connection)
    : connection_(std::move(connection)) {}

TableServiceClient::TableServiceClient(std::string_view endpoint,
                                       const SharedKeyCredential& credential, ClientOptions options)
    : connection_(Connection::Make(AddressOf(endpoint, credential), std::move(options))) {}

TableServiceClient::TableServiceClient(std::string_view endpoint, TokenCallback token,
                                       ClientOptions options)
    : TableServiceClient(
          Connection::Make(AddressOf(endpoint, std::move(token)), std::move(options))) {}

TableServiceClient TableServiceClient::FromConnectionString(std::string_view connection_string,
                                                            ClientOptions options) {
  return TableServiceClient(
      Connection::Make(ParseConnectionString(connection_string), std::move(options)));
}

TableServiceClient TableServiceClient::FromSasUrl(std::string_view sas_url, ClientOptions options) {
  return TableServiceClient(Connection::Make(ParseAccountSasUrl(sas_url), std::move(options)));
}

std::string TableServiceClient::Url() const { return connection_->Url(); }

TableClient TableServiceClient::GetTableClient(std::string table) const {
  return {connection_, std::move(table)};
}

TableClient TableServiceClient::CreateTable(std::string table, const CallOptions& call) const {
  TableClient client = GetTableClient(std::move(table));
  client.Create(call);
  return client;
}

TableClient TableServiceClient::CreateTableIfNotExists(std::string table,
                                                       const CallOptions& call) const {
  TableClient client = GetTableClient(std::move(table));
  client.CreateIfNotExists(call);
  return client;
}

void TableServiceClient::DeleteTable(std::string table, const CallOptions& call) const {
  GetTableClient(std::move(table)).DeleteTable(call);
}

std::vector<std::string> TableServiceClient::ListTables(const ListTablesOptions& options) const {
  std::vector<std::string> names;
  std::optional<std::string> start;
  do {
    TablePage page = ListTablesPage(options, start);
    for (std::string& name : page.names) {
      if (options.limit && names.size() == *options.limit) return names;
      names.push_back(std::move(name));
    }
    start = std::move(page.next);
  } while (start && !(options.limit && names.size() == *options.limit));
  return names;
}

TablePage TableServiceClient::ListTablesPage(const ListTablesOptions& options,
                                             const std::optional<std::string>& start) const {
  return Run(*connection_, ListTablesRequest(options, start), options.call);
}

ServiceProperties TableServiceClient::GetProperties(const CallOptions& call) const {
  return Run(*connection_, GetPropertiesRequest(), call);
}
void TableServiceClient::SetProperties(const ServicePropertiesChange& change,
                                       const CallOptions& call) const {
  Run(*connection_, SetPropertiesRequest(change), call);
}
ServiceStatistics TableServiceClient::GetStatistics(const CallOptions& call) const {
  return Run(*connection_, GetStatisticsRequest(), call);
}

std::string TableServiceClient::SasUrl(const AccountSas& sas) const {
  const auto& credential = connection_->Address().credential;
  if (!credential) throw std::logic_error("a client without a key cannot sign");
  return fmt::format("{}/?{}", Url(), SignAccountSas(*credential, sas));
}

}  // namespace rowhouse::tables
