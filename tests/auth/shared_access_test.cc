#include "table_service/auth/shared_access.h"

#include "signing/shared_access_token.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <map>

namespace rowhouse {
namespace {

constexpr std::string_view kAccount = "devstoreaccount1";
const AccountKeys kKeys{{"an older key", "the key"}};
const DateTime kNow = DateTime::Parse("2026-06-01T12:00:00Z").value();

// Signs the text at `index` of the query with `key`, and authenticates the query.
Result<AccessGrant> Try(const std::string& query, const RequestOrigin& origin,
                        const PolicyLookup& find_policy, std::string_view key, std::size_t index) {
  std::string text = "none";
  if (const auto token = ParseSharedAccessToken(query + "&sig=x")) {
    const auto texts = TextsToSign(*token, kAccount);
    text = texts.at(std::min(index, texts.size() - 1));
  }
  std::string signature;
  for (const char c : Sign(key, text)) signature += c == '+' ? "%2B" : std::string(1, c);
  return AuthenticateSharedAccess(query + "&sig=" + signature, kAccount, kKeys, origin,
                                  find_policy);
}

Result<std::optional<StoredPolicy>> FindPolicy(std::string_view table, std::string_view id) {
  static const std::map<std::string, StoredPolicy, std::less<>> policies = {
      {"whole", {.start = {}, .expiry = DateTime::Parse("2026-12-31"), .permissions = "da"}},
      {"letters", {.start = {}, .expiry = {}, .permissions = "r"}},
      {"later", {.start = DateTime::Parse("2026-07-01"), .expiry = {}, .permissions = {}}},
      {"empty", {}}};
  if (id == "broken") return tl::unexpected(Error::Internal("the disk"));
  const auto found = policies.find(id);
  if (table != "Orders" || found == policies.end()) return std::nullopt;
  return found->second;
}

std::string CodeOf(const Status& status) {
  if (status) return "ok";
  const WireError wire = ToWire(status.error().code);
  return fmt::format("{} {}", wire.status, wire.code);
}

std::string Outcome(const std::string& query, std::string_view address = "10.0.0.7",
                    bool tls = false, std::string_view key = "the key", std::size_t index = 0) {
  const auto grant =
      Try(query, {.now = kNow, .address = address, .tls = tls}, FindPolicy, key, index);
  return grant ? "ok" : CodeOf(tl::unexpected(grant.error()));
}

constexpr const char* kFailed = "403 AuthenticationFailed";
constexpr const char* kTooOld = "409 FeatureVersionMismatch";

struct Case {
  const char* name;
  std::string query;
  std::string outcome;
};

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name << ": " << c.query) { BOOST_TEST(Outcome(c.query) == c.outcome); }
  }
}

// A valid table SAS and a valid account SAS, with more or other fields.
std::string Table(const std::string& more) { return "tn=Orders&sv=2019-02-02&" + more; }
std::string Account(const std::string& more) { return "sv=2019-02-02&" + more; }

}  // namespace

BOOST_AUTO_TEST_SUITE(AuthenticateSharedAccessTest)

BOOST_AUTO_TEST_CASE(AcceptsBothKeysAndBothAccountForms) {
  const std::string query = Table("sp=r&se=2026-12-31");
  BOOST_TEST(Outcome(query, "", false, "an older key") == "ok");
  BOOST_TEST(Outcome(query, "", false, "another key") == kFailed);
  const std::string account = "sv=2020-12-06&ss=t&srt=o&sp=r&se=2026-12-31";
  BOOST_TEST(Outcome(account, "", false, "the key", 0) == "ok");
  BOOST_TEST(Outcome(account, "", false, "the key", 1) == "ok");
}

BOOST_AUTO_TEST_CASE(RefusesModifiedFields) {
  const std::string good =
      "sp=r&se=2026-12-31&sv=2019-02-02&tn=orders&sig=" +
      Sign("the key", "r\n\n2026-12-31\n/table/devstoreaccount1/orders\n\n\n\n2019-02-02\n\n\n\n");
  const auto outcome = [](std::string query) {
    for (std::size_t at; (at = query.find('+')) != std::string::npos;) query.replace(at, 1, "%2B");
    return AuthenticateSharedAccess(query, kAccount, kKeys, {.now = kNow}, FindPolicy).has_value();
  };
  BOOST_TEST(outcome(good));
  BOOST_TEST(!outcome("st=2020-01-01&" + good));
  BOOST_TEST(!outcome("spk=a&" + good));
  BOOST_TEST(!outcome(good + "x"));
  BOOST_TEST(!outcome("sp=rd" + good.substr(4)));
}

BOOST_AUTO_TEST_CASE(ChecksFieldsOfATable) {
  Check({
      {"good", Table("sp=raud&se=2026-12-31"), "ok"},
      {"some letters", Table("sp=ad&se=2026-12-31"), "ok"},
      {"letters out of order", Table("sp=ar&se=2026-12-31"), kFailed},
      {"letter twice", Table("sp=rr&se=2026-12-31"), kFailed},
      {"letter of another service", Table("sp=rw&se=2026-12-31"), kFailed},
      {"no sp", Table("se=2026-12-31"), kFailed},
      {"empty sp", Table("sp=&se=2026-12-31"), kFailed},
      {"no se", Table("sp=r"), kFailed},
      {"no tn", "sv=2019-02-02&sp=r&se=2026-12-31", kFailed},
      {"no sv", "tn=Orders&sp=r&se=2026-12-31", kFailed},
      {"sv is not a date", "tn=Orders&sv=2019&sp=r&se=2026-12-31", kFailed},
      {"sv before tables had it", "tn=Orders&sv=2011-08-18&sp=r&se=2026-12-31", kTooOld},
      {"first sv", "tn=Orders&sv=2012-02-12&sp=r&se=2026-12-31", "ok"},
      {"sip before its version", "tn=Orders&sv=2015-02-21&sp=r&se=2026-12-31&sip=1.2.3.4", kTooOld},
      {"spr before its version", "tn=Orders&sv=2014-02-14&sp=r&se=2026-12-31&spr=https", kTooOld},
      {"field twice", Table("sp=r&se=2026-12-31&sp=r"), kFailed},
      {"field twice in another case", Table("sp=r&se=2026-12-31&TN=Orders"), kFailed},
      {"not percent-encoded", Table("sp=r&se=2026-12-31&spk=%zz"), kFailed},
      {"not UTF-8", Table("sp=r&se=2026-12-31&spk=%ff"), kFailed},
      {"other parameters", Table("sp=r&se=2026-12-31&api-version=x&api-version=%zz"), "ok"},
      {"srk without spk", Table("sp=r&se=2026-12-31&srk=a"), kFailed},
      {"erk without epk", Table("sp=r&se=2026-12-31&spk=a&erk=a"), kFailed},
      {"srk with an empty spk", Table("sp=r&se=2026-12-31&spk=&srk=a"), "ok"},
      {"long si", Table("se=2026-12-31&sp=r&si=" + std::string(65, 'a')), kFailed},
  });
}

BOOST_AUTO_TEST_CASE(ChecksFieldsOfAnAccount) {
  Check({
      {"good", Account("ss=t&srt=sco&sp=rwdlacu&se=2026-12-31"), "ok"},
      {"letters in any order", Account("ss=tbfq&srt=os&sp=lr&se=2026-12-31"), "ok"},
      {"letters of other services", Account("ss=bt&srt=o&sp=rxytfi&se=2026-12-31"), "ok"},
      {"letter twice", Account("ss=t&srt=o&sp=rlr&se=2026-12-31"), kFailed},
      {"no letter", Account("ss=t&srt=o&sp=R&se=2026-12-31"), kFailed},
      {"no ss", Account("srt=o&sp=r&se=2026-12-31"), kFailed},
      {"no srt", Account("ss=t&sp=r&se=2026-12-31"), kFailed},
      {"unknown service", Account("ss=tz&srt=o&sp=r&se=2026-12-31"), kFailed},
      {"unknown resource type", Account("ss=t&srt=x&sp=r&se=2026-12-31"), kFailed},
      {"no sp", Account("ss=t&srt=o&se=2026-12-31"), kFailed},
      {"no se", Account("ss=t&srt=o&sp=r"), kFailed},
      {"without tables", Account("ss=bqf&srt=o&sp=r&se=2026-12-31"),
       "403 AuthorizationServiceMismatch"},
      {"before account signatures", "sv=2015-02-21&ss=t&srt=o&sp=r&se=2026-12-31", kTooOld},
      {"first version", "sv=2015-04-05&ss=t&srt=o&sp=r&se=2026-12-31", "ok"},
  });
}

BOOST_AUTO_TEST_CASE(ChecksStartAndExpiryExactly) {
  const auto times = [](const std::string& more) { return Table("sp=r&" + more); };
  Check({
      {"day", times("st=2026-06-01&se=2026-06-02"), "ok"},
      {"minutes", times("se=2026-06-01T12:01Z"), "ok"},
      {"seconds", times("se=2026-06-01T12:00:01Z"), "ok"},
      {"fraction", times("se=2026-06-01T12:00:00.0000001Z"), "ok"},
      {"starts now", times("st=2026-06-01T12:00:00Z&se=2026-12-31"), "ok"},
      {"starts in a second", times("st=2026-06-01T12:00:01Z&se=2026-12-31"), kFailed},
      {"expires now", times("se=2026-06-01T12:00:00Z"), kFailed},
      {"expired today", times("se=2026-06-01"), kFailed},
      {"no zone", times("se=2026-12-31T00:00:00"), kFailed},
      {"offset", times("se=2026-12-31T00:00:00%2B01:00"), kFailed},
      {"not in the calendar", times("se=2026-02-30"), kFailed},
      {"start is not a date", times("st=now&se=2026-12-31"), kFailed},
      {"too many digits", times("se=2026-12-31T00:00:00.12345678Z"), kFailed},
  });
}

BOOST_AUTO_TEST_CASE(ChecksAddressAndProtocol) {
  struct OriginCase {
    const char* limit;
    const char* address;
    bool tls;
    const char* outcome;
  };
  constexpr const char* kSource = "403 AuthorizationSourceIPMismatch";
  constexpr const char* kProtocol = "403 AuthorizationProtocolMismatch";
  const OriginCase cases[] = {
      {"sip=10.0.0.7", "10.0.0.7", false, "ok"},
      {"sip=10.0.0.7", "::ffff:10.0.0.7", false, "ok"},
      {"sip=10.0.0.7", "10.0.0.8", false, kSource},
      {"sip=10.0.0.7", "::1", false, kSource},
      {"sip=10.0.0.7-10.0.1.0", "10.0.0.255", false, "ok"},
      {"sip=10.0.0.7-10.0.1.0", "10.0.1.0", false, "ok"},
      {"sip=10.0.0.7-10.0.1.0", "10.0.0.6", false, kSource},
      {"sip=10.0.0.7-10.0.1.0", "10.0.1.1", false, kSource},
      {"sip=10.0.0", "10.0.0.7", false, kFailed},
      {"sip=10.0.0.256", "10.0.0.7", false, kFailed},
      {"sip=10.0.0.7.8", "10.0.0.7", false, kFailed},
      {"sip=10.0.0.7-", "10.0.0.7", false, kFailed},
      {"sip=10.0.0.-7", "10.0.0.7", false, kFailed},
      {"spr=https", "10.0.0.7", true, "ok"},
      {"spr=https", "10.0.0.7", false, kProtocol},
      {"spr=https,http", "10.0.0.7", false, "ok"},
      {"spr=http", "10.0.0.7", false, kFailed},
      {"spr=https&sip=1.1.1.1", "10.0.0.7", false, kSource},
  };
  for (const OriginCase& c : cases) {
    BOOST_TEST_CONTEXT(c.limit << " from " << c.address) {
      const std::string query = Table(std::string("sp=r&se=2026-12-31&") + c.limit);
      BOOST_TEST(Outcome(query, c.address, c.tls) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(TakesTermsFromThePolicyOrTheSignature) {
  Check({
      {"policy only", Table("si=whole"), "ok"},
      {"rest from the signature", Table("si=letters&se=2026-12-31"), "ok"},
      {"all from the signature", Table("si=empty&sp=r&se=2026-12-31"), "ok"},
      {"expiry nowhere", Table("si=letters"), kFailed},
      {"permissions nowhere", Table("si=empty&se=2026-12-31"), kFailed},
      {"policy starts later", Table("si=later&sp=r&se=2026-12-31"), kFailed},
      {"no such policy", Table("si=other&sp=r&se=2026-12-31"), kFailed},
      {"policy of another table", "tn=t&sv=2019-02-02&si=whole", kFailed},
      {"permissions twice", Table("si=whole&sp=r"), "400 InvalidQueryParameterValue"},
      {"expiry twice", Table("si=whole&se=2026-12-31"), "400 InvalidQueryParameterValue"},
      {"start twice", Table("si=later&sp=r&st=2020-01-01&se=2026-12-31"),
       "400 InvalidQueryParameterValue"},
      {"policies cannot be read", Table("si=broken"), "500 InternalError"},
  });
}

BOOST_AUTO_TEST_CASE(TheEarlierCheckWins) {
  const std::string expired = "sp=r&se=2020-01-01&sip=1.1.1.1&spr=https";
  BOOST_TEST(Outcome(Table(expired)) == kFailed);
  BOOST_TEST(Outcome("sv=2019-02-02&ss=b&srt=o&sp=r&se=2026-12-31&spr=https") ==
             "403 AuthorizationProtocolMismatch");
}

BOOST_AUTO_TEST_CASE(GrantsTheSignedRights) {
  const RequestOrigin origin{.now = kNow};
  const auto table = Try(Table("si=whole&spk=a&srk=1&epk=b"), origin, FindPolicy, "the key", 0);
  BOOST_REQUIRE(table.has_value());
  BOOST_TEST((table->kind == AccessGrant::Kind::kTableSas));
  BOOST_TEST(table->table == "orders");
  BOOST_TEST(table->permissions == "da");
  BOOST_TEST(!table->refuses_with_not_found);
  BOOST_TEST(table->keys.Contains({"a", "1"}));
  BOOST_TEST(!table->keys.Contains({"a", "0"}));
  BOOST_TEST(table->keys.Contains({"b", "zzz"}));
  BOOST_TEST(!table->keys.Contains({"b0", ""}));
  const auto old = Try("tn=t&sv=2014-02-14&sp=r&se=2026-12-31", origin, FindPolicy, "the key", 0);
  BOOST_REQUIRE(old.has_value());
  BOOST_TEST(old->refuses_with_not_found);
  const auto account =
      Try(Account("ss=t&srt=co&sp=lr&se=2026-12-31"), origin, FindPolicy, "the key", 0);
  BOOST_REQUIRE(account.has_value());
  BOOST_TEST((account->kind == AccessGrant::Kind::kAccountSas));
  BOOST_TEST(account->resource_types == "co");
}

BOOST_AUTO_TEST_CASE(NeverShowsASignature) {
  const auto grant = AuthenticateSharedAccess(Table("sp=r&se=2026-12-31&sig=c2VjcmV0"), kAccount,
                                              kKeys, {.now = kNow}, FindPolicy);
  BOOST_REQUIRE(!grant.has_value());
  BOOST_TEST(grant.error().detail.find("c2VjcmV0") == std::string::npos);
  BOOST_TEST(grant.error().message.find("c2VjcmV0") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
