#include "base/unicode.h"
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

// No key of the range comes before it; every range planned earlier ends before it.
EntityKey StartOf(const ScanRange& range) {
  return std::max(range.from, EntityKey{LeastOf(range.partitions), LeastOf(range.rows)});
}

}  // namespace

PageRun::PageRun(const EntityQuery& query, EntitySource& source, std::function<bool()> expired,
                 std::function<void(const StoredEntity&)> emit)
    : query_(query),
      source_(source),
      expired_(std::move(expired)),
      emit_(std::move(emit)),
      test_(query.plan.residual.get()) {}

bool PageRun::SourceFilter::Matches(const StoredEntity& entity) {
  if (run_.MustAsk()) {
    return true;
  }
  if (!run_.Test(entity)) {
    ++run_.rows_since_asking_;
    return false;
  }
  key_.partition = entity.partition_key;
  key_.row = entity.row_key;
  timestamp_ = entity.timestamp;
  return true;
}

bool PageRun::SourceFilter::HasMatched(const StoredEntity& entity) const {
  return timestamp_ == entity.timestamp && key_.row == entity.row_key &&
         key_.partition == entity.partition_key;
}

Result<bool> PageRun::Run(const std::function<bool()>& pause) {
  if (query_.page_size == 0) {
    return true;
  }
  for (; range_ < query_.plan.ranges.size(); ++range_) {
    if (!cursor_) {
      ScanRange range = query_.plan.ranges[range_];
      if (EndsBefore(range, query_.from)) {
        continue;
      }
      range.from = std::max(range.from, query_.from);
      range.until = query_.until;
      if (range.until && StartOf(range) >= *range.until) {
        return true;  // all later ranges start after it
      }
      if (has_scanned_ && Expired()) {
        EndBefore(StartOf(range));
        return true;
      }
      has_scanned_ = true;
      Result<std::unique_ptr<EntityCursor>> cursor =
          query_.plan.residual ? source_.ScanFiltered(range, source_filter_) : source_.Scan(range);
      if (!cursor) {
        return tl::unexpected<Error>(std::move(cursor).error());
      }
      cursor_ = *std::move(cursor);
    }
    const Result<Stop> stop = RunRange(pause);
    if (!stop) {
      return tl::unexpected<Error>(stop.error());
    }
    if (*stop == Stop::kPause) {
      return false;
    }
    cursor_.reset();
    if (*stop == Stop::kPageEnd) {
      return true;
    }
  }
  return true;
}

Result<PageRun::Stop> PageRun::RunRange(const std::function<bool()>& pause) {
  StoredEntity entity;
  while (true) {
    if (MustAsk() && pause()) {
      return Stop::kPause;
    }
    const Result<bool> more = cursor_->Next(entity);
    if (!more) {
      return tl::unexpected<Error>(more.error());
    }
    if (!*more) {
      return Stop::kRangeEnd;
    }
    if (MustAsk() && Expired()) {
      return EndBefore(KeyOf(entity));
    }
    ++rows_since_asking_;
    if (!source_filter_.HasMatched(entity) && !Test(entity)) {
      continue;
    }
    if (emitted_ == query_.page_size) {
      return EndBefore(KeyOf(entity));
    }
    emit_(entity);
    ++emitted_;
    emitted_since_asking_ = true;
  }
}

PageRun::Stop PageRun::EndBefore(EntityKey key) {
  next_ = std::move(key);
  return Stop::kPageEnd;
}

bool PageRun::Test(const StoredEntity& entity) {
  ++rows_tested_;
  return test_.Matches(entity);
}

bool PageRun::MustAsk() const {
  return emitted_since_asking_ || rows_since_asking_ >= kRowsBetweenAsking;
}

bool PageRun::Expired() {
  rows_since_asking_ = 0;
  emitted_since_asking_ = false;
  return expired_();
}

Result<std::optional<EntityKey>> RunPage(const EntityQuery& query, EntitySource& source,
                                         const std::function<bool()>& expired,
                                         const std::function<void(const StoredEntity&)>& emit) {
  PageRun run(query, source, expired, emit);
  const Result<bool> done = run.Run([] { return false; });
  if (!done) {
    return tl::unexpected<Error>(done.error());
  }
  return std::move(run.next());
}

}  // namespace rowhouse
