#pragma once
// Building filter trees: what the parser and the planner share.

#include "query/filter.h"

#include <cstddef>
#include <vector>

namespace rowhouse {

template <class Shape>
Filter MakeFilter(Shape shape) {
  return std::make_unique<const FilterNode>(FilterNode{std::move(shape)});
}

// The conditions joined in their order to a tree whose depth is the logarithm of their number; the
// left side takes the odd one. One condition is itself. Null without conditions.
Filter JoinAnd(std::vector<Filter> conditions);
Filter JoinOr(std::vector<Filter> conditions);

Filter Clone(const FilterNode& filter);

// The longest way from the root to a leaf, counted in nodes.
std::size_t HeightOf(const FilterNode& filter);

}  // namespace rowhouse
