// Compares plans, row tests and pages with the obvious implementation: read every row, decode every
// property, apply the rules of spec 7.5 one by one.

#include "base/unicode.h"
#include "query/continuation.h"
#include "query/entity_query.h"
#include "query/filter_tree.h"
#include "tests/query/memory_source.h"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

using testing::MemorySource;

// Another seed for a longer run: ROWHOUSE_SEED=42 query_oracle_test.
std::uint64_t Seed() {
  const char* text = std::getenv("ROWHOUSE_SEED");
  return text == nullptr ? 20260101 : std::strtoull(text, nullptr, 10);
}

// Random keys, values and filters from small sets, so that equal ones meet often.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::size_t Below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  bool OneIn(std::size_t number) { return Below(number) == 0; }

  std::string Key() {
    static const std::vector<std::string> keys{
        "", "a", "a0", "b", "ba", "c", "it's", "\u00e9", "\uFF5E", "\U0001F600", "\U0001F600x"};
    return keys[Below(keys.size())];
  }

  DateTime Instant() {
    return {DateTime::kUnixEpochTicks + static_cast<std::int64_t>(Below(3)) * 10'000'000 +
            static_cast<std::int64_t>(Below(3)) * 100};
  }

  EdmValue Value() {
    switch (Below(8)) {
      case 0:
        return OneIn(2) ? Key() : Key() + "\n\"";
      case 1:
        return OneIn(2);
      case 2:
        return static_cast<std::int32_t>(Below(4)) - 1;
      case 3:
        return OneIn(8) ? std::numeric_limits<std::int64_t>::max()
                        : static_cast<std::int64_t>(Below(4)) - 1;
      case 4:
        return Real();
      case 5:
        return Instant();
      case 6: {
        Guid guid;
        guid.bytes[Below(16)] = static_cast<std::uint8_t>(Below(3) * 100);
        return guid;
      }
      default:
        return Binary{
            std::vector<std::uint8_t>(Below(3), static_cast<std::uint8_t>(Below(2) * 255))};
    }
  }

  std::string PropertyName() {
    static const std::vector<std::string> names{"A", "B", "C", "gr\u00f6\u00dfe"};
    return names[Below(names.size())];
  }

  Filter Condition(std::size_t depth) {
    if (depth == 0 || OneIn(4)) {
      return Leaf();
    }
    const std::size_t shape = Below(5);
    Filter first = Condition(depth - 1);
    if (shape == 0) {
      return MakeFilter(Not{std::move(first)});
    }
    Filter second = Condition(depth - 1);
    if (shape <= 2) {
      return MakeFilter(Or{std::move(first), std::move(second)});
    }
    return MakeFilter(And{std::move(first), std::move(second)});
  }

  MemorySource Table() {
    MemorySource source;
    const std::size_t rows = 1 + Below(60);
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<Property> properties;
      for (const char* name : {"A", "B", "C", "gr\u00f6\u00dfe"}) {
        if (!OneIn(3)) {
          properties.push_back({name, Value()});
        }
      }
      source.Put({Key(), Key()}, properties, Instant());
    }
    return source;
  }

 private:
  double Real() {
    static const std::vector<double> reals{-1,
                                           0,
                                           -0.0,
                                           1,
                                           1.5,
                                           1e300,
                                           std::numeric_limits<double>::infinity(),
                                           std::numeric_limits<double>::quiet_NaN()};
    return reals[Below(reals.size())];
  }

  Filter Leaf() {
    if (OneIn(12)) {
      return MakeFilter(Constant{OneIn(2)});
    }
    const auto op = static_cast<CompareOp>(Below(6));
    switch (Below(6)) {
      case 0:
      case 1:
        return MakeFilter(Comparison{"PartitionKey", op, Key()});
      case 2:
      case 3:
        return MakeFilter(Comparison{"RowKey", op, Key()});
      case 4:
        if (OneIn(3)) {
          return MakeFilter(BareProperty{PropertyName()});
        }
        return MakeFilter(Comparison{"Timestamp", op, Instant()});
      default:
        return MakeFilter(Comparison{PropertyName(), op, Value()});
    }
  }

  std::mt19937_64 random_;
};

// The rules, one by one.
class Oracle {
 public:
  Oracle(const EntityKey& key, const testing::MemoryRow& row)
      : properties_(DecodeProperties(row.properties)) {
    properties_.push_back({"PartitionKey", key.partition});
    properties_.push_back({"RowKey", key.row});
    properties_.push_back({"Timestamp", row.timestamp});
  }

  bool operator()(const And& both) const { return Fulfils(*both.left) && Fulfils(*both.right); }
  bool operator()(const Or& either) const {
    return Fulfils(*either.left) || Fulfils(*either.right);
  }
  bool operator()(const Not& negation) const { return !Fulfils(*negation.operand); }
  bool operator()(const Constant& constant) const { return constant.value; }
  bool operator()(const BareProperty& bare) const {
    const EdmValue* value = Find(bare.property);
    return value != nullptr && std::holds_alternative<bool>(*value) && std::get<bool>(*value);
  }
  bool operator()(const Comparison& comparison) const {
    const EdmValue* value = Find(comparison.property);
    if (value == nullptr) {
      return false;
    }
    const EdmValue& literal = comparison.literal;
    if (value->index() == literal.index()) {
      return std::visit(
          [&](const auto& left) {
            return Compare(left, std::get<std::decay_t<decltype(left)>>(literal), comparison.op);
          },
          *value);
    }
    const auto* small = std::get_if<std::int32_t>(&literal);
    const auto* big = std::get_if<std::int64_t>(&literal);
    if (std::holds_alternative<std::int64_t>(*value) && small != nullptr) {
      return Compare(std::get<std::int64_t>(*value), std::int64_t{*small}, comparison.op);
    }
    if (std::holds_alternative<double>(*value) && (small != nullptr || big != nullptr)) {
      const double real = small != nullptr ? *small : static_cast<double>(*big);
      return Compare(std::get<double>(*value), real, comparison.op);
    }
    return Compare(0, 1, comparison.op);
  }

  bool Fulfils(const FilterNode& filter) const { return std::visit(*this, filter.shape); }

 private:
  static bool Compare(const std::string& left, const std::string& right, CompareOp op) {
    const auto ordering = CompareOrdinal(left, right);
    return Compare(ordering < 0 ? -1 : ordering > 0, 0, op);
  }
  template <class Value>
  static bool Compare(const Value& left, const Value& right, CompareOp op) {
    switch (op) {
      case CompareOp::kEq:
        return left == right;
      case CompareOp::kNe:
        return !(left == right);
      case CompareOp::kLt:
        return left < right;
      case CompareOp::kLe:
        return left <= right;
      case CompareOp::kGt:
        return left > right;
      case CompareOp::kGe:
        return left >= right;
    }
    std::abort();
  }

  const EdmValue* Find(const std::string& name) const {
    for (const Property& property : properties_) {
      if (property.name == name) {
        return &property.value;
      }
    }
    return nullptr;
  }

  std::vector<Property> properties_;
};

std::vector<EntityKey> ByFullScan(const FilterNode& filter, const MemorySource& source) {
  std::vector<EntityKey> keys;
  for (const auto& [key, row] : source.Rows()) {
    if (Oracle(key, row).Fulfils(filter)) {
      keys.push_back(key);
    }
  }
  return keys;
}

// Page after page, of random sizes and cut off at random, each asked for by the tokens of the last.
std::vector<EntityKey> ByPages(const std::string& filter, MemorySource& source,
                               Generator& generator) {
  std::vector<EntityKey> keys;
  QueryOptionTexts texts;
  texts.filter = filter;
  const std::size_t patience = generator.OneIn(2) ? 1000000 : 1 + generator.Below(4);
  for (int pages = 0; pages < 500; ++pages) {
    texts.top = std::to_string(1 + generator.Below(10));
    const Result<EntityQuery> query = ParseEntityQuery(texts);
    BOOST_REQUIRE_MESSAGE(query.has_value(), filter);
    const auto next = RunPage(
        *query, source, [&] { return generator.OneIn(patience); },
        [&](const StoredEntity& entity) {
          keys.push_back({std::string(entity.partition_key), std::string(entity.row_key)});
        });
    BOOST_REQUIRE(next.has_value());
    if (!*next) {
      return keys;
    }
    texts.next_partition_key = EncodeToken((*next)->partition);
    texts.next_row_key = EncodeToken((*next)->row);
  }
  BOOST_FAIL("paging does not end: " << filter);
  return keys;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(QueryOracleTest)

BOOST_AUTO_TEST_CASE(PlansAndPagesAgreeWithFullScans) {
  Generator generator(Seed());
  BOOST_TEST_MESSAGE("seed " << Seed());
  std::size_t answered_by_order = 0;
  for (int table = 0; table < 120; ++table) {
    MemorySource source = generator.Table();
    for (int round = 0; round < 20; ++round) {
      const Filter filter = generator.Condition(1 + generator.Below(5));
      const std::string text = Dump(*filter);
      const std::vector<EntityKey> expected = ByFullScan(*filter, source);
      const std::vector<EntityKey> found = ByPages(text, source, generator);
      const ScanPlan plan = PlanScan(filter.get());
      answered_by_order += plan.residual == nullptr ? 1 : 0;
      BOOST_REQUIRE_MESSAGE(found == expected, "seed " << Seed() << ", filter " << text << "\n"
                                                       << Explain(plan));
      BOOST_REQUIRE_MESSAGE(Dump(**ParseFilter(text)) == text, text);
    }
  }
  BOOST_TEST(answered_by_order > 500U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
