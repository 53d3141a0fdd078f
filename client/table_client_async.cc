#include "client/calls/connection.h"
#include "client/calls/entity_requests.h"
#include "client/calls/settings_requests.h"
#include "client/calls/transaction_request.h"
#include "client/table_client_parts.h"
#include "client/task.h"
#include "client/task_threads.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <rowhouse/table_client.h>
#include <utility>
#include <vector>

namespace rowhouse::tables {
namespace {

// A query in task form: one page after the other, each used on a thread of continuations.
class PageWalk : public std::enable_shared_from_this<PageWalk> {
 public:
  PageWalk(TableClient table, QueryOptions options, std::function<bool(Page&)> use)
      : table_(std::move(table)), options_(std::move(options)), use_(std::move(use)) {}

  pplx::task<void> Begin() {
    if (options_.limit == 0U) {
      ended_.set();
    } else {
      Ask();
    }
    return pplx::task<void>(ended_, pplx::task_options(TaskThreads()));
  }

 private:
  void Ask() {
    QueryOptions page = options_;
    if (options_.limit) page.page_size = std::min(page.page_size, *options_.limit - received_);
    table_.QueryPageAsync(page).then(
        [self = shared_from_this()](const pplx::task<Page>& asked) { self->Answered(asked); });
  }

  void Answered(const pplx::task<Page>& asked) {
    try {
      Page page = asked.get();
      received_ += page.entities.size();
      const std::optional<ContinuationToken> next = page.next;
      if (!use_(page) || !next || (options_.limit && received_ >= *options_.limit)) {
        ended_.set();
        return;
      }
      options_.start = *next;
      Ask();
    } catch (...) {
      ended_.set_exception(std::current_exception());
    }
  }

  const TableClient table_;
  QueryOptions options_;  // its start moves on
  const std::function<bool(Page&)> use_;
  std::size_t received_ = 0;
  const pplx::task_completion_event<void> ended_;
};

}  // namespace

pplx::task<void> TableClient::CreateAsync(const CallOptions& call) const {
  return RunAsync(*connection_, CreateTableRequest(table_), call);
}
pplx::task<bool> TableClient::CreateIfNotExistsAsync(const CallOptions& call) const {
  return RunAsync(*connection_, CreateTableIfNotExistsRequest(table_), call);
}
pplx::task<void> TableClient::DeleteTableAsync(const CallOptions& call) const {
  return RunAsync(*connection_, DeleteTableRequest(table_), call);
}
pplx::task<bool> TableClient::DeleteTableIfExistsAsync(const CallOptions& call) const {
  return RunAsync(*connection_, DeleteTableIfExistsRequest(table_), call);
}
pplx::task<bool> TableClient::TableExistsAsync(const CallOptions& call) const {
  return RunAsync(*connection_, TableExistsRequest(table_), call);
}

pplx::task<ETag> TableClient::InsertAsync(const Entity& entity, const CallOptions& call) const {
  return RunAsync(*connection_, WriteEntity(table_, {WriteKind::kInsert, entity}), call);
}
pplx::task<ETag> TableClient::UpsertMergeAsync(const Entity& entity,
                                               const CallOptions& call) const {
  return RunAsync(*connection_, WriteEntity(table_, {WriteKind::kUpsertMerge, entity}), call);
}
pplx::task<ETag> TableClient::UpsertReplaceAsync(const Entity& entity,
                                                 const CallOptions& call) const {
  return RunAsync(*connection_, WriteEntity(table_, {WriteKind::kUpsertReplace, entity}), call);
}
pplx::task<ETag> TableClient::UpdateMergeAsync(const Entity& entity, IfMatch if_match,
                                               const CallOptions& call) const {
  return RunAsync(*connection_,
                  WriteEntity(table_, {WriteKind::kUpdateMerge, entity, std::move(if_match)}),
                  call);
}
pplx::task<ETag> TableClient::UpdateReplaceAsync(const Entity& entity, IfMatch if_match,
                                                 const CallOptions& call) const {
  return RunAsync(*connection_,
                  WriteEntity(table_, {WriteKind::kUpdateReplace, entity, std::move(if_match)}),
                  call);
}

pplx::task<void> TableClient::DeleteAsync(std::string_view partition_key, std::string_view row_key,
                                          IfMatch if_match, const CallOptions& call) const {
  Entity entity;
  entity.SetKey(KeyOf(partition_key, row_key));
  return RunAsync(
      *connection_,
      DeleteEntity(table_, {WriteKind::kDelete, std::move(entity), std::move(if_match)}), call);
}
pplx::task<void> TableClient::DeleteAsync(const Entity& entity, const CallOptions& call) const {
  return RunAsync(*connection_, DeleteEntity(table_, {WriteKind::kDelete, entity}), call);
}
pplx::task<bool> TableClient::DeleteIfExistsAsync(std::string_view partition_key,
                                                  std::string_view row_key,
                                                  const CallOptions& call) const {
  return RunAsync(*connection_, DeleteEntityIfExists(table_, KeyOf(partition_key, row_key)), call);
}

pplx::task<Entity> TableClient::GetAsync(std::string_view partition_key, std::string_view row_key,
                                         const std::vector<std::string>& select,
                                         const CallOptions& call) const {
  return RunAsync(*connection_, GetEntity(table_, KeyOf(partition_key, row_key), select), call);
}
pplx::task<std::optional<Entity>> TableClient::TryGetAsync(std::string_view partition_key,
                                                           std::string_view row_key,
                                                           const std::vector<std::string>& select,
                                                           const CallOptions& call) const {
  return RunAsync(*connection_, TryGetEntity(table_, KeyOf(partition_key, row_key), select), call);
}
pplx::task<bool> TableClient::ExistsAsync(std::string_view partition_key, std::string_view row_key,
                                          const CallOptions& call) const {
  auto found = TryGetEntity(table_, KeyOf(partition_key, row_key), {"RowKey"});
  Operation<bool> operation{
      .spec = std::move(found.spec),
      .read = [read = std::move(found.read)](Answer& answer) { return read(answer).has_value(); },
      .recover =
          [](const TableError& error) {
            return error.Is("ResourceNotFound") ? std::optional(false) : std::nullopt;
          }};
  return RunAsync(*connection_, std::move(operation), call);
}

pplx::task<Page> TableClient::QueryPageAsync(const QueryOptions& options) const {
  return RunAsync(*connection_, QueryEntities(table_, options, options.page_size, options.start),
                  options.call);
}
pplx::task<std::vector<Entity>> TableClient::QueryAsync(const QueryOptions& options) const {
  const auto all = std::make_shared<std::vector<Entity>>();
  const auto keep = [all](Page& page) {
    std::move(page.entities.begin(), page.entities.end(), std::back_inserter(*all));
    return true;
  };
  return std::make_shared<PageWalk>(*this, options, keep)->Begin().then([all] {
    return std::move(*all);
  });
}
pplx::task<void> TableClient::QueryPagesAsync(const QueryOptions& options,
                                              std::function<bool(const Page&)> use) const {
  return std::make_shared<PageWalk>(*this, options, std::move(use))->Begin();
}
pplx::task<TransactionResult> TableClient::SubmitAsync(const Transaction& transaction,
                                                       const CallOptions& call) const {
  return RunAsync(*connection_, SubmitTransaction(table_, transaction, connection_->Url()), call);
}

pplx::task<AccessPolicies> TableClient::GetAccessPoliciesAsync(const CallOptions& call) const {
  return RunAsync(*connection_, GetAccessPoliciesRequest(table_), call);
}
pplx::task<void> TableClient::SetAccessPoliciesAsync(const AccessPolicies& policies,
                                                     const CallOptions& call) const {
  return RunAsync(*connection_, SetAccessPoliciesRequest(table_, policies), call);
}

}  // namespace rowhouse::tables
