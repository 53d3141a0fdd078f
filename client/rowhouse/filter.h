#pragma once
// Filters from typed pieces, each literal quoted as its type wants it, or from text.
//
//   Where("Age") >= 21 && Where("Name") == "O'Brien"   Age ge 21 and Name eq 'O''Brien'
//   Where("PartitionKey").StartsWith("2026-")          as a range, which the service answers by key
//   !(Where("Done") == true)
//   Filter("Age gt 30")                                text as it is

#include <rowhouse/value.h>
#include <string>
#include <string_view>
#include <utility>

namespace rowhouse::tables {

// A condition on entities; the empty one matches everything. A value.
class Filter {
 public:
  Filter() = default;
  // `text` in the service's language, not checked here. It is bracketed where it is combined.
  explicit Filter(std::string text) : text_(std::move(text)) {}

  bool IsEmpty() const { return text_.empty(); }
  const std::string& ToString() const { return text_; }

  // An empty side does not count.
  friend Filter operator&&(const Filter& left, const Filter& right);
  // An empty side makes the whole empty, since it matches everything.
  friend Filter operator||(const Filter& left, const Filter& right);
  // std::invalid_argument: it is empty.
  Filter operator!() const;
  bool operator==(const Filter& other) const { return text_ == other.text_; }

 private:
  friend class Where;
  // The outermost operator of the text, for leaving out unnecessary brackets.
  enum class Shape : unsigned char { kText, kComparison, kAnd, kOr };
  Filter(std::string text, Shape shape) : text_(std::move(text)), shape_(shape) {}
  std::string Inside(Shape outer) const;

  std::string text_;
  Shape shape_ = Shape::kText;
};

// One property of a condition. Comparing an absent property is never true, not even with !=.
// std::invalid_argument: a name that no property can have, or a null: the service has no null.
class Where {
 public:
  explicit Where(std::string_view property);

  Filter operator==(const Value& value) const { return Compare("eq", value); }
  Filter operator!=(const Value& value) const { return Compare("ne", value); }
  Filter operator<(const Value& value) const { return Compare("lt", value); }
  Filter operator<=(const Value& value) const { return Compare("le", value); }
  Filter operator>(const Value& value) const { return Compare("gt", value); }
  Filter operator>=(const Value& value) const { return Compare("ge", value); }

  // Texts that begin with `prefix`, as a half-open range: exact, and fast on keys. The empty prefix
  // gives the empty filter.
  Filter StartsWith(std::string_view prefix) const;
  // low <= property < high.
  Filter InRange(const Value& low, const Value& high) const;
  // A boolean property by itself.
  Filter IsTrue() const;

 private:
  Filter Compare(std::string_view operation, const Value& value) const;

  std::string property_;
};

// Exactly this entity's key; the point read as a filter.
Filter KeyIs(std::string_view partition_key, std::string_view row_key);

// The literal of a value, quoted: 'it''s', 5, 5L, 5.0, true, datetime'...', guid'...', X'00ff'.
// std::invalid_argument for null.
std::string QuoteLiteral(const Value& value);

// The least text that sorts after every text that begins with `prefix`; empty when there is
// none.
std::string PrefixEnd(std::string_view prefix);

}  // namespace rowhouse::tables
