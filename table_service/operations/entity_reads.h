#pragma once
// Reading entities for an answer: one by its key, or one page of a query. Plain requests and the
// query of a batch share these. Spec 5.15, 5.16, 7.6-7.8.

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
// kTableNotFound, what AuthorizeKey() refuses with, kResourceNotFound.
Result<EntityRead> ReadEntity(store::AccountStore& store, const ResourceAddress& resource,
                              const QueryOptions& options, const AccessGrant& grant,
                              WireContext context);

struct EntityPage {
  std::string body;
  std::optional<EntityKey> next;  // where the next page begins
};

// A page under way: the first rows are read where the request came in, and what takes longer goes
// on in another thread. Stays where it was made; what `context` views outlives it.
class EntityPageRead {
 public:
  // Of the entities that the key range of `grant` holds: the others are left out without a word
  // (spec 2.8). kTableNotFound, and what the query options are refused for. Reads nothing yet.
  static Result<std::unique_ptr<EntityPageRead>> Begin(store::Entities& store,
                                                       const ResourceAddress& resource,
                                                       const QueryOptions& options,
                                                       const AccessGrant& grant,
                                                       WireContext context);
  EntityPageRead(const EntityPageRead&) = delete;
  EntityPageRead& operator=(const EntityPageRead&) = delete;

  const ScanPlan& plan() const { return query_.plan; }
  // Whether one seek finds the first row, as for a point read.
  bool IsOneSeek() const;
  // True: the page is complete. False: `time` was over first, and RunToEnd() goes on.
  Result<bool> RunFor(std::chrono::steady_clock::duration time);
  // May take as long as a page may.
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
  std::chrono::steady_clock::time_point deadline_;  // of the running call: to wait costs no rows
  WireContext context_;
  std::string body_;
  std::size_t rows_ = 0;
  PageRun run_;
};

}  // namespace rowhouse::operations
