#include "entity/unicode.h"
#include "query/entity_query.h"
#include "query/row_test.h"

#include <algorithm>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::size_t kRowsBetweenAsking = 64;

EntityKey KeyOf(const StoredEntity& entity) {
  return {std::string(entity.partition_key), std::string(entity.row_key)};
}

// Whether all keys of an interval come before `key`.
bool EndsBefore(const KeyInterval& keys, const std::string& key) {
  if (!keys.high) {
    return false;
  }
  const std::strong_ordering ordering = CompareOrdinal(*keys.high, key);
  return ordering < 0 || (ordering == 0 && keys.high_open);
}

bool EndsBefore(const ScanRange& range, const EntityKey& key) {
  return EndsBefore(range.partitions, key.partition) ||
         (range.partitions.IsPoint() && range.partitions.low == key.partition &&
          EndsBefore(range.rows, key.row));
}

std::string LeastOf(const KeyInterval& keys) {
  return keys.low_open ? OrdinalSuccessor(keys.low) : keys.low;
}

// No key of the range comes before it, and all of the ranges planned before do.
EntityKey StartOf(const ScanRange& range) {
  return std::max(range.from, EntityKey{LeastOf(range.partitions), LeastOf(range.rows)});
}

class Page {
 public:
  Page(const EntityQuery& query, const std::function<bool()>& expired,
       const std::function<void(const StoredEntity&)>& emit)
      : query_(query), test_(query.plan.residual.get()), expired_(expired), emit_(emit) {}

  Result<std::optional<EntityKey>> Run(EntitySource& source) {
    bool first = true;
    for (const ScanRange& planned : query_.plan.ranges) {
      if (EndsBefore(planned, query_.from)) {
        continue;
      }
      ScanRange range = planned;
      range.from = std::max(range.from, query_.from);
      if (!first && Expired()) {
        return StartOf(range);
      }
      first = false;
      Result<std::optional<EntityKey>> next = RunRange(range, source);
      if (!next || *next) {
        return next;
      }
    }
    return std::nullopt;
  }

 private:
  // The key to go on from, or nothing when the page goes on behind the range.
  Result<std::optional<EntityKey>> RunRange(const ScanRange& range, EntitySource& source) {
    Result<std::unique_ptr<EntityCursor>> cursor = source.Scan(range);
    if (!cursor) {
      return tl::unexpected<Error>(std::move(cursor).error());
    }
    StoredEntity entity;
    while (true) {
      const Result<bool> more = (*cursor)->Next(entity);
      if (!more) {
        return tl::unexpected<Error>(more.error());
      }
      if (!*more) {
        return std::nullopt;
      }
      if (MustAsk() && Expired()) {
        return KeyOf(entity);
      }
      ++rows_since_asking_;
      if (!test_.Matches(entity)) {
        continue;
      }
      if (emitted_ == query_.page_size) {
        return KeyOf(entity);
      }
      emit_(entity);
      ++emitted_;
      emitted_since_asking_ = true;
    }
  }

  bool MustAsk() const { return emitted_since_asking_ || rows_since_asking_ >= kRowsBetweenAsking; }

  bool Expired() {
    rows_since_asking_ = 0;
    emitted_since_asking_ = false;
    return expired_();
  }

  const EntityQuery& query_;
  const RowTest test_;
  const std::function<bool()>& expired_;
  const std::function<void(const StoredEntity&)>& emit_;
  std::size_t emitted_ = 0;
  std::size_t rows_since_asking_ = 0;
  bool emitted_since_asking_ = false;
};

}  // namespace

Result<std::optional<EntityKey>> RunPage(const EntityQuery& query, EntitySource& source,
                                         const std::function<bool()>& expired,
                                         const std::function<void(const StoredEntity&)>& emit) {
  if (query.page_size == 0) {
    return std::nullopt;
  }
  return Page(query, expired, emit).Run(source);
}

}  // namespace rowhouse
