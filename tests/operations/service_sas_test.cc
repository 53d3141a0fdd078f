// Shared access signatures over the wire: permissions by operation, key ranges, batches, and the
// form of refusals (spec 2.5-2.10).

#include "base/percent.h"
#include "signing/shared_access_token.h"
#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

// Returns `fields` with their signature by the fixture's key.
std::string Signed(const std::string& fields) {
  const auto token = ParseSharedAccessToken(fields + "&sig=x");
  BOOST_REQUIRE_MESSAGE(token.has_value(), fields);
  const std::string text = TextsToSign(*token, "devstoreaccount1").front();
  return fields + "&sig=" + PercentEncode(Sign("a key for tests", text));
}

std::string TableSas(const std::string& permissions, const std::string& more = "") {
  return Signed("tn=Orders&sv=2019-02-02&se=2099-01-01&sp=" + permissions + more);
}

std::string AccountSas(const std::string& types, const std::string& permissions) {
  return Signed("ss=t&sv=2019-02-02&se=2099-01-01&srt=" + types + "&sp=" + permissions);
}

constexpr const char* kEntity = "/orders(PartitionKey='b',RowKey='1')";
constexpr const char* kAny = "If-Match: *";
constexpr const char* kJson = "Accept: application/json";

TestCall CallWith(const std::string& sas, const std::string& method, const std::string& path,
                  const std::string& body = "", std::vector<std::string> headers = {}) {
  headers.emplace_back(kJson);
  const char* const separator = path.find('?') == std::string::npos ? "?" : "&";
  return {method, path + separator + sas, body, std::move(headers), false};
}

std::string Body(const std::string& partition, const std::string& row) {
  return R"({"PartitionKey":")" + partition + R"(","RowKey":")" + row + R"("})";
}

std::string Part(const std::string& request_line, const std::string& body,
                 const std::string& headers = "") {
  return "--changes\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: "
         "binary\r\n\r\n" +
         request_line + " HTTP/1.1\r\n" + headers + "\r\n" + body + "\r\n";
}

struct OrdersFixture : ServiceFixture {
  OrdersFixture() {
    CreateTable("Orders");
    CreateTable("other");
    for (const char* partition : {"a", "b", "c"}) {
      for (const char* row : {"1", "2"}) Insert("orders", partition, row);
    }
  }

  // Returns "STATUS" or "STATUS CODE".
  std::string Outcome(const TestCall& call) {
    const std::string shown = Show(call);
    const std::size_t code = shown.find(R"("code":")");
    if (code == std::string::npos) return shown.substr(0, 3);
    const std::size_t begin = code + 8;
    return shown.substr(0, 3) + " " + shown.substr(begin, shown.find('"', begin) - begin);
  }

  TestCall Batch(const std::string& sas, const std::string& parts) {
    return CallWith(sas, "POST", "/$batch",
                    "--batch\r\nContent-Type: multipart/mixed; boundary=changes\r\n\r\n" + parts +
                        "--changes--\r\n--batch--\r\n",
                    {"Content-Type: multipart/mixed; boundary=batch"});
  }

  // Returns the status lines of the parts, and the message of the failed one.
  std::string Parts(const TestCall& call) {
    const std::string shown = Show(call);
    std::string text = shown.substr(0, 3);
    for (std::size_t at = 0; (at = shown.find("HTTP/1.1 ", at)) != std::string::npos; ++at) {
      text += " " + shown.substr(at + 9, 3);
    }
    const std::size_t message = shown.find(R"("value":")");
    if (shown.find("odata.error") == std::string::npos) return text;
    return text + " " + shown.substr(message + 9, shown.find("\\n", message) - message - 9);
  }

  // Returns the keys of a page, as "a/1 a/2", and NEXT if there is another page.
  std::string Keys(const std::string& sas, const std::string& options) {
    const std::string shown = Show(CallWith(sas, "GET", "/orders()?" + options));
    std::string text;
    constexpr std::string_view kPartition = R"("PartitionKey":")";
    for (std::size_t at = 0; (at = shown.find(kPartition, at)) != std::string::npos; ++at) {
      if (!text.empty()) text += ' ';
      text += shown.substr(at + kPartition.size(), 1) + "/" +
              shown.substr(shown.find(R"("RowKey":")", at) + 10, 1);
    }
    return shown.find("x-ms-continuation") == std::string::npos ? text : text + " NEXT";
  }
};

constexpr const char* kPermission = "403 AuthorizationPermissionMismatch";
constexpr const char* kType = "403 AuthorizationResourceTypeMismatch";
constexpr const char* kFailure = "403 AuthorizationFailure";
constexpr const char* kNoAuthentication = "403 AuthenticationFailed";

struct Case {
  const char* name;
  TestCall call;
  std::string outcome;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceSasTest, OrdersFixture)

BOOST_AUTO_TEST_CASE(TableSasAllowsByPermission) {
  const std::vector<Case> cases = {
      {"get", CallWith(TableSas("r"), "GET", kEntity), "200"},
      {"get without r", CallWith(TableSas("aud"), "GET", kEntity), kPermission},
      {"query", CallWith(TableSas("r"), "GET", "/ORDERS()"), "200"},
      {"query without r", CallWith(TableSas("aud"), "GET", "/orders"), kPermission},
      {"insert", CallWith(TableSas("a"), "POST", "/orders", Body("n", "1")), "201"},
      {"insert without a", CallWith(TableSas("rud"), "POST", "/orders", Body("n", "2")),
       kPermission},
      {"update", CallWith(TableSas("u"), "PUT", kEntity, "{}", {kAny}), "204"},
      {"update without u", CallWith(TableSas("rad"), "PATCH", kEntity, "{}", {kAny}), kPermission},
      {"upsert", CallWith(TableSas("au"), "PATCH", kEntity, "{}"), "204"},
      {"upsert without a", CallWith(TableSas("rud"), "PUT", kEntity, "{}"), kPermission},
      {"upsert without u", CallWith(TableSas("rad"), "MERGE", kEntity, "{}"), kPermission},
      {"an empty If-Match is none", CallWith(TableSas("u"), "PUT", kEntity, "{}", {"If-Match:"}),
       kPermission},
      {"tunnelled", CallWith(TableSas("a"), "POST", kEntity, "{}", {kAny, "X-HTTP-Method: MERGE"}),
       kPermission},
      {"delete without d", CallWith(TableSas("rau"), "DELETE", kEntity, "", {kAny}), kPermission},
      {"delete", CallWith(TableSas("d"), "DELETE", kEntity, "", {kAny}), "204"},
      {"another table", CallWith(TableSas("raud"), "GET", "/other()"), kFailure},
      {"list", CallWith(TableSas("raud"), "GET", "/Tables"), kFailure},
      {"get table", CallWith(TableSas("raud"), "GET", "/Tables('orders')"), kFailure},
      {"create", CallWith(TableSas("raud"), "POST", "/Tables", R"({"TableName":"x"})"), kFailure},
      {"delete table", CallWith(TableSas("raud"), "DELETE", "/Tables('orders')"), kFailure},
      {"ACL", CallWith(TableSas("raud"), "GET", "/orders?comp=acl"), kFailure},
      {"properties", CallWith(TableSas("r"), "GET", "/?restype=service&comp=properties"), kFailure},
      {"no operation", CallWith(TableSas("raud"), "PUT", "/orders", "{}"), kFailure},
      {"missing policy", CallWith(Signed("tn=orders&sv=2019-02-02&si=x"), "GET", "/orders"),
       kNoAuthentication},
      {"modified", CallWith(TableSas("r") + "&st=2020-01-01", "GET", kEntity), kNoAuthentication},
      {"old version, not allowed",
       CallWith(Signed("tn=orders&sv=2013-08-15&se=2099-01-01&sp=a"), "GET", "/orders"),
       "404 ResourceNotFound"},
      {"https only", CallWith(TableSas("r", "&spr=https"), "GET", kEntity),
       "403 AuthorizationProtocolMismatch"},
      {"address", CallWith(TableSas("r", "&sip=10.1.1.1"), "GET", kEntity),
       "403 AuthorizationSourceIPMismatch"},
      {"loopback", CallWith(TableSas("r", "&sip=127.0.0.0-127.0.0.9"), "GET", "/orders"), "200"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Outcome(c.call) == c.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(AccountSasAllowsByResourceTypeAndPermission) {
  const std::string create = R"({"TableName":"made"})";
  const std::vector<Case> cases = {
      {"list", CallWith(AccountSas("c", "l"), "GET", "/Tables"), "200"},
      {"list without l", CallWith(AccountSas("c", "rwdau"), "GET", "/Tables"), kPermission},
      {"list without c", CallWith(AccountSas("so", "l"), "GET", "/Tables"), kType},
      {"get table", CallWith(AccountSas("c", "r"), "GET", "/Tables('orders')"), "200"},
      {"create without c or w", CallWith(AccountSas("sco", "rdlau"), "POST", "/Tables", create),
       kPermission},
      {"create", CallWith(AccountSas("c", "w"), "POST", "/Tables", create), "201"},
      {"delete table without d", CallWith(AccountSas("c", "rwl"), "DELETE", "/Tables('made')"),
       kPermission},
      {"delete table", CallWith(AccountSas("c", "d"), "DELETE", "/Tables('made')"), "204"},
      {"query", CallWith(AccountSas("o", "r"), "GET", "/other()"), "200"},
      {"query without o", CallWith(AccountSas("sc", "r"), "GET", "/orders()"), kType},
      {"insert", CallWith(AccountSas("o", "a"), "POST", "/other", Body("n", "1")), "201"},
      {"upsert with a", CallWith(AccountSas("o", "a"), "PUT", kEntity, "{}"), "204"},
      {"upsert with u", CallWith(AccountSas("o", "u"), "PUT", kEntity, "{}"), "204"},
      {"update with a", CallWith(AccountSas("o", "a"), "PUT", kEntity, "{}", {kAny}), kPermission},
      {"delete", CallWith(AccountSas("o", "d"), "DELETE", kEntity, "", {kAny}), "204"},
      {"ACL", CallWith(AccountSas("sco", "rwdlacup"), "GET", "/orders?comp=acl"), kFailure},
      {"set ACL", CallWith(AccountSas("sco", "rwdlacup"), "PUT", "/orders?comp=acl"), kFailure},
      {"properties", CallWith(AccountSas("co", "r"), "GET", "/?restype=service&comp=properties"),
       kType},
      {"properties in any case",
       CallWith(AccountSas("s", "r"), "GET", "/?restype=Service&comp=Properties"), "200"},
      {"statistics in any case",
       CallWith(AccountSas("s", "w"), "GET", "/?restype=SERVICE&comp=STATS"), kPermission},
      {"unknown comp", CallWith(AccountSas("s", "r"), "GET", "/?restype=service&comp=x"), kFailure},
      {"batch by another method", CallWith(AccountSas("o", "r"), "GET", "/$batch"),
       "405 MethodNotAllowed"},
      {"other services",
       CallWith(Signed("ss=bqf&srt=o&sv=2019-02-02&se=2099-01-01&sp=r"), "GET", "/orders"),
       "403 AuthorizationServiceMismatch"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Outcome(c.call) == c.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(TheSignatureNamesTheVersionIfNoHeaderDoes) {
  const auto version = [&](const std::string& more) {
    test::RawClient client = Connect();
    client.Send("GET /devstoreaccount1" + std::string(kEntity) + "?" + TableSas("r") + more +
                "Host: tables.test\r\nAccept: application/json\r\n\r\n");
    const auto answer = client.ReadResponse();
    BOOST_REQUIRE(answer);
    BOOST_TEST(answer->status == 200);
    return answer->Header("x-ms-version");
  };
  BOOST_TEST(version(" HTTP/1.1\r\n") == "2019-02-02");
  BOOST_TEST(version("&api-version=2020-12-06 HTTP/1.1\r\n") == "2020-12-06");
  BOOST_TEST(version("&api-version=2020-12-06 HTTP/1.1\r\nx-ms-version: 2021-08-06\r\n") ==
             "2021-08-06");
}

BOOST_AUTO_TEST_CASE(QueriesSeeOnlyTheKeyRange) {
  struct RangeCase {
    const char* range;
    const char* options;
    const char* keys;
  };
  const RangeCase cases[] = {
      {"&spk=b", "", "b/1 b/2 c/1 c/2"},
      {"&epk=b", "", "a/1 a/2 b/1 b/2"},
      {"&spk=a&srk=2&epk=b&erk=1", "", "a/2 b/1"},
      {"&spk=b&epk=b", "$filter=RowKey%20eq%20'2'", "b/2"},
      {"&spk=b&epk=b", "$filter=PartitionKey%20eq%20'a'", ""},
      {"&spk=a&srk=2&epk=b&erk=1", "$filter=PartitionKey%20eq%20'a'%20or%20PartitionKey%20eq%20'b'",
       "a/2 b/1"},
      {"&epk=b&erk=1", "$top=3", "a/1 a/2 b/1"},
      {"&spk=a&srk=2&epk=b&erk=1", "$top=1", "a/2 NEXT"},
      {"&spk=b", "NextPartitionKey=1!4!YQ--&NextRowKey=1!4!MQ--", "b/1 b/2 c/1 c/2"},
      {"&epk=a", "NextPartitionKey=1!4!Yw--&NextRowKey=1!4!MQ--", ""},
  };
  for (const RangeCase& c : cases) {
    BOOST_TEST_CONTEXT(c.range << " " << c.options) {
      BOOST_TEST(Keys(TableSas("r", c.range), c.options) == c.keys);
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesEntitiesOutsideTheKeyRange) {
  const std::string sas = TableSas("raud", "&spk=a&srk=2&epk=b&erk=1");
  const std::string outside = "/orders(PartitionKey='c',RowKey='1')";
  const std::vector<Case> cases = {
      {"get inside", CallWith(sas, "GET", kEntity), "200"},
      {"get", CallWith(sas, "GET", outside), kFailure},
      {"get nothing", CallWith(sas, "GET", "/orders(PartitionKey='z',RowKey='z')"), kFailure},
      {"insert", CallWith(sas, "POST", "/orders", Body("b", "2")), kFailure},
      {"insert inside", CallWith(sas, "POST", "/orders", Body("b", "0")), "201"},
      {"upsert", CallWith(sas, "PUT", outside, "{}"), kFailure},
      {"update", CallWith(sas, "MERGE", outside, "{}", {kAny}), kFailure},
      {"delete", CallWith(sas, "DELETE", outside, "", {kAny}), kFailure},
      {"body first", CallWith(sas, "PUT", outside, "{"), "400 InvalidInput"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Outcome(c.call) == c.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(AuthorizesEachOperationOfABatch) {
  const std::string insert =
      Part("POST http://h/devstoreaccount1/orders?tn=Orders", Body("b", "7"));
  const std::string remove =
      Part("DELETE /orders(PartitionKey='b',RowKey='1')", "", "If-Match: *\r\n");
  const std::string upsert = Part("PUT /orders(PartitionKey='b',RowKey='1')", "{}");
  const std::string permission =
      "This request is not authorized to perform this operation using this permission.";
  const std::string failure = "This request is not authorized to perform this operation.";
  struct BatchCase {
    const char* name;
    std::string sas;
    std::string parts;
    std::string outcome;
  };
  const std::vector<BatchCase> cases = {
      {"second is not allowed", TableSas("a"), insert + remove, "202 403 1:" + permission},
      {"upsert needs both", TableSas("a"), upsert, "202 403 0:" + permission},
      {"another table", TableSas("raud"), Part("POST /other", Body("b", "7")),
       "202 403 0:" + failure},
      {"no operation on entities", TableSas("raud"), Part("POST /Tables", "{}"),
       "202 403 0:" + failure},
      {"outside the range", TableSas("raud", "&spk=c"), insert, "202 403 0:" + failure},
      {"account without the type", AccountSas("c", "a"), insert, ""},
      {"account without d", AccountSas("o", "a"), insert + remove, "202 403 1:" + permission},
      {"account upsert", AccountSas("o", "a"), upsert, "202 204"},
      {"all allowed", TableSas("ad"), insert + remove, "202 201 204"},
  };
  for (const BatchCase& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      if (c.outcome.empty()) {
        BOOST_TEST(Outcome(Batch(c.sas, c.parts)) == kType);
      } else {
        BOOST_TEST(Parts(Batch(c.sas, c.parts)) == c.outcome);
      }
    }
  }
  BOOST_TEST(Outcome(CallWith(TableSas("r"), "GET", "/orders(PartitionKey='b',RowKey='7')")) ==
             "200");
}

BOOST_AUTO_TEST_CASE(AuthorizesTheQueryOfABatch) {
  const auto query = [&](const std::string& sas, const std::string& target) {
    return Parts(CallWith(sas, "POST", "/$batch",
                          "--batch\r\nContent-Type: application/http\r\n"
                          "Content-Transfer-Encoding: binary\r\n\r\nGET " +
                              target + " HTTP/1.1\r\nAccept: application/json\r\n\r\n--batch--\r\n",
                          {"Content-Type: multipart/mixed; boundary=batch"}));
  };
  const std::string failure = "0:This request is not authorized to perform this operation";
  BOOST_TEST(query(TableSas("r"), kEntity) == "202 200");
  BOOST_TEST(query(TableSas("a"), kEntity) == "202 403 " + failure + " using this permission.");
  BOOST_TEST(query(TableSas("r"), "/other()") == "202 403 " + failure + ".");
  BOOST_TEST(query(TableSas("r", "&spk=c"), kEntity) == "202 403 " + failure + ".");
}

BOOST_AUTO_TEST_CASE(RefusesInTheRequestedForm) {
  const TestCall json{"GET",
                      std::string(kEntity) + "?" + TableSas("r", "&spk=c"),
                      "",
                      {"Accept: application/json;odata=fullmetadata"},
                      false};
  BOOST_TEST(
      Show(json) ==
      "403 Forbidden\nCache-Control: no-cache\nContent-Type: json full\n\n"
      R"({"odata.error":{"code":"AuthorizationFailure","message":{"lang":"en-US","value":)"
      R"("This request is not authorized to perform this operation.\nRequestId:ID\nTime:NOW"}}})");
  const TestCall option{
      "POST",
      "/Tables?" + AccountSas("sco", "d") + "&$format=application%2Fjson%3Bodata%3Dfullmetadata",
      "{}",
      {},
      false};
  BOOST_TEST(Show(option).starts_with(
      "403 Forbidden\nCache-Control: no-cache\nContent-Type: json full\n\n"));
  struct FrontEndCase {
    std::string sas;
    const char* reason;
    const char* code;
  };
  const std::string refused =
      "This request is not authorized to perform this operation using this ";
  const FrontEndCase cases[] = {
      {Signed("ss=bqf&srt=o&sv=2019-02-02&se=2099-01-01&sp=r"), "service.",
       "AuthorizationServiceMismatch"},
      {TableSas("r", "&spr=https"), "protocol.", "AuthorizationProtocolMismatch"},
      {TableSas("r", "&sip=10.1.1.1"), "source IP 127.0.0.1.", "AuthorizationSourceIPMismatch"},
  };
  for (const FrontEndCase& c : cases) {
    BOOST_TEST_CONTEXT(c.code) {
      const std::string message = refused + c.reason;
      const TestCall call{"GET", std::string(kEntity) + "?" + c.sas, "", {kJson}, false};
      BOOST_TEST(Show(call) == "403 " + message +
                                   "\nContent-Type: application/json\nx-ms-error-code: " + c.code +
                                   "\n\n" + R"({"odata.error":{"code":")" + c.code +
                                   R"(","message":{"lang":"en-US","value":")" + message +
                                   R"(\nRequestId:ID\nTime:NOW"}}})");
      BOOST_TEST(HeaderOf(call, "x-ms-version") == "");
    }
  }
  const TestCall xml{"GET", std::string(kEntity) + "?" + TableSas("r") + "x", "", {}, false};
  const std::string shown = Show(xml);
  BOOST_TEST(shown.find("x-ms-error-code: AuthenticationFailed\n") != std::string::npos);
  BOOST_TEST(shown.find("<m:code>AuthenticationFailed</m:code>") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
