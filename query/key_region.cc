#include "query/key_region.h"

#include "base/unicode.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace rowhouse {
namespace {

// Appends a span, merging it with the last one if they touch or overlap.
void Append(KeySet& keys, KeySpan span) {
  if (!keys.empty() && span.low <= keys.back().high) {
    keys.back().high = std::max(keys.back().high, span.high);
  } else {
    keys.push_back(std::move(span));
  }
}

void Append(std::vector<RegionPiece>& pieces, RegionPiece piece) {
  if (!pieces.empty() && pieces.back().partitions.high == piece.partitions.low &&
      pieces.back().rows == piece.rows) {
    pieces.back().partitions.high = std::move(piece.partitions.high);
  } else {
    pieces.push_back(std::move(piece));
  }
}

// All cuts at which either region changes, in order.
std::vector<KeyCut> CutsOf(const KeyRegion& left, const KeyRegion& right) {
  std::vector<KeyCut> cuts;
  for (const KeyRegion* region : {&left, &right}) {
    const auto middle = static_cast<std::ptrdiff_t>(cuts.size());
    for (const RegionPiece& piece : region->pieces) {
      cuts.push_back(piece.partitions.low);
      cuts.push_back(piece.partitions.high);
    }
    std::inplace_merge(cuts.begin(), cuts.begin() + middle, cuts.end());
  }
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

// The rows of the piece that contains the partitions starting at `low`, or none. Skips pieces that
// end there: callers pass ascending cuts.
const KeySet& RowsAt(const KeyRegion& region, std::size_t& piece, const KeyCut& low) {
  static const KeySet none;
  while (piece < region.pieces.size() && region.pieces[piece].partitions.high <= low) {
    ++piece;
  }
  const bool covers = piece < region.pieces.size() && region.pieces[piece].partitions.low <= low;
  return covers ? region.pieces[piece].rows : none;
}

// Replaces too many pieces with a single one that covers them all.
void Bound(KeyRegion& region) {
  if (region.pieces.size() <= KeyRegion::kSpansMax) {
    return;
  }
  KeySpan rows = HullOf(region.pieces.front().rows);
  for (const RegionPiece& piece : region.pieces) {
    const KeySpan hull = HullOf(piece.rows);
    rows.low = std::min(rows.low, hull.low);
    rows.high = std::max(rows.high, hull.high);
  }
  const KeySpan partitions{region.pieces.front().partitions.low,
                           region.pieces.back().partitions.high};
  region.pieces = {{partitions, {std::move(rows)}}};
  region.exact = false;
}

template <class Combine>
KeyRegion Merge(const KeyRegion& left, const KeyRegion& right, Combine combine) {
  KeyRegion result{.pieces = {}, .exact = left.exact && right.exact};
  const std::vector<KeyCut> cuts = CutsOf(left, right);
  std::size_t left_piece = 0;
  std::size_t right_piece = 0;
  std::size_t spans = 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    KeySet rows = combine(RowsAt(left, left_piece, cuts[i]), RowsAt(right, right_piece, cuts[i]));
    if (rows.empty()) {
      continue;
    }
    spans += rows.size();
    if (spans > KeyRegion::kSpansMax && rows.size() > 1) {
      rows = {HullOf(rows)};
      result.exact = false;
    }
    Append(result.pieces, {{cuts[i], cuts[i + 1]}, std::move(rows)});
  }
  Bound(result);
  return result;
}

}  // namespace

std::strong_ordering KeyCut::operator<=>(const KeyCut& other) const {
  const bool after_all = side == Side::kAfterAll;
  const bool other_after_all = other.side == Side::kAfterAll;
  if (after_all || other_after_all) {
    return after_all <=> other_after_all;
  }
  const std::strong_ordering by_key = CompareOrdinal(key, other.key);
  return by_key != 0 ? by_key : side <=> other.side;
}

bool KeySpan::IsPoint() const {
  return low.side == KeyCut::Side::kBefore && high.side == KeyCut::Side::kAfter &&
         low.key == high.key;
}

KeyInterval KeySpan::ToInterval() const {
  KeyInterval interval{.low = low.key, .low_open = low.side == KeyCut::Side::kAfter};
  if (high.side != KeyCut::Side::kAfterAll) {
    interval.high = high.key;
    interval.high_open = high.side == KeyCut::Side::kBefore;
  }
  return interval;
}

KeySet AllKeys() { return {KeySpan()}; }

KeySet KeysWhere(CompareOp op, const std::string& literal) {
  const KeySpan before{KeyCut(), KeyCut::Before(literal)};
  const KeySpan after{KeyCut::After(literal), KeyCut::AfterAll()};
  const bool before_is_empty = literal.empty();
  switch (op) {
    case CompareOp::kEq:
      return {{KeyCut::Before(literal), KeyCut::After(literal)}};
    case CompareOp::kNe:
      return before_is_empty ? KeySet{after} : KeySet{before, after};
    case CompareOp::kLt:
      return before_is_empty ? KeySet{} : KeySet{before};
    case CompareOp::kLe:
      return {{KeyCut(), KeyCut::After(literal)}};
    case CompareOp::kGt:
      return {after};
    case CompareOp::kGe:
      return {{KeyCut::Before(literal), KeyCut::AfterAll()}};
  }
  std::abort();
}

KeySet Unite(const KeySet& left, const KeySet& right) {
  KeySet result;
  auto from_left = left.begin();
  auto from_right = right.begin();
  while (from_left != left.end() || from_right != right.end()) {
    const bool take_left =
        from_right == right.end() || (from_left != left.end() && from_left->low < from_right->low);
    Append(result, take_left ? *from_left++ : *from_right++);
  }
  return result;
}

KeySet Intersect(const KeySet& left, const KeySet& right) {
  KeySet result;
  auto from_left = left.begin();
  auto from_right = right.begin();
  while (from_left != left.end() && from_right != right.end()) {
    const KeyCut& low = std::max(from_left->low, from_right->low);
    const bool left_ends_first = from_left->high < from_right->high;
    const KeyCut& high = left_ends_first ? from_left->high : from_right->high;
    if (low < high) {
      result.push_back({low, high});
    }
    left_ends_first ? ++from_left : ++from_right;
  }
  return result;
}

KeySpan HullOf(const KeySet& keys) { return {keys.front().low, keys.back().high}; }

KeyRegion KeyRegion::Everything() { return OfRows(AllKeys()); }

KeyRegion KeyRegion::OfPartitions(const KeySet& partitions) {
  KeyRegion region;
  for (const KeySpan& span : partitions) {
    region.pieces.push_back({span, AllKeys()});
  }
  return region;
}

KeyRegion KeyRegion::OfRows(KeySet rows) {
  KeyRegion region;
  if (!rows.empty()) {
    region.pieces.push_back({KeySpan(), std::move(rows)});
  }
  return region;
}

bool KeyRegion::IsEverything() const {
  return pieces.size() == 1 && pieces.front().partitions == KeySpan() &&
         pieces.front().rows == AllKeys();
}

KeyRegion Unite(const KeyRegion& left, const KeyRegion& right) {
  return Merge(left, right,
               [](const KeySet& first, const KeySet& second) { return Unite(first, second); });
}

KeyRegion Intersect(const KeyRegion& left, const KeyRegion& right) {
  return Merge(left, right,
               [](const KeySet& first, const KeySet& second) { return Intersect(first, second); });
}

}  // namespace rowhouse
