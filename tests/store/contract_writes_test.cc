// The storage port, over every engine: the effect of each kind of operation on an existing and on a
// missing entity, with each If-Match, and what a change set leaves behind.

#include "tests/store/engines.h"

#include <optional>

namespace rowhouse {
namespace {

enum class Match { kNone, kAny, kRight, kStale, kOther };

struct OperationCase {
  const char* name;
  OperationKind kind;
  bool exists;  // as {"B":1,"A":2}
  Match match;
  std::optional<ErrorCode> error;
  const char* properties;  // afterwards; null: no entity
};

constexpr const char* kStored = R"({"B":1,"A":2})";
constexpr const char* kSent = R"({"C":3,"B":4})";
constexpr const char* kSentSorted = R"({"B":4,"C":3})";
constexpr const char* kMerged = R"({"A":2,"B":4,"C":3})";

constexpr OperationCase kOperationCases[] = {
    {"InsertNew", OperationKind::kInsert, false, Match::kNone, {}, kSent},
    {"InsertTaken", OperationKind::kInsert, true, Match::kNone, ErrorCode::kEntityAlreadyExists,
     kStored},
    {"ReplaceMissing", OperationKind::kReplace, false, Match::kAny, ErrorCode::kResourceNotFound,
     nullptr},
    {"ReplaceAny", OperationKind::kReplace, true, Match::kAny, {}, kSentSorted},
    {"ReplaceRight", OperationKind::kReplace, true, Match::kRight, {}, kSentSorted},
    {"ReplaceStale", OperationKind::kReplace, true, Match::kStale,
     ErrorCode::kUpdateConditionNotSatisfied, kStored},
    {"ReplaceOther", OperationKind::kReplace, true, Match::kOther, ErrorCode::kConditionNotMet,
     kStored},
    {"ReplaceMissingStale", OperationKind::kReplace, false, Match::kStale,
     ErrorCode::kResourceNotFound, nullptr},
    {"MergeMissing", OperationKind::kMerge, false, Match::kAny, ErrorCode::kResourceNotFound,
     nullptr},
    {"MergeAny", OperationKind::kMerge, true, Match::kAny, {}, kMerged},
    {"MergeRight", OperationKind::kMerge, true, Match::kRight, {}, kMerged},
    {"MergeStale", OperationKind::kMerge, true, Match::kStale,
     ErrorCode::kUpdateConditionNotSatisfied, kStored},
    {"InsertOrReplaceNew", OperationKind::kInsertOrReplace, false, Match::kNone, {}, kSentSorted},
    {"InsertOrReplaceTaken", OperationKind::kInsertOrReplace, true, Match::kNone, {}, kSentSorted},
    {"InsertOrMergeNew", OperationKind::kInsertOrMerge, false, Match::kNone, {}, kSentSorted},
    {"InsertOrMergeTaken", OperationKind::kInsertOrMerge, true, Match::kNone, {}, kMerged},
    {"DeleteMissing", OperationKind::kDelete, false, Match::kAny, ErrorCode::kResourceNotFound,
     nullptr},
    {"DeleteAny", OperationKind::kDelete, true, Match::kAny, {}, nullptr},
    {"DeleteRight", OperationKind::kDelete, true, Match::kRight, {}, nullptr},
    {"DeleteStale", OperationKind::kDelete, true, Match::kStale,
     ErrorCode::kUpdateConditionNotSatisfied, kStored},
};

IfMatch MatchFor(Match match, DateTime stored) {
  switch (match) {
    case Match::kNone:
      return {};
    case Match::kAny:
      return {.kind = IfMatch::Kind::kAny, .timestamp = {}};
    case Match::kRight:
      return {.kind = IfMatch::Kind::kETag, .timestamp = stored};
    case Match::kStale:
      return {.kind = IfMatch::Kind::kETag, .timestamp = {stored.ticks - 1}};
    case Match::kOther:
      return {.kind = IfMatch::Kind::kOtherETag, .timestamp = {}};
  }
  return {};
}

void RunCase(store::AccountStore& store, const OperationCase& test, const std::string& partition) {
  DateTime stored{1};
  if (test.exists) {
    const auto inserted = ApplyNow(store, Insert(partition, "r", kStored));
    BOOST_REQUIRE(inserted.has_value());
    stored = inserted->front();
  }
  const auto done = ApplyNow(
      store, One(test.kind, partition, "r", test.kind == OperationKind::kDelete ? "" : kSent,
                 MatchFor(test.match, stored)));
  BOOST_TEST(done.has_value() == !test.error);
  if (!done && test.error) BOOST_TEST((done.error().error.code == *test.error));
  const auto record = store.Get("orders", {.partition = partition, .row = "r"});
  BOOST_TEST(record.has_value() == (test.properties != nullptr));
  if (!record || !test.properties) return;
  BOOST_TEST(record->properties == test.properties);
  BOOST_TEST(record->timestamp.ticks == (done ? done->front().ticks : stored.ticks));
}

std::string PropertiesOfUnits(std::size_t units) {
  return R"({"Note":")" + std::string(units, 'x') + R"("})";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ContractWritesTest)

// In an existing partition and in one that the operation creates, in each mode.
BOOST_AUTO_TEST_CASE(EachOperationHasItsOutcome) {
  InEachMode([](store::AccountStore& store) {
    for (const bool is_new_partition : {true, false}) {
      for (const auto& test : kOperationCases) {
        BOOST_TEST_CONTEXT(test.name << ", new " << is_new_partition) {
          const std::string partition = is_new_partition ? test.name : "p";
          RunCase(store, test, partition);
          static_cast<void>(ApplyNow(store, One(OperationKind::kDelete, partition, "r", "",
                                                {.kind = IfMatch::Kind::kAny, .timestamp = {}})));
        }
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(RefusedChangeSetLeavesNothing) {
  InEachMode([](store::AccountStore& store) {
    BOOST_REQUIRE(ApplyNow(store, Insert("p", "taken")).has_value());
    auto changes = Insert("p", "a");
    changes.operations.push_back({.kind = OperationKind::kDelete,
                                  .row_key = "taken",
                                  .if_match = {.kind = IfMatch::Kind::kAny, .timestamp = {}},
                                  .properties = {}});
    changes.operations.push_back({.kind = OperationKind::kMerge,
                                  .row_key = "missing",
                                  .if_match = {.kind = IfMatch::Kind::kAny, .timestamp = {}},
                                  .properties = "{}"});
    const auto done = ApplyNow(store, changes);
    BOOST_REQUIRE(!done.has_value());
    BOOST_TEST(done.error().operation == 2U);
    BOOST_TEST((done.error().error.code == ErrorCode::kResourceNotFound));
    BOOST_TEST(ScanKeys(store) == "p/taken");
    // The same in a partition that does not exist.
    changes.partition_key = "q";
    changes.operations.erase(changes.operations.begin() + 1);
    const auto refused = ApplyNow(store, changes);
    BOOST_REQUIRE(!refused.has_value());
    BOOST_TEST(refused.error().operation == 1U);
    BOOST_TEST(ScanKeys(store) == "p/taken");
  });
}

struct SizeCase {
  const char* name;
  OperationKind kind;
  bool exists;
  ErrorCode error;
};
// Conditional operations check existence first, the others sizes.
constexpr SizeCase kSizeCases[] = {
    {"InsertNew", OperationKind::kInsert, false, ErrorCode::kPropertyValueTooLarge},
    {"InsertTaken", OperationKind::kInsert, true, ErrorCode::kPropertyValueTooLarge},
    {"ReplaceMissing", OperationKind::kReplace, false, ErrorCode::kResourceNotFound},
    {"ReplaceTaken", OperationKind::kReplace, true, ErrorCode::kPropertyValueTooLarge},
    {"MergeTaken", OperationKind::kMerge, true, ErrorCode::kPropertyValueTooLarge},
    {"InsertOrMergeNew", OperationKind::kInsertOrMerge, false, ErrorCode::kPropertyValueTooLarge},
    {"InsertOrReplaceTaken", OperationKind::kInsertOrReplace, true,
     ErrorCode::kPropertyValueTooLarge},
};

BOOST_AUTO_TEST_CASE(SizesAreCheckedInOrder) {
  InEachMode([](store::AccountStore& store) {
    for (const auto& test : kSizeCases) {
      BOOST_TEST_CONTEXT(test.name) {
        if (test.exists) BOOST_REQUIRE(ApplyNow(store, Insert(test.name, "r")).has_value());
        const auto done = ApplyNow(store, One(test.kind, test.name, "r", PropertiesOfUnits(32769),
                                              {.kind = IfMatch::Kind::kAny, .timestamp = {}}));
        BOOST_REQUIRE(!done.has_value());
        BOOST_TEST((done.error().error.code == test.error));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(MergeThatMakesTheEntityTooLargeIsRefused) {
  InEachMode([](store::AccountStore& store) {
    const auto many = [](char name) {  // eight strings of 64 KiB
      std::string text = "{";
      for (int i = 0; i < 8; ++i) {
        if (i > 0) text += ',';
        text +=
            std::string("\"") + name + std::to_string(i) + "\":\"" + std::string(32768, 'x') + '"';
      }
      return text + '}';
    };
    BOOST_REQUIRE(ApplyNow(store, Insert("p", "r", many('A'))).has_value());
    const auto done = ApplyNow(store, One(OperationKind::kInsertOrMerge, "p", "r", many('B')));
    BOOST_REQUIRE(!done.has_value());
    BOOST_TEST((done.error().error.code == ErrorCode::kEntityTooLarge));
  });
}

BOOST_AUTO_TEST_CASE(TimestampsOfOneChangeSetAscend) {
  InEachMode([](store::AccountStore& store) {
    auto changes = Insert("p", "a");
    changes.operations.push_back(
        {.kind = OperationKind::kInsert, .row_key = "b", .if_match = {}, .properties = "{}"});
    const auto done = ApplyNow(store, changes);
    BOOST_REQUIRE(done.has_value());
    BOOST_REQUIRE(done->size() == 2U);
    BOOST_TEST((*done)[0].ticks < (*done)[1].ticks);
  });
}

// ETags are made from Timestamps: a reused one would let a stale writer succeed.
BOOST_AUTO_TEST_CASE(TimestampsOfAKeyAreNeverReused) {
  InEachMode([](store::AccountStore& store) {
    std::int64_t last = 0;
    const auto later = [&](const ChangeSet& changes) {
      const auto done = ApplyNow(store, changes);
      BOOST_REQUIRE(done.has_value());
      BOOST_TEST(done->front().ticks > last);
      last = done->front().ticks;
    };
    later(Insert("p", "r"));
    later(One(OperationKind::kDelete, "p", "r", "", *IfMatch::Parse("*")));
    later(Insert("p", "r"));
    BOOST_REQUIRE(store.DeleteTable("orders"));
    BOOST_REQUIRE(store.CreateTable("orders"));
    later(Insert("p", "r"));
  });
}

// The callback may at once read what was written and write again.
BOOST_AUTO_TEST_CASE(TheCallbackSeesItsWriteAndMayCallTheStore) {
  InEachMode([](store::AccountStore& store) {
    std::promise<bool> seen;
    std::promise<ApplyResult> next;
    store.Apply(Insert("p", "1"), [&](const ApplyResult& result) {
      const auto record = store.Get("orders", {.partition = "p", .row = "1"});
      seen.set_value(result && record && record->timestamp.ticks == result->front().ticks);
      store.Apply(Insert("p", "2"), [&](ApplyResult done) { next.set_value(std::move(done)); });
    });
    BOOST_TEST(seen.get_future().get());
    BOOST_TEST(next.get_future().get().has_value());
    BOOST_TEST(ScanKeys(store) == "p/1 p/2");
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
