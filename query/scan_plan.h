#pragma once
// Planning: which key ranges the sort order answers, and what is left to test row by row. Planning
// and evaluating are two steps, and the plan can be shown.

#include "entity/entity_source.h"
#include "query/filter.h"
#include "query/row_test.h"

#include <string>
#include <vector>

namespace rowhouse {

// Ranges are sorted in scan order and do not overlap, so running them one after the other yields
// the result in key order. No range at all: the filter excludes every row.
struct ScanPlan {
  std::vector<ScanRange> ranges;
  Filter residual;  // null: the ranges are the whole answer
};

// Answers every filter that the (PartitionKey, RowKey) order can answer: points, ranges, and/or
// combinations of them. Any row that `filter` matches lies in the ranges; a row in the ranges is an
// answer if and only if the residual matches. Never fails; falls back to wider ranges with a
// residual. `filter` may be null.
ScanPlan PlanScan(const FilterNode* filter);

// One line a range, then the residual:
//   partition 'p1', rows ['a', 'c')
//   then Age gt 30
// "nothing" stands for no range, "all partitions" and "all rows" for no bound.
std::string Explain(const ScanPlan& plan);

}  // namespace rowhouse
