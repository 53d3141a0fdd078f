#pragma once
// A filter compiled for running over stored rows: comparison semantics of spec 7.5, evaluated over
// the stored text without building an entity.

#include "entity/entity_json.h"
#include "query/filter.h"

#include <memory>
#include <string_view>

namespace rowhouse {

// Threads: const and without hidden state, one RowTest may serve many threads.
class RowTest {
 public:
  // `filter` may be null (every row matches) and need not outlive the call.
  explicit RowTest(const FilterNode* filter);
  ~RowTest();
  RowTest(RowTest&&) noexcept;
  RowTest& operator=(RowTest&&) noexcept;

  bool Matches(const StoredEntity& entity) const;

 private:
  struct Program;
  std::unique_ptr<const Program> program_;
};

// The filter of Query Tables over a table's name (spec 5.1). kInternalError when it names another
// property than TableName. Names compare without regard to ASCII case.
Result<bool> MatchesTable(const FilterNode& filter, std::string_view table);

}  // namespace rowhouse
