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

// The decoded options of a request's query string that matter to a query, as sent. No value: not
// sent.
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
  EntityKey from;                                    // resume here
  std::optional<EntityKey> until = {};               // rows from here on are left out
};

// $top, empty as if not sent (spec 1.2): kInvalidInput and kUnreadableInput with the texts of spec
// 7.7.
Result<std::size_t> ParseTop(const std::optional<std::string>& top);
// "A, B": names trimmed; "" and "*" select everything but keep the text. kInvalidInput for more
// than 255 different names (spec 7.6).
Result<std::optional<Selection>> ParseSelect(const std::optional<std::string>& select);
Result<EntityQuery> ParseEntityQuery(const QueryOptionTexts& texts);

// A page under way. It may be put down and gone on with in another thread.
class PageRun {
 public:
  // The query and the source outlive the run. `expired` and `emit` as for RunPage().
  PageRun(const EntityQuery& query, EntitySource& source, std::function<bool()> expired,
          std::function<void(const StoredEntity&)> emit);
  PageRun(const PageRun&) = delete;
  PageRun& operator=(const PageRun&) = delete;

  // True: the page is complete. False: `pause`, which is asked about as often as `expired`, said
  // that it is time; the next call goes on from there, in the same state of the data. An error is
  // final.
  Result<bool> Run(const std::function<bool()>& pause);

  // REQUIRES: Run() returned true. The key to go on from, or nothing at the end of the data.
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
  std::unique_ptr<EntityCursor> cursor_;  // of that range, once it has begun
  bool has_scanned_ = false;
  std::optional<EntityKey> next_;
  std::size_t emitted_ = 0;
  std::size_t rows_tested_ = 0;
  std::size_t rows_since_asking_ = 0;
  bool emitted_since_asking_ = false;
};

// Runs one page: calls `emit` for each row in key order. Returns the key to go on from, or nothing
// at the end of the data. Stops after page_size rows, or when `expired` says so. With page_size 0
// it reads no row and returns nothing.
//
// `expired` is asked before each range but the first, after every row emitted, and every 64 rows
// where nothing matches, so it may bound bytes as well as time. Whatever it says, a page gets past
// one row or one range at least, so following the keys always comes to an end.
//
// A full page looks ahead for the next match, so that one which ends with the data returns no key;
// when `expired` cuts that short, the key is that of the first row not looked at.
Result<std::optional<EntityKey>> RunPage(const EntityQuery& query, EntitySource& source,
                                         const std::function<bool()>& expired,
                                         const std::function<void(const StoredEntity&)>& emit);

}  // namespace rowhouse
