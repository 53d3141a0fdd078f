#include "base/code_point.h"
#include "client/values/edm.h"
#include "entity/property_value.h"
#include "query/filter_literal.h"

#include <cassert>
#include <fmt/format.h>
#include <rowhouse/filter.h>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

constexpr std::uint32_t kCodePointMax = 0x10FFFF;
constexpr std::uint32_t kBasicMax = 0xFFFF;
constexpr std::uint32_t kBehindSurrogates = 0xE000;

// The next code point in the order of UTF-16 units; 0 after the last one, U+FFFF.
std::uint32_t NextInOrder(std::uint32_t code_point) {
  if (code_point == kBasicMax) return 0;
  if (code_point == kHighSurrogateMin - 1) return kSupplementaryMin;
  if (code_point == kCodePointMax) return kBehindSurrogates;
  return code_point + 1;
}

// Where the last character of `text` begins. REQUIRES: !text.empty()
std::size_t LastCharacter(std::string_view text) {
  assert(!text.empty());
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

}  // namespace

std::string Filter::Inside(Shape outer) const {
  const bool bare = shape_ == Shape::kComparison || shape_ == outer;
  return bare ? text_ : fmt::format("({})", text_);
}

Filter operator&&(const Filter& left, const Filter& right) {
  if (left.IsEmpty()) return right;
  if (right.IsEmpty()) return left;
  return {
      fmt::format("{} and {}", left.Inside(Filter::Shape::kAnd), right.Inside(Filter::Shape::kAnd)),
      Filter::Shape::kAnd};
}

Filter operator||(const Filter& left, const Filter& right) {
  if (left.IsEmpty() || right.IsEmpty()) return {};
  return {
      fmt::format("{} or {}", left.Inside(Filter::Shape::kOr), right.Inside(Filter::Shape::kOr)),
      Filter::Shape::kOr};
}

Filter Filter::operator!() const {
  if (IsEmpty())
    throw std::invalid_argument("the empty filter matches everything and cannot be negated");
  return {fmt::format("not ({})", text_), Shape::kText};
}

Where::Where(std::string_view property) : property_(property) {
  if (!CheckPropertyName(property)) {
    throw std::invalid_argument(fmt::format("no property can be called '{}'", property));
  }
}

Filter Where::Compare(std::string_view operation, const Value& value) const {
  return {fmt::format("{} {} {}", property_, operation, QuoteLiteral(value)),
          Filter::Shape::kComparison};
}

Filter Where::StartsWith(std::string_view prefix) const {
  if (prefix.empty()) return {};
  const Filter from = *this >= prefix;
  const std::string end = PrefixEnd(prefix);
  return end.empty() ? from : from && *this < end;
}

Filter Where::InRange(const Value& low, const Value& high) const {
  return *this >= low && *this < high;
}

Filter Where::IsTrue() const { return *this == true; }

Filter KeyIs(std::string_view partition_key, std::string_view row_key) {
  return Where("PartitionKey") == partition_key && Where("RowKey") == row_key;
}

std::string QuoteLiteral(const Value& value) {
  if (value.IsNull()) throw std::invalid_argument("nothing can be compared with null");
  return PrintLiteral(ToEdm(value));
}

std::string PrefixEnd(std::string_view prefix) {
  while (!prefix.empty()) {
    const std::size_t last = LastCharacter(prefix);
    std::size_t position = last;
    const std::uint32_t next = NextInOrder(DecodeCodePoint(prefix, position));
    prefix = prefix.substr(0, last);
    if (next == 0) continue;
    std::string end(prefix);
    AppendCodePoint(end, next);
    return end;
  }
  return {};
}

}  // namespace rowhouse::tables
