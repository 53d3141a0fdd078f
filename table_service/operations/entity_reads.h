#pragma once
// Reads entities for an answer: one by its key, or one page of a query. Used by plain requests and
// by the query of a batch. Spec 5.15, 5.16, 7.6-7.8.

#include "base/date_time.h"
#include "entity/entity_json.h"
#include "entity/error.h"
#include "entity/resource_address.h"
#include "query/entity_query.h"
#include "table_service/auth/access_grant.h"
#include "table_service/operations/query_options.h"
#include "table_service/store/account_store.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace rowhouse::operations {

struct EntityRead {
  DateTime timestamp;
  std::string body;
};
// Reads one entity. kTableNotFound, kResourceNotFound, and the errors of AuthorizeKey() and of
// $select.
Result<EntityRead> ReadEntity(store::AccountStore& store, const ResourceAddress& resource,
                              const QueryOptions& options, const AccessGrant& grant,
                              WireContext context);

struct EntityPage {
  std::string body;
  std::optional<EntityKey> next;  // the first key of the next page
};

// A page that is being read: the first rows on the thread that received the request, the rest, if
// that takes longer, on another thread. The data viewed by `context` must outlive it.
class EntityPageRead {
 public:
  // Prepares a page of the entities in the key range of `grant`; others are silently left out (spec
  // 2.8). Reads nothing yet. kTableNotFound, and the errors of invalid query options.
  static Result<std::unique_ptr<EntityPageRead>> Begin(store::Entities& store,
                                                       const ResourceAddress& resource,
                                                       const QueryOptions& options,
                                                       const AccessGrant& grant,
                                                       WireContext context);
  EntityPageRead(const EntityPageRead&) = delete;
  EntityPageRead& operator=(const EntityPageRead&) = delete;

  const ScanPlan& plan() const { return query_.plan; }
  // Returns true if a single seek finds the first row, as for a point read.
  bool IsOneSeek() const;
  // Returns true if the page is complete, or false if `time` passed first; RunToEnd() then
  // continues.
  Result<bool> RunFor(std::chrono::steady_clock::duration time);
  // Completes the page, within the time limit of a page.
  Status RunToEnd();
  // REQUIRES: the page is complete
  EntityPage Take();

 private:
  EntityPageRead(EntityQuery query, std::unique_ptr<EntitySource> source,
                 std::chrono::steady_clock::duration time_max, WireContext context);
  Result<bool> Run(const std::function<bool()>& pause);
  void Append(const StoredEntity& entity);
  bool MustEnd() const;

  const EntityQuery query_;
  const std::unique_ptr<EntitySource> source_;
  const std::chrono::steady_clock::duration time_max_;
  std::chrono::steady_clock::time_point deadline_;  // of the current call, without waits
  WireContext context_;
  std::string body_;
  std::size_t rows_ = 0;
  PageRun run_;
};

}  // namespace rowhouse::operations
