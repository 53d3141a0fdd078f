#pragma once
// One page of Query Entities: options in, rows out. Spec 7.1, 7.6-7.8.

#include "entity/entity_json.h"
#include "entity/entity_source.h"
#include "entity/limits.h"
#include "query/row_test.h"
#include "query/scan_plan.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

// The query options of a request that concern a query, decoded. No value: not sent.
struct QueryOptionTexts {
  std::optional<std::string> filter;
  std::optional<std::string> select;
  std::optional<std::string> top;
  std::optional<std::string> next_partition_key;
  std::optional<std::string> next_row_key;
};

struct EntityQuery {
  ScanPlan plan;
  std::optional<Selection> selection;
  std::size_t page_size = limits::kPageEntitiesMax;  // 0..kPageEntitiesMax
  EntityKey from;                                    // start here
  std::optional<EntityKey> until = {};               // exclusive upper bound
};

// $top; empty counts as not sent (spec 1.2). kInvalidInput and kUnreadableInput with the texts of
// spec 7.7.
Result<std::size_t> ParseTop(const std::optional<std::string>& top);
// "A, B": names are trimmed. "" and "*" select everything, but the text is kept. kInvalidInput for
// more than 255 distinct names (spec 7.6).
Result<std::optional<Selection>> ParseSelect(const std::optional<std::string>& select);
Result<EntityQuery> ParseEntityQuery(const QueryOptionTexts& texts);

// A page in progress; it can be paused and resumed on another thread.
class PageRun {
 public:
  // The query and the source must outlive the run. `expired` and `emit` are those of RunPage().
  PageRun(const EntityQuery& query, EntitySource& source, std::function<bool()> expired,
          std::function<void(const StoredEntity&)> emit);
  PageRun(const PageRun&) = delete;
  PageRun& operator=(const PageRun&) = delete;

  // True: the page is complete. False: `pause`, which is called about as often as `expired`,
  // returned true; the next call continues from there, on the same state of the data. An error is
  // final.
  Result<bool> Run(const std::function<bool()>& pause);

  // The key to continue from; none at the end of the data. REQUIRES: Run() returned true.
  std::optional<EntityKey>& next() { return next_; }

  // How often the filter has been evaluated: once for each row, whether the source filters or not,
  // except that a source which asks about a row long before it returns it costs a second time.
  std::size_t rows_tested() const { return rows_tested_; }

 private:
  enum class Stop { kRangeEnd, kPageEnd, kPause };

  // The filter as a source may ask it. It rejects rows until `expired` has to be asked, and
  // remembers the last row that it found to match, so that this one is not tested again.
  class SourceFilter final : public RowFilter {
   public:
    explicit SourceFilter(PageRun& run) : run_(run) {}
    bool Matches(const StoredEntity& entity) override;
    // A key and a timestamp name one version of an entity, whose text need not be compared.
    bool HasMatched(const StoredEntity& entity) const;

   private:
    PageRun& run_;
    EntityKey key_;  // of the last match
    std::optional<DateTime> timestamp_;
  };

  Result<Stop> RunRange(const std::function<bool()>& pause);
  Stop EndBefore(EntityKey key);
  bool Test(const StoredEntity& entity);
  bool MustAsk() const;
  bool Expired();

  const EntityQuery& query_;
  EntitySource& source_;
  const std::function<bool()> expired_;
  const std::function<void(const StoredEntity&)> emit_;
  const RowTest test_;
  SourceFilter source_filter_{*this};
  std::size_t range_ = 0;                 // index in the plan
  std::unique_ptr<EntityCursor> cursor_;  // of that range, once opened
  bool has_scanned_ = false;
  std::optional<EntityKey> next_;
  std::size_t emitted_ = 0;
  std::size_t rows_tested_ = 0;
  std::size_t rows_since_asking_ = 0;
  bool emitted_since_asking_ = false;
};

// Runs one page: calls `emit` for each row in key order. Returns the key to continue from, or none
// at the end of the data. Stops after page_size rows, or when `expired` returns true. With
// page_size 0 it reads no rows and returns no key.
//
// `expired` is called before each range except the first, after every emitted row, and every 64
// rows while nothing matches, so it can limit bytes as well as time. Whatever it returns, a page
// gets past at least one row or one range, so following the keys always terminates.
//
// A full page looks ahead for the next match, so that a page which ends with the data returns no
// key. If `expired` cuts that short, the key is that of the first row not examined, or
// the start of the first range not begun.
Result<std::optional<EntityKey>> RunPage(const EntityQuery& query, EntitySource& source,
                                         const std::function<bool()>& expired,
                                         const std::function<void(const StoredEntity&)>& emit);

}  // namespace rowhouse
