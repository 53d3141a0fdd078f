#include "query/entity_query.h"

#include "entity/limits.h"
#include "tests/query/memory_source.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rowhouse {
namespace {

using testing::MemorySource;

bool Never() { return false; }
bool Always() { return true; }

struct PageResult {
  std::vector<std::string> keys;  // "partition/row"
  std::optional<EntityKey> next;
};

EntityQuery QueryOf(const std::string& filter, std::size_t page_size, EntityKey from = {}) {
  Result<EntityQuery> query = ParseEntityQuery({.filter = filter,
                                                .select = {},
                                                .top = std::to_string(page_size),
                                                .next_partition_key = {},
                                                .next_row_key = {}});
  BOOST_REQUIRE_MESSAGE(query.has_value(), filter);
  query->from = std::move(from);
  return *std::move(query);
}

PageResult Run(const EntityQuery& query, EntitySource& source,
               const std::function<bool()>& expired = &Never) {
  PageResult page;
  Result<std::optional<EntityKey>> next =
      RunPage(query, source, expired, [&](const StoredEntity& entity) {
        page.keys.push_back(std::string(entity.partition_key) + "/" + std::string(entity.row_key));
      });
  BOOST_REQUIRE(next.has_value());
  page.next = *std::move(next);
  return page;
}

using Keys = std::vector<std::string>;

// Rows 0..99 in each of p0..p2, with N as the row says.
MemorySource ThreePartitions() {
  MemorySource source;
  for (const char* partition : {"p0", "p1", "p2"}) {
    for (std::int32_t i = 0; i < 100; ++i) {
      const std::string row = (i < 10 ? "0" : "") + std::to_string(i);
      source.Put({partition, row}, {{"N", i}});
    }
  }
  return source;
}

class BrokenSource final : public EntitySource {
 public:
  explicit BrokenSource(bool fails_late) : fails_late_(fails_late) {}

  Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& /*range*/) override {
    if (fails_late_) {
      return std::make_unique<Cursor>();
    }
    return Fail(ErrorCode::kTableNotFound);
  }

 private:
  class Cursor final : public EntityCursor {
    Result<bool> Next(StoredEntity& /*entity*/) override { return Fail(ErrorCode::kServerBusy); }
  };
  bool fails_late_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ParseTopTest)

BOOST_AUTO_TEST_CASE(NumbersFrom0To1000AreTaken) {
  BOOST_TEST(*ParseTop(std::nullopt) == 1000U);
  BOOST_TEST(*ParseTop("0") == 0U);
  BOOST_TEST(*ParseTop("") == limits::kPageEntitiesMax);
  BOOST_TEST(*ParseTop("1") == 1U);
  BOOST_TEST(*ParseTop("1000") == 1000U);
  BOOST_TEST(*ParseTop(" 7 ") == 7U);
  BOOST_TEST(*ParseTop("+7") == 7U);
}

BOOST_AUTO_TEST_CASE(OtherTextIsRefusedInTheServicesWords) {
  for (const char* text : {"-1", "1001", "2147483647"}) {
    const Result<std::size_t> top = ParseTop(text);
    BOOST_TEST(!top.has_value(), text);
    BOOST_TEST(top.error().message == "One of the request inputs is not valid.");
  }
  for (const char* text : {" ", "x", "1.5", "1 2", "0x10", "+-1", "2147483648", "99999999999999"}) {
    const Result<std::size_t> top = ParseTop(text);
    BOOST_TEST(!top.has_value(), text);
    BOOST_TEST(top.error().message ==
               "Incorrect format for $top argument '" + std::string(text) + "'.");
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseSelectTest)

BOOST_AUTO_TEST_CASE(NamesAreTrimmedAndTheTextIsKept) {
  struct Case {
    std::string text;
    bool all;
    Keys names;
  };
  const Case cases[] = {
      {"A,B", false, {"A", "B"}},
      {" A , B\t", false, {"A", "B"}},
      {"", true, {}},
      {"  ", true, {}},
      {"*", true, {}},
      {"A, *", true, {}},
      {"B,A,B,a", false, {"A", "B", "a"}},
      {",A,,", false, {"A"}},
      {"RowKey", false, {}},
      {"gr\u00f6\u00dfe", false, {"gr\\u00f6\\u00dfe"}},
  };
  for (const Case& test : cases) {
    const auto selection = ParseSelect(test.text);
    BOOST_REQUIRE((selection && *selection));
    BOOST_TEST((*selection)->Text() == test.text);
    BOOST_TEST((*selection)->IsAll() == test.all);
    BOOST_TEST((*selection)->Custom() == test.names, boost::test_tools::per_element());
  }
  BOOST_TEST(!ParseSelect(std::nullopt)->has_value());
}

BOOST_AUTO_TEST_CASE(TakesUpTo255Names) {
  std::string text = "N0";
  for (std::size_t i = 1; i < limits::kSelectedNamesMax; ++i) text += ",N" + std::to_string(i);
  BOOST_TEST(ParseSelect(text + ",N1").has_value());
  const auto refused = ParseSelect(text + ",N");
  BOOST_REQUIRE(!refused.has_value());
  BOOST_TEST((refused.error().code == ErrorCode::kInvalidInput));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseEntityQueryTest)

BOOST_AUTO_TEST_CASE(NoOptionsReadEverything) {
  const Result<EntityQuery> query = ParseEntityQuery({});
  BOOST_REQUIRE(query.has_value());
  BOOST_TEST(Explain(query->plan) == "all partitions, all rows\n");
  BOOST_TEST(query->page_size == limits::kPageEntitiesMax);
  BOOST_TEST(!query->selection.has_value());
  BOOST_TEST((query->from == EntityKey{}));
}

BOOST_AUTO_TEST_CASE(AllOptionsAreRead) {
  const Result<EntityQuery> query = ParseEntityQuery({.filter = "PartitionKey eq 'p'",
                                                      .select = "A",
                                                      .top = "5",
                                                      .next_partition_key = "1!4!cGs-",
                                                      .next_row_key = "1!4!cjI-"});
  BOOST_REQUIRE(query.has_value());
  BOOST_TEST(Explain(query->plan) == "partition 'p', all rows\n");
  BOOST_TEST(query->page_size == 5U);
  BOOST_TEST(query->selection->Custom().size() == 1U);
  BOOST_TEST((query->from == EntityKey{"pk", "r2"}));
}

BOOST_AUTO_TEST_CASE(TheFirstBadOptionIsTheAnswer) {
  QueryOptionTexts texts{.filter = "A EQ 1",
                         .select = {},
                         .top = "x",
                         .next_partition_key = "1!bad",
                         .next_row_key = {}};
  BOOST_TEST(ParseEntityQuery(texts).error().message == "Syntax error at position 4 in 'A EQ 1'.");
  texts.filter = "";
  BOOST_TEST(ParseEntityQuery(texts).error().message == "Incorrect format for $top argument 'x'.");
  texts.top = "1";
  BOOST_TEST(ParseEntityQuery(texts).error().message == "One of the request inputs is not valid.");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RunPageTest)

BOOST_AUTO_TEST_CASE(PagesFollowOneAnotherWithoutGapsOrRepeats) {
  MemorySource source = ThreePartitions();
  for (const std::string filter : {"", "N ge 40 and N lt 60", "PartitionKey ne 'p1' and N lt 7",
                                   "PartitionKey eq 'p2' or RowKey eq '05'"}) {
    const Keys all = Run(QueryOf(filter, 1000), source).keys;
    for (const std::size_t page_size : {1U, 2U, 7U, 20U}) {
      Keys collected;
      std::optional<EntityKey> from = EntityKey{};
      while (from) {
        const PageResult page = Run(QueryOf(filter, page_size, *from), source);
        BOOST_TEST(page.keys.size() <= page_size);
        BOOST_TEST(!page.keys.empty());
        collected.insert(collected.end(), page.keys.begin(), page.keys.end());
        from = page.next;
      }
      BOOST_TEST(collected == all, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(KeyNamesTheNextMatch) {
  MemorySource source = ThreePartitions();
  const PageResult page = Run(QueryOf("N eq 50", 2), source);
  BOOST_TEST(page.keys == (Keys{"p0/50", "p1/50"}), boost::test_tools::per_element());
  BOOST_TEST((page.next == EntityKey{"p2", "50"}));
}

BOOST_AUTO_TEST_CASE(PageThatEndsWithTheDataHasNoNext) {
  MemorySource source = ThreePartitions();
  BOOST_TEST(!Run(QueryOf("PartitionKey eq 'p1'", 100), source).next.has_value());
  BOOST_TEST(!Run(QueryOf("N eq 99", 3), source).next.has_value());
  BOOST_TEST(!Run(QueryOf("N eq 50", 3), source).next.has_value());
  BOOST_TEST(Run(QueryOf("PartitionKey eq 'p1'", 99), source).next.has_value());
}

BOOST_AUTO_TEST_CASE(TopZeroReadsNothing) {
  MemorySource source = ThreePartitions();
  const PageResult page = Run(QueryOf("", 0), source);
  BOOST_TEST(page.keys.empty());
  BOOST_TEST(!page.next.has_value());
  BOOST_TEST(source.scans == 0U);
}

BOOST_AUTO_TEST_CASE(ResumeKeyNeedNotExist) {
  MemorySource source = ThreePartitions();
  const PageResult page = Run(QueryOf("", 2, {"p0", "98x"}), source);
  BOOST_TEST(page.keys == (Keys{"p0/99", "p1/00"}), boost::test_tools::per_element());
  BOOST_TEST(Run(QueryOf("", 2, {"zz", ""}), source).keys.empty());
}

BOOST_AUTO_TEST_CASE(RangesBeforeTheResumeKeyAreNotOpened) {
  MemorySource source = ThreePartitions();
  const EntityQuery query = QueryOf(
      "PartitionKey eq 'p2' and (RowKey eq '01' or RowKey eq '02' or RowKey eq '03') or "
      "PartitionKey eq 'p0'",
      1000, {"p2", "02"});
  BOOST_TEST(query.plan.ranges.size() == 4U);
  const PageResult page = Run(query, source);
  BOOST_TEST(page.keys == (Keys{"p2/02", "p2/03"}), boost::test_tools::per_element());
  BOOST_TEST(source.scans == 2U);
}

BOOST_AUTO_TEST_CASE(UntilEndsThePage) {
  MemorySource source = ThreePartitions();
  EntityQuery query = QueryOf("", 1000, {"p0", "99"});
  query.until = EntityKey{"p1", "02"};
  const PageResult page = Run(query, source);
  BOOST_TEST(page.keys == (Keys{"p0/99", "p1/00", "p1/01"}), boost::test_tools::per_element());
  BOOST_TEST(!page.next.has_value());
  query.page_size = 2;
  BOOST_TEST((Run(query, source).next == EntityKey{"p1", "01"}));
  query.page_size = 3;
  BOOST_TEST(!Run(query, source).next.has_value());
}

BOOST_AUTO_TEST_CASE(RangesAfterUntilAreNotOpened) {
  MemorySource source = ThreePartitions();
  EntityQuery query = QueryOf("PartitionKey eq 'p0' or PartitionKey eq 'p2'", 1000);
  BOOST_TEST(query.plan.ranges.size() == 2U);
  query.until = EntityKey{"p2", ""};
  BOOST_TEST(Run(query, source, &Always).next.has_value());
  source.scans = 0;
  BOOST_TEST(Run(query, source).keys.size() == 100U);
  BOOST_TEST(source.scans == 1U);
  query.until = EntityKey{"p0", ""};
  BOOST_TEST(Run(query, source).keys.empty());
  BOOST_TEST(source.scans == 1U);
}

BOOST_AUTO_TEST_CASE(ExpiredPageStopsAtTheNextRowNotTested) {
  MemorySource source = ThreePartitions();
  const PageResult page = Run(QueryOf("N eq 99999", 10), source, &Always);
  BOOST_TEST(page.keys.empty());
  BOOST_TEST((page.next == EntityKey{"p0", "64"}));
  const PageResult matching = Run(QueryOf("", 10), source, &Always);
  BOOST_TEST(matching.keys == (Keys{"p0/00"}), boost::test_tools::per_element());
  BOOST_TEST((matching.next == EntityKey{"p0", "01"}));
}

BOOST_AUTO_TEST_CASE(ExpiredPagesStillGetToTheEnd) {
  MemorySource source = ThreePartitions();
  for (const std::string filter :
       {"N eq 70", "PartitionKey ne 'p1' and N eq 70",
        "PartitionKey eq 'p1' and (RowKey eq '70' or RowKey eq 'none' or RowKey eq 'zero')"}) {
    const Keys all = Run(QueryOf(filter, 1000), source).keys;
    Keys collected;
    std::optional<EntityKey> from = EntityKey{};
    int pages = 0;
    for (; from && pages < 100; ++pages) {
      const PageResult page = Run(QueryOf(filter, 10, *from), source, &Always);
      collected.insert(collected.end(), page.keys.begin(), page.keys.end());
      from = page.next;
    }
    BOOST_TEST(pages < 100);
    BOOST_TEST(collected == all, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(ExpiryIsAskedOftenEnough) {
  MemorySource source = ThreePartitions();
  int asked = 0;
  const auto count = [&] {
    ++asked;
    return false;
  };
  Run(QueryOf("N eq 99999", 10), source, count);
  BOOST_TEST(asked == 300 / 64);
  asked = 0;
  Run(QueryOf("", 1000), source, count);
  BOOST_TEST(asked == 299);
}

BOOST_AUTO_TEST_CASE(LookingAheadStopsWhenThePageExpires) {
  MemorySource source = ThreePartitions();
  source.rows_read = 0;
  bool full = false;
  const Result<std::optional<EntityKey>> next = RunPage(
      QueryOf("PartitionKey eq 'p0' and N eq 3", 1), source, [&] { return full; },
      [&](const StoredEntity&) { full = true; });
  BOOST_REQUIRE(next.has_value());
  BOOST_TEST((**next == EntityKey{"p0", "04"}));
  BOOST_TEST(source.rows_read == 5U);
}

BOOST_AUTO_TEST_CASE(ARunPausedAtEveryChanceGivesTheSamePage) {
  MemorySource source = ThreePartitions();
  for (const char* filter : {"", "N eq 3", "PartitionKey eq 'p0' or PartitionKey eq 'p2'"}) {
    for (const std::size_t page_size : {0U, 1U, 150U, 1000U}) {
      const EntityQuery query = QueryOf(filter, page_size);
      const PageResult whole = Run(query, source);
      Keys keys;
      PageRun run(query, source, &Never, [&](const StoredEntity& entity) {
        keys.push_back(std::string(entity.partition_key) + "/" + std::string(entity.row_key));
      });
      bool pause = false;  // every other time, so that each call makes a step
      for (;;) {
        const Result<bool> done = run.Run([&] { return std::exchange(pause, !pause); });
        BOOST_REQUIRE(done.has_value());
        if (*done) break;
      }
      BOOST_TEST(keys == whole.keys, boost::test_tools::per_element());
      BOOST_TEST((run.next() == whole.next));
    }
  }
}

// Each way in which a row can come: let through for the clock, rejected by the source, matched by
// it, and from a source that does not filter.
BOOST_AUTO_TEST_CASE(EachRowIsTestedOnce) {
  MemorySource source = ThreePartitions();
  for (const bool filters : {true, false}) {
    source.filters = filters;
    for (const char* filter :
         {"N ge 0", "N eq 3", "N lt 90", "N ge 60 and N lt 70", "N eq 99999"}) {
      for (const bool pauses : {false, true}) {
        const EntityQuery query = QueryOf(filter, 1000);
        source.rows_read = 0;
        std::size_t emitted = 0;
        PageRun run(query, source, &Never, [&](const StoredEntity&) { ++emitted; });
        bool pause = false;
        while (!*run.Run([&] { return pauses && std::exchange(pause, !pause); })) {
        }
        BOOST_TEST(run.rows_tested() == 300U, filter);
        BOOST_TEST(source.rows_read == 300U, filter);
        BOOST_TEST(emitted == Run(query, source).keys.size(), filter);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(SourceThatDoesNotFilterGivesTheSamePage) {
  MemorySource source = ThreePartitions();
  MemorySource plain = source;
  plain.filters = false;
  for (const char* filter : {"N eq 3", "N lt 90", "PartitionKey ne 'p1' and N ge 95"}) {
    for (const std::size_t page_size : {1U, 5U, 1000U}) {
      const EntityQuery query = QueryOf(filter, page_size);
      const PageResult page = Run(query, source);
      const PageResult expected = Run(query, plain);
      BOOST_TEST(page.keys == expected.keys, boost::test_tools::per_element());
      BOOST_TEST((page.next == expected.next));
      BOOST_TEST(!page.keys.empty());
    }
  }
}

// A source may ask about rows that it does not return next, and about none that it returns.
BOOST_AUTO_TEST_CASE(VerdictBelongsToTheRowItWasGivenFor) {
  class LookingAhead final : public EntitySource {
   public:
    explicit LookingAhead(MemorySource& rows) : rows_(rows) {}
    Result<std::unique_ptr<EntityCursor>> Scan(const ScanRange& range) override {
      return rows_.Scan(range);
    }
    Result<std::unique_ptr<EntityCursor>> ScanFiltered(const ScanRange& range,
                                                       RowFilter& filter) override {
      const auto& [key, row] = *rows_.Rows().find({"p0", "03"});
      BOOST_TEST(filter.Matches({key.partition, key.row, row.timestamp, row.properties}));
      return rows_.Scan(range);
    }

   private:
    MemorySource& rows_;
  };
  MemorySource rows = ThreePartitions();
  LookingAhead source(rows);
  BOOST_TEST(Run(QueryOf("N eq 3", 10), source).keys == (Keys{"p0/03", "p1/03", "p2/03"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ErrorsOfTheSourceAreHandedOn) {
  for (const bool fails_late : {false, true}) {
    BrokenSource source(fails_late);
    const Result<std::optional<EntityKey>> next =
        RunPage(QueryOf("", 10), source, &Never, [](const StoredEntity&) {});
    BOOST_TEST(
        (next.error().code == (fails_late ? ErrorCode::kServerBusy : ErrorCode::kTableNotFound)));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
