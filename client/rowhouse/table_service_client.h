#pragma once
// An account: its tables and settings.

#include <cstddef>
#include <memory>
#include <optional>
#include <rowhouse/options.h>
#include <rowhouse/sas.h>
#include <rowhouse/settings.h>
#include <rowhouse/table_client.h>
#include <rowhouse/task_fwd.h>
#include <rowhouse/token.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

class Connection;

struct ListTablesOptions {
  std::string prefix = {};  // names that begin so
  Filter filter = {};       // on TableName; both count
  std::optional<std::size_t> limit = {};
  std::size_t page_size = 1000;
  CallOptions call = {};
};

struct TablePage {
  std::vector<std::string> names = {};
  std::optional<std::string> next = {};  // give it back as `start`; none: it was the last
};

// A handle of an account's Table service. Cost, threads, errors, repetition and tasks as in
// TableClient.
class TableServiceClient {
 public:
  // std::invalid_argument: what was given cannot be read.
  static TableServiceClient FromConnectionString(std::string_view connection_string,
                                                 ClientOptions options = {});
  TableServiceClient(std::string_view endpoint, const SharedKeyCredential& credential,
                     ClientOptions options = {});
  // With tokens of Entra ID, as TableClient.
  TableServiceClient(std::string_view endpoint, TokenCallback token, ClientOptions options = {});
  // The account's endpoint with an account signature as its query.
  static TableServiceClient FromSasUrl(std::string_view sas_url, ClientOptions options = {});

  // Address of the account, without credentials.
  std::string Url() const;

  // A client of one table, over the same connections. std::invalid_argument: no table's name.
  TableClient GetTableClient(std::string table) const;

  // "TableAlreadyExists" (409). Once.
  TableClient CreateTable(std::string table, const CallOptions& call = {}) const;
  pplx::task<void> CreateTableAsync(std::string table, const CallOptions& call = {}) const;
  TableClient CreateTableIfNotExists(std::string table, const CallOptions& call = {}) const;
  // Whether it was created: false if it already existed.
  pplx::task<bool> CreateTableIfNotExistsAsync(std::string table,
                                               const CallOptions& call = {}) const;
  // "ResourceNotFound" (404). Once.
  void DeleteTable(std::string table, const CallOptions& call = {}) const;
  pplx::task<void> DeleteTableAsync(std::string table, const CallOptions& call = {}) const;

  // Names in their order, all pages.
  std::vector<std::string> ListTables(const ListTablesOptions& options = {}) const;
  pplx::task<std::vector<std::string>> ListTablesAsync(const ListTablesOptions& options = {}) const;
  TablePage ListTablesPage(const ListTablesOptions& options = {},
                           const std::optional<std::string>& start = {}) const;
  pplx::task<TablePage> ListTablesPageAsync(const ListTablesOptions& options = {},
                                            const std::optional<std::string>& start = {}) const;

  ServiceProperties GetProperties(const CallOptions& call = {}) const;
  pplx::task<ServiceProperties> GetPropertiesAsync(const CallOptions& call = {}) const;
  void SetProperties(const ServicePropertiesChange& change, const CallOptions& call = {}) const;
  pplx::task<void> SetPropertiesAsync(const ServicePropertiesChange& change,
                                      const CallOptions& call = {}) const;
  // Asked of the secondary address.
  ServiceStatistics GetStatistics(const CallOptions& call = {}) const;
  pplx::task<ServiceStatistics> GetStatisticsAsync(const CallOptions& call = {}) const;

  // Url() with a signature that FromSasUrl() takes. std::logic_error: no key to sign with.
  // std::invalid_argument as SignAccountSas().
  std::string SasUrl(const AccountSas& sas) const;

 private:
  explicit TableServiceClient(std::shared_ptr<const Connection> connection);

  std::shared_ptr<const Connection> connection_;
};

}  // namespace rowhouse::tables
