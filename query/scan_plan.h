#pragma once
// Planning: which key ranges the sort order answers, and what remains to be tested row by row.
// Planning is separate from evaluation, and a plan can be printed.

#include "entity/entity_source.h"
#include "query/filter.h"
#include "query/row_test.h"

#include <string>
#include <vector>

namespace rowhouse {

// Ranges are sorted in scan order and do not overlap, so scanning them one after the other yields
// the result in key order. No ranges: the filter excludes every row.
struct ScanPlan {
  std::vector<ScanRange> ranges;
  Filter residual;  // null: every row in the ranges matches
};

// Uses the (PartitionKey, RowKey) order for everything that it can answer: points, ranges, and
// combinations of them with `and` and `or`. Every row that matches `filter` lies in the ranges; a
// row in the ranges matches `filter` if and only if it matches the residual. Never fails; falls
// back to wider ranges with a residual. `filter` may be null.
ScanPlan PlanScan(const FilterNode* filter);

// One line for each range, then the residual:
//   partition 'p1', rows ['a', 'c')
//   then Age gt 30
// Prints "nothing" if there are no ranges; "all partitions" and "all rows" mean no bounds.
std::string Explain(const ScanPlan& plan);

}  // namespace rowhouse
