#include "query/scan_plan.h"

#include "query/filter_literal.h"
#include "query/filter_tree.h"
#include "query/key_region.h"

#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

namespace rowhouse {
namespace {

// A part of the filter that is wanted to be true or to be false.
struct Condition {
  const FilterNode* node;
  bool wanted;
};

// The analysis of a condition: it holds for no row outside `region`, and a row inside satisfies it
// if and only if it satisfies all of `rest`.
struct Analysis {
  KeyRegion region;
  std::vector<Condition> rest;
};

Analysis Exactly(KeyRegion region) { return {std::move(region), {}}; }

Analysis Exactly(bool truth) { return Exactly(truth ? KeyRegion::Everything() : KeyRegion()); }

CompareOp Opposite(CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
      return CompareOp::kNe;
    case CompareOp::kNe:
      return CompareOp::kEq;
    case CompareOp::kLt:
      return CompareOp::kGe;
    case CompareOp::kLe:
      return CompareOp::kGt;
    case CompareOp::kGt:
      return CompareOp::kLe;
    case CompareOp::kGe:
      return CompareOp::kLt;
  }
  return op;
}

Analysis Analyse(const Condition& condition);

// Both of two conditions. A region that had to be widened no longer decides anything, so the whole
// condition remains to be tested.
Analysis AnalyseBoth(const Condition& whole, const Condition& left, const Condition& right) {
  Analysis first = Analyse(left);
  if (first.region.IsEmpty()) {
    return first;
  }
  Analysis second = Analyse(right);
  Analysis both{Intersect(first.region, second.region), std::move(first.rest)};
  if (both.region.IsEmpty()) {
    return Exactly(false);
  }
  both.rest.insert(both.rest.end(), second.rest.begin(), second.rest.end());
  if (!both.region.exact) {
    both.rest = {whole};
  }
  return both;
}

Analysis AnalyseEither(const Condition& whole, const Condition& left, const Condition& right) {
  Analysis first = Analyse(left);
  Analysis second = Analyse(right);
  if (first.region.IsEmpty() || (second.rest.empty() && second.region.IsEverything())) {
    return second;
  }
  if (second.region.IsEmpty() || (first.rest.empty() && first.region.IsEverything())) {
    return first;
  }
  const bool answered = first.rest.empty() && second.rest.empty();
  Analysis either{Unite(first.region, second.region), {}};
  if (!answered || !either.region.exact) {
    either.rest = {whole};
  }
  return either;
}

// For a condition about which the sort order says nothing.
Analysis LeaveToTest(const Condition& whole) { return {KeyRegion::Everything(), {whole}}; }

Analysis AnalyseComparison(const Condition& whole, const Comparison& comparison) {
  const bool partition = comparison.property == "PartitionKey";
  if (!partition && comparison.property != "RowKey") {
    return LeaveToTest(whole);
  }
  const CompareOp op = whole.wanted ? comparison.op : Opposite(comparison.op);
  KeySet keys = KeysWhere(op, std::get<std::string>(comparison.literal));
  return Exactly(partition ? KeyRegion::OfPartitions(keys) : KeyRegion::OfRows(std::move(keys)));
}

struct Analyser {
  const Condition& whole;

  Analysis operator()(const And& junction) const {
    const auto analyse = whole.wanted ? &AnalyseBoth : &AnalyseEither;
    return analyse(whole, Part(junction.left), Part(junction.right));
  }
  Analysis operator()(const Or& junction) const {
    const auto analyse = whole.wanted ? &AnalyseEither : &AnalyseBoth;
    return analyse(whole, Part(junction.left), Part(junction.right));
  }
  Analysis operator()(const Not& negation) const {
    return Analyse({negation.operand.get(), !whole.wanted});
  }
  Analysis operator()(const Constant& constant) const {
    return Exactly(constant.value == whole.wanted);
  }
  Analysis operator()(const Comparison& comparison) const {
    return AnalyseComparison(whole, comparison);
  }
  Analysis operator()(const BareProperty& /*bare*/) const { return LeaveToTest(whole); }

 private:
  Condition Part(const Filter& filter) const { return {filter.get(), whole.wanted}; }
};

Analysis Analyse(const Condition& condition) {
  return std::visit(Analyser{condition}, condition.node->shape);
}

Filter ToFilter(const std::vector<Condition>& conditions) {
  std::vector<Filter> filters;
  filters.reserve(conditions.size());
  for (const Condition& condition : conditions) {
    Filter filter = Clone(*condition.node);
    filters.push_back(condition.wanted ? std::move(filter) : MakeFilter(Not{std::move(filter)}));
  }
  return JoinAnd(std::move(filters));
}

// Appends the piece's ranges in key order. Returns false if it had to widen them: the row spans of
// many partitions alternate in key order, so they are replaced with a single span.
bool AppendRanges(std::vector<ScanRange>& ranges, const RegionPiece& piece) {
  if (piece.partitions.IsPoint() || piece.rows.size() == 1) {
    for (const KeySpan& rows : piece.rows) {
      ranges.push_back({piece.partitions.ToInterval(), rows.ToInterval(), {}});
    }
    return true;
  }
  ranges.push_back({piece.partitions.ToInterval(), HullOf(piece.rows).ToInterval(), {}});
  return false;
}

std::string Quote(const std::string& key) { return PrintLiteral(key); }

// "partition 'p'", "partitions ['a', 'c')", "all partitions".
std::string Describe(std::string_view noun, const KeyInterval& keys) {
  if (keys.IsPoint()) {
    return fmt::format("{} {}", noun, Quote(keys.low));
  }
  if (keys == KeyInterval()) {
    return fmt::format("all {}s", noun);
  }
  return fmt::format("{}s {}{}, {}", noun, keys.low_open ? '(' : '[', Quote(keys.low),
                     keys.high ? Quote(*keys.high) + (keys.high_open ? ')' : ']') : "end)");
}

}  // namespace

ScanPlan PlanScan(const FilterNode* filter) {
  ScanPlan plan;
  if (filter == nullptr) {
    plan.ranges.emplace_back();
    return plan;
  }
  const Condition whole{filter, true};
  const Analysis analysis = Analyse(whole);
  bool widened = false;
  for (const RegionPiece& piece : analysis.region.pieces) {
    widened |= !AppendRanges(plan.ranges, piece);
  }
  plan.residual = widened ? Clone(*filter) : ToFilter(analysis.rest);
  return plan;
}

std::string Explain(const ScanPlan& plan) {
  std::string out;
  for (const ScanRange& range : plan.ranges) {
    out += fmt::format("{}, {}\n", Describe("partition", range.partitions),
                       Describe("row", range.rows));
  }
  if (plan.ranges.empty()) {
    out = "nothing\n";
  }
  if (plan.residual != nullptr) {
    out += fmt::format("then {}\n", Dump(*plan.residual));
  }
  return out;
}

}  // namespace rowhouse
