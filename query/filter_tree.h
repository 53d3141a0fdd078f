#pragma once
// Building filter trees, for the parser and the planner.

#include "query/filter.h"

#include <cstddef>
#include <vector>

namespace rowhouse {

template <class Shape>
Filter MakeFilter(Shape shape) {
  return std::make_unique<const FilterNode>(FilterNode{std::move(shape)});
}

// Joins the conditions, in order, into a tree of logarithmic depth; the left side gets the odd one.
// A single condition is returned as it is. Null if there are no conditions.
Filter JoinAnd(std::vector<Filter> conditions);
Filter JoinOr(std::vector<Filter> conditions);

Filter Clone(const FilterNode& filter);

// The length of the longest path from the root to a leaf, in nodes.
std::size_t HeightOf(const FilterNode& filter);

}  // namespace rowhouse
