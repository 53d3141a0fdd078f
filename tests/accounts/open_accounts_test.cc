#include "table_service/accounts/open_accounts.h"

#include "table_service/store/sqlite/table_store.h"

#include <boost/test/unit_test.hpp>
#include <set>

namespace rowhouse {
namespace {

const AccountKeys kKeys{{"key"}};

// Opens stores in memory, except those that it is set to refuse, and counts them.
struct Fixture {
  int opened = 0;
  std::set<std::string> refused;
  OpenAccounts accounts{[this](const std::string& name)
                            -> tl::expected<std::unique_ptr<store::AccountStore>, std::string> {
    if (refused.contains(name)) return tl::unexpected("cannot open " + name);
    ++opened;
    sqlite::StoreOptions options;
    options.in_memory = true;
    return sqlite::TableStore::Open(options);
  }};

  std::string Use(const Accounts& wanted) {
    const auto change = accounts.Use(wanted);
    if (!change) return change.error();
    std::string text;
    for (const auto& name : change->added) text += "+" + name;
    for (const auto& name : change->removed) text += "-" + name;
    return text;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(OpenAccountsTest, Fixture)

BOOST_AUTO_TEST_CASE(OpensNewAccountsAndKeepsOthers) {
  BOOST_TEST(Use({{"shop", kKeys}}) == "+shop");
  const store::AccountStore* const shop = accounts.Directory().Find("shop")->store;
  BOOST_TEST(Use({{"shop", {{"new"}}}, {"stock", kKeys}}) == "+stock");
  BOOST_TEST(accounts.Directory().Find("shop")->store == shop);
  BOOST_TEST(accounts.Directory().Find("shop")->keys.keys.at(0) == "new");
  BOOST_TEST(opened == 2);
}

BOOST_AUTO_TEST_CASE(AKeyThatIsKeptKeepsItsAge) {
  Use({{"shop", {{"old"}, {{.source = "file"}}}}});
  const auto before = accounts.Directory().Find("shop")->keys.origins;
  BOOST_TEST_REQUIRE(before.size() == 1U);
  BOOST_TEST(before[0].source == "file");
  Use({{"shop", {{"new", "old"}}}});
  const auto after = accounts.Directory().Find("shop")->keys.origins;
  BOOST_TEST_REQUIRE(after.size() == 2U);
  BOOST_TEST((after[0].since > before[0].since));
  BOOST_TEST((after[1].since == before[0].since));
}

BOOST_AUTO_TEST_CASE(ARemovedAccountStaysOpenForRequestsInProgress) {
  Use({{"shop", kKeys}, {"stock", kKeys}});
  auto request = accounts.Directory().Find("stock");
  Use({{"shop", {{"rotated"}}}, {"stock", {{"rotated"}}}});
  auto later = accounts.Directory().Find("stock");
  BOOST_TEST(Use({{"shop", kKeys}}) == "-stock");
  BOOST_TEST(accounts.Directory().Find("stock") == nullptr);
  accounts.CloseUnused();
  BOOST_TEST(accounts.HasUnused());
  BOOST_TEST(request->store->CreateTable("late").has_value());
  request = nullptr;
  accounts.CloseUnused();
  BOOST_TEST(accounts.HasUnused());
  later = nullptr;
  accounts.CloseUnused();
  BOOST_TEST(!accounts.HasUnused());
}

BOOST_AUTO_TEST_CASE(AnAccountThatIsAddedAgainReusesItsOpenStore) {
  Use({{"shop", kKeys}});
  const auto request = accounts.Directory().Find("shop");
  Use({{"stock", kKeys}});
  BOOST_TEST(Use({{"shop", kKeys}}) == "+shop-stock");
  BOOST_TEST(accounts.Directory().Find("shop")->store == request->store);
  BOOST_TEST(opened == 2);
}

BOOST_AUTO_TEST_CASE(AStoreThatCannotBeOpenedChangesNothing) {
  Use({{"shop", kKeys}});
  refused = {"stock"};
  BOOST_TEST(Use({{"box", kKeys}, {"stock", kKeys}}) == "cannot open stock");
  BOOST_TEST(accounts.Directory().Find("shop") != nullptr);
  BOOST_TEST(accounts.Directory().Find("box") == nullptr);
  BOOST_TEST(!accounts.HasUnused());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
