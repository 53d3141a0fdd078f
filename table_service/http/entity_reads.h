#pragma once
// Reading entities for an answer: one by its key, or one page of a query. Plain requests and the
// query of a batch share these. Spec 5.15, 5.16, 7.6-7.8.

#include "entity/date_time.h"
#include "entity/entity_json.h"
#include "entity/entity_key.h"
#include "entity/error.h"
#include "table_service/http/query_options.h"
#include "table_service/store/table_store.h"

#include <optional>
#include <string>

namespace rowhouse::http {

struct EntityRead {
  DateTime timestamp;
  std::string body;
};
// kTableNotFound, kResourceNotFound.
Result<EntityRead> ReadEntity(TableStore& store, const ResourceAddress& resource,
                              const QueryOptions& options, WireContext context);

struct EntityPage {
  std::string body;
  std::optional<EntityKey> next;  // where the next page begins
};
// kTableNotFound, and what the query options are refused for. May take as long as a page may.
Result<EntityPage> ReadEntityPage(TableStore& store, const ResourceAddress& resource,
                                  const QueryOptions& options, WireContext context);

}  // namespace rowhouse::http
