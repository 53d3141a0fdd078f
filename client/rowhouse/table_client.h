#pragma once
// One table of an account.

#include <functional>
#include <memory>
#include <optional>
#include <rowhouse/entity.h>
#include <rowhouse/options.h>
#include <rowhouse/query.h>
#include <rowhouse/sas.h>
#include <rowhouse/settings.h>
#include <rowhouse/task_fwd.h>
#include <rowhouse/token.h>
#include <rowhouse/transaction.h>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::tables {

class Connection;
struct TableClientParts;

// A handle of one table. Making one sends nothing.
//
// Cost: copying copies two pointers' worth; copies share connections.
// Threads: all calls may overlap. Do not assign to a client that others use.
// Errors: see error.h. Every call may throw TableError; other exceptions are listed with the call.
//   A write that failed other than by OutcomeUnknownError did nothing.
// Repetition: see RetryPolicy. Calls marked "once" are never repeated if they may have been carried out.
// Tasks: ...Async() does the same and returns at once; <rowhouse/async.h> has the rules. Bad
//   arguments throw from the call itself.
class TableClient {
 public:
  // `connection_string` as the portal shows it, "UseDevelopmentStorage=true", or one with a
  // SharedAccessSignature. std::invalid_argument: it cannot be read, or `table` cannot be a table's
  // name.
  static TableClient FromConnectionString(std::string_view connection_string, std::string table,
                                          ClientOptions options = {});
  // `endpoint` of the account: "https://ACCOUNT.table.core.windows.net" or, path style,
  // "http://127.0.0.1:10002/ACCOUNT". std::invalid_argument as above.
  TableClient(std::string_view endpoint, std::string table, const SharedKeyCredential& credential,
              ClientOptions options = {});
  // With tokens of Entra ID (see token.h). std::invalid_argument as above, and: `token` is empty; the
  // endpoint is http:// and not on this machine, where others could read the tokens.
  TableClient(std::string_view endpoint, std::string table, TokenCallback token,
              ClientOptions options = {});
  // `sas_url`: the address of the table, with a signature as its query. std::invalid_argument.
  static TableClient FromSasUrl(std::string_view sas_url, ClientOptions options = {});

  const std::string& Name() const { return table_; }
  // Address of the table, without credentials.
  std::string Url() const;

  // --- The table ---

  // "TableAlreadyExists" (409) if it exists. Once.
  void Create(const CallOptions& call = {}) const;
  pplx::task<void> CreateAsync(const CallOptions& call = {}) const;
  // Whether it was created: false if it already existed.
  bool CreateIfNotExists(const CallOptions& call = {}) const;
  pplx::task<bool> CreateIfNotExistsAsync(const CallOptions& call = {}) const;
  // "ResourceNotFound" (404) if there is none. Once.
  void DeleteTable(const CallOptions& call = {}) const;
  pplx::task<void> DeleteTableAsync(const CallOptions& call = {}) const;
  // Whether it existed.
  bool DeleteTableIfExists(const CallOptions& call = {}) const;
  pplx::task<bool> DeleteTableIfExistsAsync(const CallOptions& call = {}) const;
  bool TableExists(const CallOptions& call = {}) const;
  pplx::task<bool> TableExistsAsync(const CallOptions& call = {}) const;

  // --- One entity: writing. Each returns the version written ---

  // Adds it. "EntityAlreadyExists" (409). Once.
  ETag Insert(const Entity& entity, const CallOptions& call = {}) const;
  pplx::task<ETag> InsertAsync(const Entity& entity, const CallOptions& call = {}) const;
  // Adds it, or lays its properties over the stored ones.
  ETag UpsertMerge(const Entity& entity, const CallOptions& call = {}) const;
  pplx::task<ETag> UpsertMergeAsync(const Entity& entity, const CallOptions& call = {}) const;
  // Adds it, or replaces the stored one.
  ETag UpsertReplace(const Entity& entity, const CallOptions& call = {}) const;
  pplx::task<ETag> UpsertReplaceAsync(const Entity& entity, const CallOptions& call = {}) const;
  // Lays its properties over the stored ones. "ResourceNotFound" (404),
  // "UpdateConditionNotSatisfied" (412: the stored version is another one). Once, unless any
  // version will do.
  ETag UpdateMerge(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                   const CallOptions& call = {}) const;
  pplx::task<ETag> UpdateMergeAsync(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                                    const CallOptions& call = {}) const;
  // Replaces the stored one. Errors and repetition as UpdateMerge().
  ETag UpdateReplace(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                     const CallOptions& call = {}) const;
  pplx::task<ETag> UpdateReplaceAsync(const Entity& entity, IfMatch if_match = IfMatch::Own(),
                                      const CallOptions& call = {}) const;
  // "ResourceNotFound" (404), "UpdateConditionNotSatisfied" (412). Once, unless any version will
  // do; a repetition that finds nothing counts as done.
  void Delete(std::string_view partition_key, std::string_view row_key,
              IfMatch if_match = IfMatch::Any(), const CallOptions& call = {}) const;
  pplx::task<void> DeleteAsync(std::string_view partition_key, std::string_view row_key,
                               IfMatch if_match = IfMatch::Any(),
                               const CallOptions& call = {}) const;
  // In the version that `entity` carries; any, if it carries none.
  void Delete(const Entity& entity, const CallOptions& call = {}) const;
  pplx::task<void> DeleteAsync(const Entity& entity, const CallOptions& call = {}) const;
  // Whether it existed.
  bool DeleteIfExists(std::string_view partition_key, std::string_view row_key,
                      const CallOptions& call = {}) const;
  pplx::task<bool> DeleteIfExistsAsync(std::string_view partition_key, std::string_view row_key,
                                       const CallOptions& call = {}) const;

  // --- One entity: reading. `select` as in QueryOptions ---

  // "ResourceNotFound" (404).
  Entity Get(std::string_view partition_key, std::string_view row_key,
             const std::vector<std::string>& select = {}, const CallOptions& call = {}) const;
  pplx::task<Entity> GetAsync(std::string_view partition_key, std::string_view row_key,
                              const std::vector<std::string>& select = {},
                              const CallOptions& call = {}) const;
  // Returns nothing if there is no such entity. A missing table is still an error.
  std::optional<Entity> TryGet(std::string_view partition_key, std::string_view row_key,
                               const std::vector<std::string>& select = {},
                               const CallOptions& call = {}) const;
  pplx::task<std::optional<Entity>> TryGetAsync(std::string_view partition_key,
                                                std::string_view row_key,
                                                const std::vector<std::string>& select = {},
                                                const CallOptions& call = {}) const;
  bool Exists(std::string_view partition_key, std::string_view row_key,
              const CallOptions& call = {}) const;
  pplx::task<bool> ExistsAsync(std::string_view partition_key, std::string_view row_key,
                               const CallOptions& call = {}) const;

  // --- Many entities ---

  // In key order. Nothing is sent before the range is used. std::invalid_argument: a page size that
  // is not in 1..1000.
  EntityRange Query(QueryOptions options = {}) const;
  PageRange QueryPages(QueryOptions options = {}) const;
  // The page at options.start.
  Page QueryPage(const QueryOptions& options = {}) const;
  pplx::task<Page> QueryPageAsync(const QueryOptions& options = {}) const;
  // All entities of the query at once. Memory grows with their number.
  pplx::task<std::vector<Entity>> QueryAsync(const QueryOptions& options = {}) const;
  // Gives each page to `use`, one after the other and before the next one is asked for, until the
  // last or until `use` returns false. `use` runs on the threads of continuations and may block; the
  // task ends with what it throws. options.read_ahead does not count.
  pplx::task<void> QueryPagesAsync(const QueryOptions& options,
                                   std::function<bool(const Page&)> use) const;

  // All writes or none. TransactionError names the one that failed. Repeated only when each write
  // by itself would be and none is a delete; else once. std::invalid_argument: it is empty.
  TransactionResult Submit(const Transaction& transaction, const CallOptions& call = {}) const;
  pplx::task<TransactionResult> SubmitAsync(const Transaction& transaction,
                                            const CallOptions& call = {}) const;

  // --- Access ---

  AccessPolicies GetAccessPolicies(const CallOptions& call = {}) const;
  pplx::task<AccessPolicies> GetAccessPoliciesAsync(const CallOptions& call = {}) const;
  // Replaces the existing ones. std::invalid_argument: more than five, an id twice.
  void SetAccessPolicies(const AccessPolicies& policies, const CallOptions& call = {}) const;
  pplx::task<void> SetAccessPoliciesAsync(const AccessPolicies& policies,
                                          const CallOptions& call = {}) const;
  // The URL of this table with a signature that FromSasUrl() takes; sas.table does not count.
  // std::logic_error: this client has no key to sign with. std::invalid_argument as SignTableSas().
  std::string SasUrl(TableSas sas) const;

 private:
  friend class TableServiceClient;
  friend struct TableClientParts;
  TableClient(std::shared_ptr<const Connection> connection, std::string table);

  std::shared_ptr<const Connection> connection_;
  std::string table_;
};

}  // namespace rowhouse::tables
