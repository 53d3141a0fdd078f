#include "table_service/hotspot/advisor.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace rowhouse {
namespace {

using Samples = std::vector<SampledAccess>;

template <class Maker>
Samples Make(std::size_t count, Maker make) {
  Samples samples;
  for (std::size_t i = 0; i < count; ++i) {
    samples.push_back(make(i));
    samples.back().time = AccessTime() + std::chrono::milliseconds(i);
  }
  return samples;
}

SampledAccess Of(AccessKind kind, std::string partition_key, std::string row_key,
                 std::string properties = {}) {
  return {.kind = kind,
          .partition_key = std::move(partition_key),
          .row_key = std::move(row_key),
          .properties = std::move(properties),
          .time = {}};
}

std::vector<std::string> KeysOf(const std::vector<Advice>& advice) {
  std::vector<std::string> keys;
  for (const Advice& one : advice) keys.push_back(one.key);
  return keys;
}

bool Holds(const std::vector<Advice>& advice, std::string_view part) {
  return std::ranges::any_of(
      advice, [&](const Advice& one) { return one.key.find(part) != std::string::npos; });
}

const Finding kMonotonic{.kind = FindingKind::kMonotonicPartitionKey};

Finding Hot(std::string partition, bool of_reads) {
  return {
      .kind = FindingKind::kHotPartition, .partition = std::move(partition), .of_reads = of_reads};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AdvisorTest)

BOOST_AUTO_TEST_CASE(NothingSampledGivesNoAdvice) { BOOST_TEST(Advise(kMonotonic, {}).empty()); }

BOOST_AUTO_TEST_CASE(NoKeyDividesOneEntity) {
  const auto celebrity = [](AccessKind kind) {
    return Make(600, [&](std::size_t i) {
      return Of(kind, i % 5 < 2 ? "star" : fmt::format("user-{:06}", i * 7919 % 20000), "profile");
    });
  };
  BOOST_TEST(Advise(Hot("star", true), celebrity(AccessKind::kRead)).empty());
  BOOST_TEST(Advise(Hot("star", false), celebrity(AccessKind::kUpdate)).empty());
}

BOOST_AUTO_TEST_CASE(ReadsOfManyRowsAreSpreadByRow) {
  const auto samples = Make(1000, [](std::size_t i) {
    return Of(AccessKind::kRead, "catalog", fmt::format("item-{:04}", i * 7919 % 900));
  });
  const auto advice = Advise(Hot("catalog", true), samples);
  BOOST_REQUIRE(!advice.empty());
  BOOST_TEST(advice[0].key == "{letters(RowKey)}-{PartitionKey}");
  BOOST_TEST(advice[0].example.ends_with("-catalog"));
  BOOST_TEST(!Holds(advice, "random"));
}

BOOST_AUTO_TEST_CASE(RowsStayTogetherWhereTheyCan) {
  const auto samples = Make(
      700, [](std::size_t i) { return Of(AccessKind::kInsert, fmt::format("{:08}", i), "x"); });
  const auto advice = Advise(kMonotonic, samples);
  BOOST_REQUIRE(advice.size() > 3);
  BOOST_TEST(advice[0].key == "{letters(PartitionKey)}-{PartitionKey}");
  BOOST_TEST(advice[0].point_read == "1 request: the key follows from PartitionKey");
  BOOST_TEST(advice[0].range_read ==
             "rows of one PartitionKey: 1 request, as now; a range of PartitionKeys: 52 queries, "
             "one for each prefix");
  BOOST_TEST(advice[0].effective_partitions == 700, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(RandomKeysAreForInserts) {
  const auto samples = [](AccessKind kind) {
    return Make(700, [&](std::size_t i) { return Of(kind, "p", fmt::format("{:05}", i)); });
  };
  BOOST_TEST(Holds(Advise(Hot("p", false), samples(AccessKind::kInsert)), "random"));
  BOOST_TEST(!Holds(Advise(Hot("p", false), samples(AccessKind::kUpdate)), "random"));
}

BOOST_AUTO_TEST_CASE(PropertiesAreTriedWhereTheyKeepEntitiesApart) {
  const auto samples = [](bool same_rows) {
    return Make(700, [&](std::size_t i) {
      return Of(AccessKind::kInsert, fmt::format("{:05}", i), same_rows ? "" : fmt::format("{}", i),
                fmt::format(R"({{"Device":"d{}","Site":"s{}"}})", i % 101, i % 5));
    });
  };
  const auto with = [](const std::vector<Advice>& advice, const std::string& key) {
    const auto keys = KeysOf(advice);
    return std::ranges::find(keys, key) != keys.end();
  };
  const auto apart = Advise(kMonotonic, samples(false));
  BOOST_TEST(Holds(apart, "{letters(property(Device))}"));
  BOOST_TEST(!with(Advise(kMonotonic, samples(true)), "{property(Device)}"));
  BOOST_TEST(!with(Advise(kMonotonic, samples(true)), "{property(Device)}-{property(Site)}"));
}

BOOST_AUTO_TEST_CASE(HighRatesGetMoreParts) {
  const auto samples = Make(
      700, [](std::size_t i) { return Of(AccessKind::kInsert, "p", fmt::format("{:05}", i)); });
  Finding fast = Hot("p", false);
  fast.rate = 400'000;
  const auto advice = Advise(fast, samples);
  BOOST_REQUIRE(!advice.empty());
  BOOST_TEST(advice[0].key == "{letters(RowKey,2)}-{PartitionKey}");
  BOOST_TEST(Holds(advice, ",400)}"));  // suffixes: twice the rate by the cloud's 2,000
}

BOOST_AUTO_TEST_CASE(SampledQueriesAreReported) {
  auto samples = Make(700, [](std::size_t i) {
    return Of(i % 7 == 0 ? AccessKind::kQuery : AccessKind::kInsert, "p", fmt::format("{:05}", i));
  });
  const auto advice = Advise(Hot("p", false), samples);
  BOOST_REQUIRE(!advice.empty());
  BOOST_TEST(advice[0].range_read.find("100 of 700 sampled operations are queries") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(MapsShowTheKeysInUseBesideThoseThatWereTried) {
  const Samples samples = Make(
      2400, [](std::size_t i) { return Of(AccessKind::kInsert, fmt::format("{:08}", i), "r"); });
  std::vector<Finding> findings = {kMonotonic};
  AddAdvice(findings, samples);
  const auto in_use = [](const KeyMap& map) {
    return std::ranges::count_if(map.counts, [](std::uint32_t count) { return count > 0; });
  };
  BOOST_TEST_REQUIRE(!findings[0].advice.empty());
  BOOST_TEST(in_use(findings[0].map) <= 2 * static_cast<std::ptrdiff_t>(KeyMap::kTimes));
  BOOST_TEST(in_use(findings[0].advice[0].map) > 15 * static_cast<std::ptrdiff_t>(KeyMap::kTimes));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
