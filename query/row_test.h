#pragma once
// A filter compiled for evaluation on stored rows: the comparison semantics of spec 7.5, applied to
// the stored text without building an entity.

#include "entity/entity_json.h"
#include "query/filter.h"

#include <memory>
#include <string_view>

namespace rowhouse {

// Thread-safe: a RowTest has no mutable state, so many threads may share one.
class RowTest {
 public:
  // `filter` may be null (every row matches) and need not outlive the constructor.
  explicit RowTest(const FilterNode* filter);
  ~RowTest();
  RowTest(RowTest&&) noexcept;
  RowTest& operator=(RowTest&&) noexcept;

  bool Matches(const StoredEntity& entity) const;

 private:
  struct Program;
  std::unique_ptr<const Program> program_;
};

// Evaluates the filter of Query Tables on a table's name (spec 5.1). kInternalError if it names a
// property other than TableName. Names compare without regard to ASCII case.
Result<bool> MatchesTable(const FilterNode& filter, std::string_view table);

}  // namespace rowhouse
