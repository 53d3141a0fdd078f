// The filter of Query Tables: a small RowTest, since tables have one property and no stored text.

#include "base/ascii.h"
#include "query/row_test.h"
#include "query/value_test.h"

#include <string>
#include <utility>

namespace rowhouse {
namespace {

class TableMatcher {
 public:
  explicit TableMatcher(std::string_view table) : name_(AsciiLower(table)) {}

  Result<bool> operator()(const Comparison& comparison) const {
    if (Status status = CheckProperty(comparison.property); !status) {
      return tl::unexpected<Error>(std::move(status).error());
    }
    const auto& text = std::get<std::string>(comparison.literal);
    return ValueTest(comparison.op, AsciiLower(text)).HoldsForKey(name_);
  }
  Result<bool> operator()(const BareProperty& bare) const {
    // Never true: the name is not a Boolean.
    return CheckProperty(bare.property).map([] { return false; });
  }
  Result<bool> operator()(const Constant& constant) const { return constant.value; }
  Result<bool> operator()(const And& junction) const {
    return Both(*junction.left, *junction.right,
                [](bool left, bool right) { return left && right; });
  }
  Result<bool> operator()(const Or& junction) const {
    return Both(*junction.left, *junction.right,
                [](bool left, bool right) { return left || right; });
  }
  Result<bool> operator()(const Not& negation) const {
    return Match(*negation.operand).map([](bool matches) { return !matches; });
  }

  Result<bool> Match(const FilterNode& filter) const { return std::visit(*this, filter.shape); }

 private:
  static Status CheckProperty(const std::string& property) {
    if (property == "TableName") {
      return {};
    }
    return tl::unexpected<Error>(
        Error::Internal("a filter for Query Tables names the property " + property));
  }

  // Always evaluates both sides: whether a filter is rejected must not depend on the table.
  template <class Combine>
  Result<bool> Both(const FilterNode& left, const FilterNode& right, Combine combine) const {
    Result<bool> first = Match(left);
    if (!first) {
      return first;
    }
    return Match(right).map([&](bool second) { return combine(*first, second); });
  }

  std::string name_;
};

}  // namespace

Result<bool> MatchesTable(const FilterNode& filter, std::string_view table) {
  return TableMatcher(table).Match(filter);
}

}  // namespace rowhouse
