#include "table_service/http/entity_reads.h"

#include "entity/limits.h"
#include "query/entity_query.h"

#include <algorithm>
#include <chrono>

namespace rowhouse::http {
namespace {

constexpr std::size_t kFirstPageBytes = 32U << 10U;
constexpr std::size_t kRowsOfEstimate = 32;
constexpr std::size_t kEstimateMax = 4U << 20U;

// Room for a whole page like its first rows, so that a long one is not copied again and again while
// it grows. Memory that is never written to costs nothing.
void ReservePage(std::string& body, std::size_t page_size) {
  const std::size_t estimate = body.size() / kRowsOfEstimate * (page_size + kRowsOfEstimate);
  body.reserve(std::min(estimate, kEstimateMax));
}

}  // namespace

Result<EntityRead> ReadEntity(TableStore& store, const ResourceAddress& resource,
                              const QueryOptions& options, WireContext context) {
  const auto record = store.Get(resource.table, resource.key);
  if (!record) return tl::unexpected(record.error());
  const auto selection = ParseSelect(options.query.select);
  context.selection = selection ? &*selection : nullptr;
  EntityRead read{.timestamp = record->timestamp, .body = {}};
  read.body.reserve(record->properties.size() + 512);
  AppendEntity(read.body,
               {.partition_key = resource.key.partition,
                .row_key = resource.key.row,
                .timestamp = record->timestamp,
                .properties = record->properties},
               context);
  return read;
}

Result<EntityPage> ReadEntityPage(TableStore& store, const ResourceAddress& resource,
                                  const QueryOptions& options, WireContext context) {
  const auto query = ParseEntityQuery(options.query);
  if (!query) return tl::unexpected(query.error());
  const auto source = store.OpenSource(resource.table);
  if (!source) return tl::unexpected(source.error());
  context.selection = query->selection ? &*query->selection : nullptr;

  const auto deadline =
      std::chrono::steady_clock::now() + std::min(limits::kPageTimeMax, options.timeout);
  EntityPage page;
  page.body.reserve(kFirstPageBytes);
  BeginEntitySet(page.body, context);
  std::size_t rows = 0;
  auto next = RunPage(
      *query, **source,
      [&] {
        return page.body.size() >= limits::kPageBytesMax ||
               std::chrono::steady_clock::now() >= deadline;
      },
      [&](const StoredEntity& entity) {
        AppendSetEntity(page.body, entity, context, rows == 0);
        if (++rows == kRowsOfEstimate) ReservePage(page.body, query->page_size);
      });
  if (!next) return tl::unexpected(next.error());
  EndEntitySet(page.body);
  page.next = *std::move(next);
  return page;
}

}  // namespace rowhouse::http
