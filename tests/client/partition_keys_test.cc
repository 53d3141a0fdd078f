#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <rowhouse/partition_keys.h>
#include <rowhouse/shard_map.h>
#include <set>
#include <stdexcept>

namespace rowhouse::tables {
namespace {

BOOST_AUTO_TEST_SUITE(PartitionKeysTest)

BOOST_AUTO_TEST_CASE(JoinedKeysOfDifferentPartsDiffer) {
  const JoinedKey key({"City", "Year", "RowKey"});
  Entity entity("", "r");
  entity["City"] = "New-York";
  entity["Year"] = 2026;
  BOOST_TEST(key.Of(entity) == "New%2DYork-2026-r");
  key.SetKey(entity);
  BOOST_TEST(entity.PartitionKey() == "New%2DYork-2026-r");
  const JoinedKey pair({"A", "B"}, '_');
  BOOST_TEST(pair.OfParts({"a/b#c?d\\e", "100%\n"}) == "a%2Fb%23c%3Fd%5Ce_100%25%0A");
  BOOST_TEST(pair.OfParts({"\xC2\x85-\xC2\xA0", "\x7F\xC2\x9F"}) == "%C2%85-\xC2\xA0_%7F%C2%9F");
  BOOST_TEST(pair.OfParts({"a_", "b"}) != pair.OfParts({"a", "_b"}));
  BOOST_TEST(pair.OfParts({"%5F", "b"}) != pair.OfParts({"_", "b"}));
  BOOST_CHECK_THROW(pair.OfParts({"a"}), std::invalid_argument);
  BOOST_CHECK_THROW(pair.Of(Entity("p", "r")), PropertyError);
  BOOST_CHECK_THROW(JoinedKey({}), std::invalid_argument);
  BOOST_CHECK_THROW(JoinedKey({"A"}, '/'), std::invalid_argument);
  BOOST_CHECK_THROW(JoinedKey({"A"}, '%'), std::invalid_argument);
  BOOST_CHECK_THROW(JoinedKey({"A"}, '\xC3'), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(SuffixesAreOrderedAndReadBack) {
  const SuffixSet set(400);
  BOOST_TEST(set.Key("2026-03-01", 7) == "2026-03-01.007");
  BOOST_TEST(set.Key("2026-03-01", 399) == "2026-03-01.399");
  BOOST_TEST((set.SuffixOf("2026-03-01", "2026-03-01.007") == 7U));
  for (const char* other : {"2026-03-01.400", "2026-03-01.07", "2026-03-01-007", "2026-03-02.007",
                            "2026-03-01.0x7", "2026-03-01", "2026-03-01.-07"}) {
    BOOST_TEST(!set.SuffixOf("2026-03-01", other).has_value(), other);
  }
  BOOST_TEST(SuffixSet(1).Key("a", 0) == "a.0");
  BOOST_TEST(SuffixSet(10).Key("a", 9) == "a.9");
  BOOST_TEST(SuffixSet(11, '_').Key("a", 9) == "a_09");
  BOOST_CHECK_THROW(SuffixSet(0), std::invalid_argument);
  BOOST_CHECK_THROW(SuffixSet(1'000'001), std::invalid_argument);
  BOOST_CHECK_THROW(SuffixSet(2, '#'), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(LotsAndHashesSpreadEvenly) {
  const RandomSuffix random_suffix(10);
  const HashSuffix hash("Id", 10);
  std::array<int, 10> at_random{};
  std::array<int, 10> by_hash{};
  for (int i = 0; i < 10'000; ++i) {
    ++at_random.at(*random_suffix.Suffixes().SuffixOf("d", random_suffix.Of("d")));
    ++by_hash.at(*hash.Suffixes().SuffixOf("d", hash.Of("d", i)));
  }
  for (const auto& counts : {at_random, by_hash}) {
    BOOST_TEST(*std::min_element(counts.begin(), counts.end()) > 800);
    BOOST_TEST(*std::max_element(counts.begin(), counts.end()) < 1200);
  }
}

BOOST_AUTO_TEST_CASE(AHashIsTheSameForEverAndEverywhere) {
  const HashSuffix hash("Id", 1000);
  BOOST_TEST(hash.Of("d", "order-1") == hash.Of("d", "order-1"));
  // FNV-1a of "a" is AF63DC4C8601EC8C, and fmix64 of that 82A2A958A9BECE5B.
  BOOST_TEST(hash.Of("d", "a") == "d." + std::to_string(0x82A2A958A9BECE5BULL % 1000));
  Entity entity("", "r");
  entity["Id"] = "a";
  hash.SetKey(entity, "d");
  BOOST_TEST(entity.PartitionKey() == hash.Of("d", "a"));
  BOOST_CHECK_THROW(hash.Of("d", Entity("p", "r")), PropertyError);
  BOOST_TEST(HashSuffix("RowKey", 10).Of("d", Entity("", "a")) == HashSuffix("X", 10).Of("d", "a"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ShardMapTest)

TableClient Shard(const char* account) {
  return {std::string("http://127.0.0.1:1/") + account, "People",
          SharedKeyCredential(account, "AAAA")};
}

BOOST_AUTO_TEST_CASE(AListKnowsItsKeys) {
  const ShardMap map =
      ShardMap::List({{"de", Shard("eu")}, {"fr", Shard("eu")}, {"us", Shard("us")}});
  BOOST_TEST(map.Shards().size() == 2U);
  BOOST_TEST(map.ShardOf("fr").Url() == Shard("eu").Url());
  BOOST_TEST(map.ShardOf("us").Url() == Shard("us").Url());
  BOOST_CHECK_THROW(map.ShardOf("xx"), std::out_of_range);
  BOOST_CHECK_THROW(map.ShardOf("fz"), std::out_of_range);
  const ShardMap open = ShardMap::List({{"de", Shard("eu")}}, Shard("us"));
  BOOST_TEST(open.ShardOf("xx").Url() == Shard("us").Url());
}

BOOST_AUTO_TEST_CASE(RangesBeginWithTheirKey) {
  const ShardMap map = ShardMap::Ranges({{"m", Shard("b")}, {"", Shard("a")}, {"t", Shard("a")}});
  BOOST_TEST(map.Shards().size() == 2U);
  BOOST_TEST(map.ShardOf("").Url() == Shard("a").Url());
  BOOST_TEST(map.ShardOf("lzz").Url() == Shard("a").Url());
  BOOST_TEST(map.ShardOf("m").Url() == Shard("b").Url());
  BOOST_TEST(map.ShardOf("szz").Url() == Shard("b").Url());
  BOOST_TEST(map.ShardOf("t").Url() == Shard("a").Url());
  BOOST_CHECK_THROW(ShardMap::Ranges({{"m", Shard("b")}}).ShardOf("a"), std::out_of_range);
  BOOST_CHECK_THROW(ShardMap::Ranges({}), std::invalid_argument);
  BOOST_CHECK_THROW(ShardMap::Ranges({{"m", Shard("a")}, {"m", Shard("b")}}),
                    std::invalid_argument);
  BOOST_CHECK_THROW(map.Query({.start = ContinuationToken("x", "y")}), std::invalid_argument);
  BOOST_CHECK_THROW(map.Query({.page_size = 0}), std::invalid_argument);
  BOOST_CHECK_THROW(map.Submit(Transaction()), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::tables
