#include "client/calls/connection.h"
#include "client/calls/entity_requests.h"
#include "client/calls/query_stream.h"
#include "client/calls/settings_requests.h"
#include "client/calls/transaction_request.h"
#include "client/table_client_parts.h"

#include <fmt/format.h>
#include <rowhouse/table_client.h>
#include <stdexcept>
#include <utility>

namespace rowhouse::tables {
namespace {

void RequirePageSize(const QueryOptions& options) {
  // Builds the request for its checks only.
  static_cast<void>(QueryEntities("table", options, options.page_size, {}));
}

}  // namespace

TableClient::TableClient(std::shared_ptr<const Connection> connection, std::string table)
    : connection_(std::move(connection)), table_(std::move(table)) {
  RequireTableName(table_);
}

TableClient::TableClient(std::string_view endpoint, std::string table,
                         const SharedKeyCredential& credential, ClientOptions options)
    : TableClient(Connection::Make(AddressOf(endpoint, credential), std::move(options)),
                  std::move(table)) {}

TableClient::TableClient(std::string_view endpoint, std::string table, TokenCallback token,
                         ClientOptions options)
    : TableClient(Connection::Make(AddressOf(endpoint, std::move(token)), std::move(options)),
                  std::move(table)) {}

TableClient TableClient::FromConnectionString(std::string_view connection_string, std::string table,
                                              ClientOptions options) {
  return {Connection::Make(ParseConnectionString(connection_string), std::move(options)),
          std::move(table)};
}

TableClient TableClient::FromSasUrl(std::string_view sas_url, ClientOptions options) {
  TableAddress address = ParseTableSasUrl(sas_url);
  return {Connection::Make(std::move(address.account), std::move(options)),
          std::move(address.table)};
}

std::string TableClient::Url() const { return fmt::format("{}/{}", connection_->Url(), table_); }

void TableClient::Create(const CallOptions& call) const {
  Run(*connection_, CreateTableRequest(table_), call);
}
bool TableClient::CreateIfNotExists(const CallOptions& call) const {
  return Run(*connection_, CreateTableIfNotExistsRequest(table_), call);
}
void TableClient::DeleteTable(const CallOptions& call) const {
  Run(*connection_, DeleteTableRequest(table_), call);
}
bool TableClient::DeleteTableIfExists(const CallOptions& call) const {
  return Run(*connection_, DeleteTableIfExistsRequest(table_), call);
}
bool TableClient::TableExists(const CallOptions& call) const {
  return Run(*connection_, TableExistsRequest(table_), call);
}

ETag TableClient::Insert(const Entity& entity, const CallOptions& call) const {
  return Run(*connection_, WriteEntity(table_, {WriteKind::kInsert, entity}), call);
}
ETag TableClient::UpsertMerge(const Entity& entity, const CallOptions& call) const {
  return Run(*connection_, WriteEntity(table_, {WriteKind::kUpsertMerge, entity}), call);
}
ETag TableClient::UpsertReplace(const Entity& entity, const CallOptions& call) const {
  return Run(*connection_, WriteEntity(table_, {WriteKind::kUpsertReplace, entity}), call);
}
ETag TableClient::UpdateMerge(const Entity& entity, IfMatch if_match,
                              const CallOptions& call) const {
  return Run(*connection_,
             WriteEntity(table_, {WriteKind::kUpdateMerge, entity, std::move(if_match)}), call);
}
ETag TableClient::UpdateReplace(const Entity& entity, IfMatch if_match,
                                const CallOptions& call) const {
  return Run(*connection_,
             WriteEntity(table_, {WriteKind::kUpdateReplace, entity, std::move(if_match)}), call);
}

void TableClient::Delete(std::string_view partition_key, std::string_view row_key, IfMatch if_match,
                         const CallOptions& call) const {
  Run(*connection_,
      DeleteEntity(table_,
                   {WriteKind::kDelete, Entity(std::string(partition_key), std::string(row_key)),
                    std::move(if_match)}),
      call);
}
void TableClient::Delete(const Entity& entity, const CallOptions& call) const {
  Run(*connection_, DeleteEntity(table_, {WriteKind::kDelete, entity}), call);
}
bool TableClient::DeleteIfExists(std::string_view partition_key, std::string_view row_key,
                                 const CallOptions& call) const {
  return Run(*connection_, DeleteEntityIfExists(table_, KeyOf(partition_key, row_key)), call);
}

Entity TableClient::Get(std::string_view partition_key, std::string_view row_key,
                        const std::vector<std::string>& select, const CallOptions& call) const {
  return Run(*connection_, GetEntity(table_, KeyOf(partition_key, row_key), select), call);
}
std::optional<Entity> TableClient::TryGet(std::string_view partition_key, std::string_view row_key,
                                          const std::vector<std::string>& select,
                                          const CallOptions& call) const {
  return Run(*connection_, TryGetEntity(table_, KeyOf(partition_key, row_key), select), call);
}
bool TableClient::Exists(std::string_view partition_key, std::string_view row_key,
                         const CallOptions& call) const {
  return TryGet(partition_key, row_key, {"RowKey"}, call).has_value();
}

EntityRange TableClient::Query(QueryOptions options) const {
  RequirePageSize(options);
  return EntityRange([connection = connection_, table = table_, options = std::move(options)] {
    return OpenQuery(connection, table, options);
  });
}

PageRange TableClient::QueryPages(QueryOptions options) const {
  RequirePageSize(options);
  ContinuationToken start = options.start;
  return {[connection = connection_, table = table_,
           options = std::move(options)](const ContinuationToken& from) {
            return Run(*connection, QueryEntities(table, options, options.page_size, from),
                       options.call);
          },
          std::move(start)};
}

Page TableClient::QueryPage(const QueryOptions& options) const {
  return Run(*connection_, QueryEntities(table_, options, options.page_size, options.start),
             options.call);
}

TransactionResult TableClient::Submit(const Transaction& transaction,
                                      const CallOptions& call) const {
  return Run(*connection_, SubmitTransaction(table_, transaction, connection_->Url()), call);
}

AccessPolicies TableClient::GetAccessPolicies(const CallOptions& call) const {
  return Run(*connection_, GetAccessPoliciesRequest(table_), call);
}
void TableClient::SetAccessPolicies(const AccessPolicies& policies, const CallOptions& call) const {
  Run(*connection_, SetAccessPoliciesRequest(table_, policies), call);
}

std::string TableClient::SasUrl(TableSas sas) const {
  const auto& credential = connection_->Address().credential;
  if (!credential) throw std::logic_error("a client without a key cannot sign");
  sas.table = table_;
  return fmt::format("{}?{}", Url(), SignTableSas(*credential, sas));
}

}  // namespace rowhouse::tables
