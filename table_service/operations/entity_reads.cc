#include "table_service/operations/entity_reads.h"

#include "entity/limits.h"

#include <algorithm>
#include <utility>

namespace rowhouse::operations {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFirstPageBytes = 32U << 10U;
constexpr std::size_t kRowsOfEstimate = 32;
constexpr std::size_t kEstimateMax = 4U << 20U;

// Reserves memory for a page whose rows are as long as the first ones, so that a long page is not
// copied repeatedly while it grows. Memory that is never written to costs nothing.
void ReservePage(std::string& body, std::size_t page_size) {
  const std::size_t estimate = body.size() / kRowsOfEstimate * (page_size + kRowsOfEstimate);
  body.reserve(std::min(estimate, kEstimateMax));
}

}  // namespace

Result<EntityRead> ReadEntity(store::AccountStore& store, const ResourceAddress& resource,
                              const QueryOptions& options, const AccessGrant& grant,
                              WireContext context) {
  const auto selection = ParseSelect(options.query.select);
  if (!selection) return tl::unexpected(selection.error());
  if (auto allowed = AuthorizeKey(grant, resource.key); !allowed) {
    if (auto exists = store.RequireTable(resource.table); !exists) {
      return tl::unexpected(std::move(exists.error()));
    }
    return tl::unexpected(allowed.error());
  }
  const auto record = store.Get(resource.table, resource.key);
  if (!record) return tl::unexpected(record.error());
  context.selection = *selection ? &**selection : nullptr;
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

Result<std::unique_ptr<EntityPageRead>> EntityPageRead::Begin(store::Entities& store,
                                                              const ResourceAddress& resource,
                                                              const QueryOptions& options,
                                                              const AccessGrant& grant,
                                                              WireContext context) {
  auto query = ParseEntityQuery(options.query);
  if (!query) return tl::unexpected(query.error());
  query->from = std::max(query->from, grant.keys.from);
  query->until = grant.keys.until;
  auto source = store.OpenSource(resource.table);
  if (!source) return tl::unexpected(source.error());
  return std::unique_ptr<EntityPageRead>(new EntityPageRead(
      *std::move(query), *std::move(source),
      std::min<Clock::duration>(limits::kPageTimeMax, options.timeout), context));
}

EntityPageRead::EntityPageRead(EntityQuery query, std::unique_ptr<EntitySource> source,
                               Clock::duration time_max, WireContext context)
    : query_(std::move(query)),
      source_(std::move(source)),
      time_max_(time_max),
      context_(context),
      run_(
          query_, *source_, [this] { return MustEnd(); },
          [this](const StoredEntity& entity) { Append(entity); }) {
  context_.selection = query_.selection ? &*query_.selection : nullptr;
  body_.reserve(kFirstPageBytes);
  BeginEntitySet(body_, context_);
}

void EntityPageRead::Append(const StoredEntity& entity) {
  AppendSetEntity(body_, entity, context_, rows_ == 0);
  if (++rows_ == kRowsOfEstimate) ReservePage(body_, query_.page_size);
}

bool EntityPageRead::MustEnd() const {
  return body_.size() >= limits::kPageBytesMax || Clock::now() >= deadline_;
}

bool EntityPageRead::IsOneSeek() const {
  return query_.plan.ranges.size() == 1 && query_.plan.ranges.front().partitions.IsPoint();
}

Result<bool> EntityPageRead::Run(const std::function<bool()>& pause) {
  deadline_ = Clock::now() + time_max_;
  return run_.Run(pause);
}

Result<bool> EntityPageRead::RunFor(Clock::duration time) {
  return Run([end = Clock::now() + time] { return Clock::now() >= end; });
}

Status EntityPageRead::RunToEnd() {
  const auto done = Run([] { return false; });
  if (!done) return tl::unexpected(done.error());
  return {};
}

EntityPage EntityPageRead::Take() {
  EndEntitySet(body_);
  return {.body = std::move(body_), .next = std::move(run_.next())};
}

}  // namespace rowhouse::operations
