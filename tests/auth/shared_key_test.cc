#include "table_service/auth/shared_key.h"

#include <boost/test/unit_test.hpp>
#include <sstream>

namespace rowhouse {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kDate = "Thu, 01 Jan 2026 00:00:00 GMT";
const std::chrono::system_clock::time_point kNow =
    std::chrono::sys_days{std::chrono::year{2026} / 1 / 1};

// The development key, decoded here so that the tests do not depend on the code under test.
std::string DevelopmentKey() {
  const auto digit = [](char c) -> unsigned {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return static_cast<unsigned>(kDigits.find(c));
  };
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : kDevelopmentKeyBase64) {
    if (c == '=') break;
    bits = (bits << 6U) | digit(c);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> static_cast<unsigned>(count)) & 0xffU);
    }
  }
  return bytes;
}

const AccountKeys& TestKeys() {
  static const AccountKeys keys = {{"an older key", DevelopmentKey()}};
  return keys;
}

SignedRequest RequestOf(std::string_view method, std::string_view path,
                        std::string_view query = "") {
  SignedRequest request;
  request.method = method;
  request.raw_path = path;
  request.raw_query = query;
  request.x_ms_date = kDate;
  request.x_ms_version = "2019-02-02";
  return request;
}

// Returns "ok", or the status and the name of the error code.
std::string Outcome(const SignedRequest& request, std::chrono::system_clock::time_point now = kNow,
                    const AuthPolicy& policy = {}, std::string_view account = kDevelopmentAccount) {
  const Status status = Authenticate(request, account, TestKeys(), now, policy);
  if (status) return "ok";
  std::ostringstream text;
  text << ToWire(status.error().code).status << " " << ToWire(status.error().code).code;
  return text.str();
}

// Signs `request` with `path` instead of its own path.
std::string SignatureOver(SignedRequest request, std::string_view scheme, std::string_view path) {
  request.raw_path = path;
  return std::string(scheme) + " devstoreaccount1:" +
         Sign(DevelopmentKey(), StringToSign(scheme, kDevelopmentAccount, request));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(StringToSignTest)

// The six test vectors of spec 2.2, checked end to end.
BOOST_AUTO_TEST_CASE(AgreesWithTheVectorsOfTheSpecification) {
  struct Case {
    std::string name, scheme, method, path, query, content_type, text, signature;
  };
  const std::string date(kDate);
  const std::vector<Case> cases = {
      {"tables", "SharedKeyLite", "GET", "/devstoreaccount1/Tables", "", "",
       date + "\n/devstoreaccount1/devstoreaccount1/Tables",
       "WRN6nOrne13nPse4EBO5ULIQ1KAssaa6ujBtCrgHTls="},
      {"batch", "SharedKeyLite", "POST", "/devstoreaccount1/$batch", "", "multipart/mixed",
       date + "\n/devstoreaccount1/devstoreaccount1/$batch",
       "hghtMX8PGsg78/bf3nxxeWTeZvtiyid3/dYLMihtO8s="},
      {"service properties", "SharedKeyLite", "GET", "/devstoreaccount1/",
       "restype=service&comp=properties", "",
       date + "\n/devstoreaccount1/devstoreaccount1/?comp=properties",
       "CM3/oZuJ0XkuDmsE1mIqaM1h+DK5Ch/RYxddiw9BFGw="},
      {"access policies, host style", "SharedKeyLite", "GET", "/orders", "comp=acl", "",
       date + "\n/devstoreaccount1/orders?comp=acl",
       "oMBvUmZkv4zdBQn9lX0uad3LreWxb0CRcQlPjoMGpN0="},
      {"new table", "SharedKey", "POST", "/devstoreaccount1/Tables", "", "application/json",
       "POST\n\napplication/json\n" + date + "\n/devstoreaccount1/devstoreaccount1/Tables",
       "tGh19lYdEivMf2DOyUXB1wqFW10zPeIdtA7QlLcL/0Q="},
      {"entity, host style", "SharedKey", "GET", "/orders(PartitionKey='a%20b',RowKey='o''brien')",
       "", "",
       "GET\n\n\n" + date + "\n/devstoreaccount1/orders(PartitionKey='a%20b',RowKey='o''brien')",
       "YfpmN5bNoTsmRxVfrfkCVq3MprR673+OMOVJXj9SRuo="},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      SignedRequest request = RequestOf(c.method, c.path, c.query);
      if (!c.content_type.empty()) request.content_type = c.content_type;
      BOOST_TEST(StringToSign(c.scheme, kDevelopmentAccount, request) == c.text);
      BOOST_TEST(Sign(DevelopmentKey(), c.text) == c.signature);
      const std::string header = c.scheme + " devstoreaccount1:" + c.signature;
      request.authorization = header;
      BOOST_TEST(Outcome(request) == "ok");
    }
  }
}

BOOST_AUTO_TEST_CASE(SignsOnlyCompOfTheQuery) {
  struct Case {
    std::string name, query, suffix;
  };
  const std::vector<Case> cases = {
      {"no query", "", ""},
      {"others are ignored", "restype=service&timeout=30&$filter=a%20eq%201", ""},
      {"in the middle", "a=1&comp=acl&b=2", "?comp=acl"},
      {"decoded", "comp=%61cl", "?comp=acl"},
      {"an encoded name is the same parameter", "%63omp=acl", "?comp=acl"},
      {"without a value", "comp", "?comp="},
      {"with an empty value", "comp=&x", "?comp="},
      {"not a part of another name", "xcomp=acl&compx=acl", ""},
      {"a name in upper case is the same parameter", "Comp=acl", "?comp=acl"},
      {"the first of two", "comp=acl&comp=stats", "?comp=acl"},
      {"broken escape as sent", "comp=%zz", "?comp=%zz"},
      {"empty pairs", "&&comp=acl&", "?comp=acl"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      BOOST_TEST(StringToSign("SharedKeyLite", "a", RequestOf("GET", "/t", c.query)) ==
                 std::string(kDate) + "\n/a/t" + c.suffix);
    }
  }
}

BOOST_AUTO_TEST_CASE(XMsDateWinsOverDate) {
  SignedRequest request = RequestOf("GET", "/t");
  request.date = "Fri, 02 Jan 2026 00:00:00 GMT";
  BOOST_TEST(StringToSign("SharedKeyLite", "a", request) == std::string(kDate) + "\n/a/t");
  request.x_ms_date.reset();
  BOOST_TEST(StringToSign("SharedKey", "a", request) ==
             "GET\n\n\nFri, 02 Jan 2026 00:00:00 GMT\n/a/t");
}

BOOST_AUTO_TEST_CASE(SignsContentMd5AndContentTypeAsSent) {
  SignedRequest request = RequestOf("MERGE", "/t");
  request.content_md5 = "1B2M2Y8AsgTpgAmY7PhCfg==";
  request.content_type = "application/json; odata=nometadata";
  BOOST_TEST(StringToSign("SharedKey", "a", request) ==
             "MERGE\n1B2M2Y8AsgTpgAmY7PhCfg==\napplication/json; odata=nometadata\n" +
                 std::string(kDate) + "\n/a/t");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(AuthenticateTest)

BOOST_AUTO_TEST_CASE(AcceptsTheSpellingsOfAPathThatClientsSign) {
  struct Case {
    std::string name, sent, is_signed, outcome;
  };
  const std::string entity = "/devstoreaccount1/t(PartitionKey='a%20b',RowKey='%C3%BC')";
  const std::vector<Case> cases = {
      {"as sent", entity, entity, "ok"},
      {"quotes signed encoded", entity,
       "/devstoreaccount1/t(PartitionKey=%27a%20b%27,RowKey=%27%C3%BC%27)", "ok"},
      {"delimiters sent encoded, signed raw",
       "/devstoreaccount1/t%28PartitionKey%3D%27a%20b%27%2CRowKey%3D%27%C3%BC%27%29", entity, "ok"},
      {"delimiters sent encoded, only quotes signed so",
       "/devstoreaccount1/t%28PartitionKey=%27a%20b%27,RowKey=%27%C3%BC%27%29",
       "/devstoreaccount1/t(PartitionKey=%27a%20b%27,RowKey=%27%C3%BC%27)", "ok"},
      {"batch sent encoded", "/devstoreaccount1/%24batch", "/devstoreaccount1/$batch", "ok"},
      {"secondary as sent", "/devstoreaccount1-secondary/t", "/devstoreaccount1-secondary/t", "ok"},
      {"secondary signed as primary", "/devstoreaccount1-secondary/t", "/devstoreaccount1/t", "ok"},
      {"the root of the secondary", "/devstoreaccount1-secondary", "/devstoreaccount1", "ok"},
      {"another name after the dash", "/devstoreaccount1-secondaryx/t", "/devstoreaccount1x/t",
       "403 AuthenticationFailed"},
      {"primary signed as secondary", "/devstoreaccount1/t", "/devstoreaccount1-secondary/t",
       "403 AuthenticationFailed"},
      {"another table", "/devstoreaccount1/t", "/devstoreaccount1/u", "403 AuthenticationFailed"},
      {"an escaped slash is not a slash", "/devstoreaccount1/a%2Fb", "/devstoreaccount1/a/b",
       "403 AuthenticationFailed"},
      {"a broken escape", "/devstoreaccount1/a%2", "/devstoreaccount1/a%2", "ok"},
  };
  for (const Case& c : cases) {
    for (const std::string scheme : {"SharedKey", "SharedKeyLite"}) {
      BOOST_TEST_CONTEXT(c.name << ", " << scheme) {
        SignedRequest request = RequestOf("GET", c.sent);
        const std::string header = SignatureOver(request, scheme, c.is_signed);
        request.authorization = header;
        BOOST_TEST(Outcome(request) == c.outcome);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesModifiedRequests) {
  const SignedRequest good = RequestOf("PUT", "/devstoreaccount1/t", "comp=acl");
  const std::string header = SignatureOver(good, "SharedKey", good.raw_path);
  const auto outcome = [&header](SignedRequest request) {
    request.authorization = header;
    return Outcome(request);
  };
  BOOST_TEST(outcome(good) == "ok");
  SignedRequest other = good;
  other.method = "GET";
  BOOST_TEST(outcome(other) == "403 AuthenticationFailed");
  other = good;
  other.raw_query = "comp=stats";
  BOOST_TEST(outcome(other) == "403 AuthenticationFailed");
  other = good;
  other.content_type = "text/plain";
  BOOST_TEST(outcome(other) == "403 AuthenticationFailed");
  other = good;
  other.content_md5 = "x";
  BOOST_TEST(outcome(other) == "403 AuthenticationFailed");
  other = good;
  other.x_ms_date = "Thu, 01 Jan 2026 00:00:01 GMT";
  BOOST_TEST(outcome(other) == "403 AuthenticationFailed");
}

BOOST_AUTO_TEST_CASE(ChecksTheFormOfTheHeader) {
  const SignedRequest unsigned_request = RequestOf("GET", "/devstoreaccount1/t");
  const std::string signature =
      SignatureOver(unsigned_request, "SharedKey", "/devstoreaccount1/t").substr(27);
  struct Case {
    std::string name, header, outcome;
  };
  const std::string malformed = "400 InvalidAuthenticationInfo";
  const std::string failed = "403 AuthenticationFailed";
  const std::vector<Case> cases = {
      {"good", "SharedKey devstoreaccount1:" + signature, "ok"},
      {"another case, more space", " sharedkey   devstoreaccount1:" + signature + " ", "ok"},
      {"empty", "", malformed},
      {"scheme only", "SharedKey", malformed},
      {"scheme and space", "SharedKey ", malformed},
      {"no colon", "SharedKey devstoreaccount1", malformed},
      {"no account", "SharedKey :" + signature, malformed},
      {"no signature", "SharedKey devstoreaccount1:", malformed},
      {"another scheme", "Basic devstoreaccount1:" + signature, malformed},
      {"no space", "SharedKeydevstoreaccount1:" + signature, malformed},
      {"unknown account", "SharedKey nobody:" + signature, failed},
      {"known, not that of the address", "SharedKey other:" + signature, failed},
      {"account in another case", "SharedKey DevStoreAccount1:" + signature, failed},
      {"not base64", "SharedKey devstoreaccount1:*" + signature.substr(1), failed},
      {"truncated signature", "SharedKey devstoreaccount1:" + signature.substr(0, 20), failed},
      {"longer signature", "SharedKey devstoreaccount1:" + signature + "A", failed},
      {"signature of the other scheme", "SharedKeyLite devstoreaccount1:" + signature, failed},
      {"very long", "SharedKey devstoreaccount1:" + std::string(60000, 'A'), failed},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      SignedRequest request = unsigned_request;
      request.authorization = c.header;
      BOOST_TEST(Outcome(request) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(FindsTheAccountThatAHeaderClaims) {
  struct Case {
    std::string_view header, account;
  };
  const std::vector<Case> cases = {
      {"SharedKey shop:c2ln", "shop"},
      {" sharedkeylite  shop:c2ln ", "shop"},
      {"SharedKey shop", ""},
      {"SharedKey :c2ln", ""},
      {"SharedKey shop:", ""},
      {"Bearer shop:c2ln", ""},
      {"SharedKey", ""},
      {"", ""},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.header) { BOOST_TEST(ClaimedAccount(c.header) == c.account); }
  }
}

BOOST_AUTO_TEST_CASE(AnswersMissingCredentialsByVersion) {
  struct Case {
    std::string name;
    std::optional<std::string> header;
    std::string query;
    std::optional<std::string> version;
    std::string outcome;
  };
  const std::vector<Case> cases = {
      {"old", {}, "", "2019-02-02", "403 AuthenticationFailed"},
      {"no version", {}, "", {}, "403 AuthenticationFailed"},
      {"first with a challenge", {}, "", "2020-12-06", "401 NoAuthenticationInformation"},
      {"later", {}, "", "2024-05-04", "401 NoAuthenticationInformation"},
      {"access signature", {}, "tn=t&sig=abc", "2019-02-02", "403 AuthenticationFailed"},
      {"parameter with sig in its name", {}, "xsig=1", "2019-02-02", "403 AuthenticationFailed"},
      {"token, old", "Bearer abc", "", "2019-07-07", "403 AuthenticationFailed"},
      {"token, new", "Bearer abc", "", "2020-12-06", "401 InvalidAuthenticationInfo"},
      {"token without text", "Bearer", "", "2020-12-06", "401 InvalidAuthenticationInfo"},
      {"header wins over an access signature", "Bearer abc", "sig=x", "2020-12-06",
       "401 InvalidAuthenticationInfo"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      SignedRequest request = RequestOf("GET", "/devstoreaccount1/t", c.query);
      if (c.header) request.authorization = *c.header;
      request.x_ms_version.reset();
      if (c.version) request.x_ms_version = *c.version;
      BOOST_TEST(Outcome(request) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(LimitsTheClockSkewInBothDirections) {
  SignedRequest request = RequestOf("GET", "/devstoreaccount1/t");
  const std::string header = SignatureOver(request, "SharedKey", request.raw_path);
  request.authorization = header;
  const std::string failed = "403 AuthenticationFailed";
  BOOST_TEST(Outcome(request, kNow + 15min) == "ok");
  BOOST_TEST(Outcome(request, kNow - 15min) == "ok");
  BOOST_TEST(Outcome(request, kNow + 15min + 1s) == failed);
  BOOST_TEST(Outcome(request, kNow - 15min - 1s) == failed);
  BOOST_TEST(Outcome(request, kNow + 5min, {.clock_skew_max = 4min}) == failed);
  BOOST_TEST(Outcome(request, kNow + 24h * 3650, {.clock_skew_max = 0min}) == "ok");
}

BOOST_AUTO_TEST_CASE(NeedsADate) {
  SignedRequest request = RequestOf("GET", "/devstoreaccount1/t");
  const auto outcome = [&request](const AuthPolicy& policy) {
    const std::string header = SignatureOver(request, "SharedKey", request.raw_path);
    request.authorization = header;
    return Outcome(request, kNow, policy);
  };
  const std::string failed = "403 AuthenticationFailed";
  request.x_ms_date = "yesterday";
  BOOST_TEST(outcome({}) == failed);
  BOOST_TEST(outcome({.clock_skew_max = 0min}) == "ok");
  request.x_ms_date = "";
  BOOST_TEST(outcome({.clock_skew_max = 0min}) == failed);
  request.x_ms_date.reset();
  BOOST_TEST(outcome({.clock_skew_max = 0min}) == failed);
  request.date = kDate;
  BOOST_TEST(outcome({}) == "ok");
}

BOOST_AUTO_TEST_CASE(AcceptsOnlyTheKeysOfTheAccount) {
  SignedRequest request = RequestOf("GET", "/devstoreaccount1/t");
  const std::string text = StringToSign("SharedKey", kDevelopmentAccount, request);
  const auto outcome = [&request, &text](std::string_view key) {
    const std::string header = "SharedKey devstoreaccount1:" + Sign(key, text);
    request.authorization = header;
    return Outcome(request);
  };
  BOOST_TEST(outcome("an older key") == "ok");
  BOOST_TEST(outcome(DevelopmentKey()) == "ok");
  BOOST_TEST(outcome("key of other") == "403 AuthenticationFailed");
  BOOST_TEST(outcome("") == "403 AuthenticationFailed");
}

BOOST_AUTO_TEST_CASE(AnUnknownAccountInTheAddressIsRefused) {
  SignedRequest request = RequestOf("GET", "/nobody/t");
  request.authorization = "SharedKey nobody:AAAA";
  BOOST_TEST(Outcome(request, kNow, {}, "nobody") == "403 AuthenticationFailed");
}

BOOST_AUTO_TEST_CASE(TheDetailQuotesNoLongDate) {
  SignedRequest request = RequestOf("GET", "/devstoreaccount1/t");
  request.authorization = "SharedKey devstoreaccount1:c2VjcmV0IHNpZ25hdHVyZQ==";
  const auto detail = [&request](std::string date) {
    request.x_ms_date = std::move(date);
    const Status status =
        Authenticate(request, kDevelopmentAccount, TestKeys(), kNow, AuthPolicy());
    return status ? "" : status.error().detail;
  };
  BOOST_TEST(detail("yesterday") == "the date is not in RFC 1123 form: yesterday");
  BOOST_TEST(detail("2026-01-01T00:00:00Z") ==
             "the date is not in RFC 1123 form: 2026-01-01T00:00:00Z");
  BOOST_TEST(detail(std::string(kDevelopmentKeyBase64)) ==
             "the date is not in RFC 1123 form: (88 bytes, not shown)");
}

BOOST_AUTO_TEST_CASE(TheDetailNamesTheStringToSignAndNoSecret) {
  SignedRequest request = RequestOf("GET", "/devstoreaccount1/t");
  request.authorization = "SharedKey devstoreaccount1:c2VjcmV0IHNpZ25hdHVyZQ==";
  const Status status = Authenticate(request, kDevelopmentAccount, TestKeys(), kNow, AuthPolicy());
  BOOST_REQUIRE(!status);
  const std::string& detail = status.error().detail;
  BOOST_TEST(detail.find("/devstoreaccount1/devstoreaccount1/t") != std::string::npos);
  BOOST_TEST(detail.find("c2VjcmV0") == std::string::npos);
  BOOST_TEST(detail.find(kDevelopmentKeyBase64) == std::string::npos);
  BOOST_TEST(status.error().message.find("devstoreaccount1") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
