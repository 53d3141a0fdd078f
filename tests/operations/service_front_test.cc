// The checks that precede an operation: versions, signatures, accounts, addresses, verbs, forms
// (spec sections 1, 2.4, 3 and 9.4).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

constexpr const char* kFailed =
    "Server failed to authenticate the request. Make sure the value of Authorization header is "
    "formed correctly including the signature.";

// Completes an unsigned request with a Host and the end of the head.
std::string Raw(const std::string& head) { return head + "Host: tables.test\r\n\r\n"; }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceFrontTest, ServiceFixture)

BOOST_AUTO_TEST_CASE(EchoesVersionAndClientRequestId) {
  const auto header = [&](const std::string& sent, const std::string& name) {
    return HeaderOf({"GET", "/Tables", "", {"Accept: application/json", sent}}, name);
  };
  BOOST_TEST(header("x-ms-version: 2031-12-31", "x-ms-version") == "2031-12-31");
  BOOST_TEST(header("x-ms-client-request-id: my id", "x-ms-client-request-id") == "my id");
  BOOST_TEST(header("x-ms-client-request-id: " + std::string(2000, 'x'),
                    "x-ms-client-request-id") == std::string(1024, 'x'));
  BOOST_TEST(header("x-ms-client-request-id: a\xC3\xA9"
                    "b",
                    "x-ms-client-request-id") == "ab");
}

BOOST_AUTO_TEST_CASE(RefusesAVersionThatIsNotADate) {
  BOOST_TEST(
      ShowComplete({"GET", "/Tables", "", {"Accept: application/json", "x-ms-version: 12.0"}}) ==
      "400 The value for one of the HTTP headers is not in the correct format.\n"
      "Content-Type: application/xml\n"
      "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION
      "\n"
      "x-ms-error-code: InvalidHeaderValue\n"
      "x-ms-request-id: ID\n\n"
      R"(<?xml version="1.0" encoding="utf-8"?><m:error xmlns:m="http://schemas.microsoft.com/)"
      R"(ado/2007/08/dataservices/metadata"><m:code>InvalidHeaderValue</m:code><m:message )"
      R"(xml:lang="en-US">The value for one of the HTTP headers is not in the correct format.)"
      "\nRequestId:ID\nTime:NOW</m:message></m:error>");
}

BOOST_AUTO_TEST_CASE(RefusesAWrongSignatureInTheRequestedForm) {
  const std::string authorization = "Authorization: SharedKeyLite devstoreaccount1:AAAA";
  const std::string date = "x-ms-date: " + ToHttpDate(std::chrono::system_clock::now());
  BOOST_TEST(ShowComplete({"GET",
                           "/Tables",
                           "",
                           {"Accept: application/json;odata=nometadata", authorization, date},
                           false}) ==
             std::string("403 ") + kFailed +
                 "\nContent-Type: application/json\n"
                 "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION
                 "\n"
                 "x-ms-error-code: AuthenticationFailed\n"
                 "x-ms-request-id: ID\n\n"
                 R"({"odata.error":{"code":"AuthenticationFailed","message":{"lang":"en-US",)"
                 R"("value":")" +
                 kFailed + R"(\nRequestId:ID\nTime:NOW"}}})");
}

BOOST_AUTO_TEST_CASE(ReportsTheVersionToRequestsWithoutCredentials) {
  const auto refused = [&](const std::vector<std::string>& headers) {
    const std::string shown = ShowComplete({"GET", "/Tables", "", headers, false});
    return shown.substr(0, shown.find("\n\n"));
  };
  const std::string server = "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION "\n";
  const std::string challenge =
      "401 Server failed to authenticate the request. Please refer to the information in the "
      "www-authenticate header.\nContent-Type: application/xml\n" +
      server + "WWW-Authenticate: SharedKey realm=\"tables\"\n";
  BOOST_TEST(refused({"x-ms-version: 2020-12-06"}) ==
             challenge +
                 "x-ms-error-code: NoAuthenticationInformation\nx-ms-request-id: ID\n"
                 "x-ms-version: 2020-12-06");
  BOOST_TEST(refused({"x-ms-version: 2020-12-06", "Authorization: Bearer x"}) ==
             challenge + "x-ms-error-code: InvalidAuthenticationInfo\nx-ms-request-id: ID");
  BOOST_TEST(refused({}) == std::string("403 ") + kFailed + "\nContent-Type: application/xml\n" +
                                server +
                                "x-ms-error-code: AuthenticationFailed\nx-ms-request-id: ID");
}

BOOST_AUTO_TEST_CASE(RefusesDuplicateValues) {
  const std::string date = "x-ms-date: " + ToHttpDate(std::chrono::system_clock::now());
  const auto status = [&](const std::string& header) {
    return StatusOf({"GET", "/Tables", "", {"Accept: application/json", header}});
  };
  BOOST_TEST(status("Accept: application/json") == 200);
  BOOST_TEST(status(date) == 403);
  BOOST_TEST(status("Authorization: SharedKeyLite devstoreaccount1:AAAA") == 403);
  BOOST_TEST(status("x-ms-version: 2019-02-02\r\nx-ms-version: 2019-02-02") == 400);
  BOOST_TEST(status("X-HTTP-Method: PUT\r\nX-HTTP-Method: PUT") == 400);
}

BOOST_AUTO_TEST_CASE(NamesTheUnknownAccount) {
  test::RawClient client = Connect();
  client.Send(Raw("GET /shop/Tables HTTP/1.1\r\nAccept: application/json\r\n"));
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status_line ==
             "HTTP/1.1 403 Server failed to authenticate the request: this server has no account "
             "'shop'.");
}

BOOST_AUTO_TEST_CASE(TakesTheAccountFromAHostLabel) {
  test::RawClient client = Connect();
  client.Send("GET /Tables HTTP/1.1\r\nHost: shop.table.localhost\r\n\r\n");
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status_line.find("'shop'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(TakesTheAccountFromTheSignatureIfThePathHasNone) {
  CreateTable("orders");
  Insert("orders", "p", "r", R"("N":1)");
  for (const char* const scheme : {"SharedKey", "SharedKeyLite"}) {
    BOOST_TEST_CONTEXT(scheme) {
      TestCall read{
          "GET", "/orders()?$select=N", "", {"Accept: application/json;odata=nometadata"}};
      read.scheme = scheme;
      read.has_account = false;
      BOOST_TEST(Show(read) ==
                 "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
                 R"({"value":[{"N":1}]})");
      TestCall create{"POST", "/Tables", R"({"TableName":"more"})", {"Prefer: return-no-content"}};
      create.headers.emplace_back("Content-Type: application/json");
      create.scheme = scheme;
      create.has_account = false;
      BOOST_TEST(Show(create) ==
                 "204 No Content\nCache-Control: no-cache\nDataServiceId: BASE/Tables('more')\n"
                 "Location: BASE/Tables('more')\nPreference-Applied: return-no-content\n\n");
      BOOST_TEST(StatusOf({"DELETE", "/Tables('more')"}) == 204);
    }
  }
}

BOOST_AUTO_TEST_CASE(TakesNoAccountFromAWrongSignature) {
  CreateTable("orders");
  const std::string date = "x-ms-date: " + ToHttpDate(std::chrono::system_clock::now());
  for (const char* const scheme : {"SharedKey", "SharedKeyLite"}) {
    BOOST_TEST_CONTEXT(scheme) {
      TestCall call{"GET",
                    "/orders()",
                    "",
                    {"Accept: application/json", date,
                     std::string("Authorization: ") + scheme + " devstoreaccount1:AAAA"},
                    false};
      call.has_account = false;
      BOOST_TEST(Show(call).starts_with(std::string("403 ") + kFailed));
    }
  }
}

BOOST_AUTO_TEST_CASE(SkipsAnEmptySegmentAfterTheAccount) {
  CreateTable("orders");
  for (const char* const scheme : {"SharedKey", "SharedKeyLite"}) {
    BOOST_TEST_CONTEXT(scheme) {
      TestCall call{"GET", "//orders()"};
      call.scheme = scheme;
      BOOST_TEST(StatusOf(call) == 200);
      call.path = "///orders()";
      BOOST_TEST(StatusOf(call) == 400);
    }
  }
}

BOOST_AUTO_TEST_CASE(AnAddressWithoutATableIsNotFoundByTheFrontEnd) {
  for (const char* const method : {"DELETE", "GET", "PUT"}) {
    BOOST_TEST_CONTEXT(method) {
      BOOST_TEST(Show({method, "/(orders)"}) ==
                 "404 The specified resource does not exist.\nContent-Type: application/json\n"
                 "x-ms-error-code: ResourceNotFound\n\n"
                 R"({"odata.error":{"code":"ResourceNotFound","message":{"lang":"en-US",)"
                 R"("value":"The specified resource does not exist.\nRequestId:ID\nTime:NOW"}}})");
    }
  }
}

BOOST_AUTO_TEST_CASE(ReadsButDoesNotWriteThroughTheSecondaryAddress) {
  CreateTable("orders");
  const TestCall write{"POST", "-secondary/orders", R"({"PartitionKey":"p","RowKey":"r"})"};
  const std::string refused = Show(write);
  BOOST_TEST(refused.starts_with("403 Write operations are not allowed.\n"));
  BOOST_TEST(refused.find("\"code\":\"InsufficientAccountPermissions\"") != std::string::npos);
  BOOST_TEST(StatusOf({"DELETE", "-secondary/Tables('orders')", ""}) == 403);
  BOOST_TEST(StatusOf({"PUT", "-secondary/$batch", ""}) == 403);
  BOOST_TEST(StatusOf({"GET", "-secondary/orders(PartitionKey='p',RowKey='r')", ""}) == 404);
  BOOST_TEST(StatusOf({"GET", "-secondary/Tables('orders')", ""}) == 200);
}

BOOST_AUTO_TEST_CASE(TheEarlierErrorWins) {
  struct Case {
    const char* name;
    TestCall call;
    int status;
    const char* code;
  };
  const Case cases[] = {
      {"version before signature",
       {"GET", "/x?$skip=1", "", {"x-ms-version: x"}, false},
       400,
       "InvalidHeaderValue"},
      {"signature before verb", {"FOO", "/Tables", "", {}, false}, 403, "AuthenticationFailed"},
      {"signature before verb of HEAD", {"HEAD", "/Tables", "", {}, false}, 403, ""},
      {"verb before options", {"FOO", "/Tables?$skip=1"}, 405, "UnsupportedHttpVerb"},
      {"signature before options",
       {"GET", "/Tables?$skip=1", "", {"x-ms-version: 2019-02-02"}, false},
       403,
       "AuthenticationFailed"},
      {"options before Accept",
       {"GET", "/Tables?$skip=1", "", {"Accept: image/png"}},
       501,
       "NotImplemented"},
      {"address before Accept",
       {"GET", "/orders(", "", {"Accept: image/png"}},
       400,
       "InvalidInput"},
      {"Accept before table",
       {"GET", "/absent", "", {"Accept: application/atom+xml"}},
       415,
       "AtomFormatNotSupported"},
      {"body type before table",
       {"POST", "/absent", "x", {"Content-Type: application/atom+xml"}},
       415,
       "AtomFormatNotSupported"},
      {"etag before table",
       {"PUT", "/absent(PartitionKey='p',RowKey='r')", "x", {"If-Match: abc"}},
       400,
       "InvalidInput"},
      {"table before body",
       {"PUT", "/absent(PartitionKey='p',RowKey='r')", "x", {}},
       404,
       "TableNotFound"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      BOOST_TEST(StatusOf(c.call) == c.status);
      if (c.call.method != "HEAD") BOOST_TEST(Show(c.call).find(c.code) != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesInvalidPairsOfVerbAndAddress) {
  struct Case {
    const char* method;
    const char* path;
    int status;
  };
  const Case cases[] = {
      {"PUT", "/Tables", 405},
      {"DELETE", "/Tables", 405},
      {"POST", "/Tables('abc')", 405},
      {"PUT", "/Tables('abc')", 405},
      {"PUT", "/orders", 405},
      {"DELETE", "/orders", 405},
      {"POST", "/orders(PartitionKey='p',RowKey='r')", 405},
      {"PUT", "/$batch", 405},
      {"FOO", "/Tables", 405},
      {"OPTIONS", "/Tables", 400},
      {"GET", "/orders?comp=acl", 404},
      {"GET", "/?restype=service&comp=properties", 200},
      {"GET", "/?restype=service&comp=stats", 400},
      {"GET", "/orders?comp=list", 400},
      {"GET", "/", 200},
      {"POST", "/", 405},
      {"GET", "/$metadata", 501},
      {"GET", "/orders?timeout=soon", 400},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.method << " " << c.path) {
      BOOST_TEST(StatusOf({c.method, c.path}) == c.status);
    }
  }
}

BOOST_AUTO_TEST_CASE(ListsItsCollections) {
  const auto document = [&](const std::string& level) {
    return Show({"GET", "/", "", {"Accept: application/json;odata=" + level}});
  };
  const std::string collections = R"("value":[{"name":"Tables","url":"Tables"}]})";
  for (const char* const level : {"minimal", "full"}) {
    BOOST_TEST(document(level + std::string("metadata")) ==
               std::string("200 OK\nCache-Control: no-cache\nContent-Type: json ") + level +
                   "\n\n" + R"({"odata.metadata":"BASE/$metadata",)" + collections);
  }
  BOOST_TEST(document("nometadata") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n{" + collections);
  BOOST_TEST(StatusOf({"GET", "/", "", {"Accept: application/atom+xml"}}) == 415);
  BOOST_TEST(StatusOf({"GET", "/", "", {}, false}) == 403);
  BOOST_TEST(HeaderOf({"POST", "/"}, "Allow") == "GET, OPTIONS");
}

BOOST_AUTO_TEST_CASE(ListsTheVerbsOfAResource) {
  struct Case {
    const char* method;
    const char* path;
    const char* allow;
  };
  const Case cases[] = {
      {"HEAD", "/Tables", "GET, OPTIONS, POST"},
      {"PUT", "/Tables('abc')", "DELETE, GET, OPTIONS"},
      {"DELETE", "/orders", "GET, OPTIONS, POST"},
      {"POST", "/orders(PartitionKey='p',RowKey='r')", "DELETE, GET, MERGE, OPTIONS, PATCH, PUT"},
      {"GET", "/$batch", "OPTIONS, POST"},
      {"POST", "/orders?comp=acl", "GET, OPTIONS, PUT"},
      {"PUT", "/?restype=service&comp=stats", "GET, OPTIONS"},
      {"FOO", "/a/b/c", "DELETE, GET, MERGE, OPTIONS, PATCH, POST, PUT"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.method << " " << c.path) {
      BOOST_TEST(HeaderOf({c.method, c.path}, "Allow") == c.allow);
    }
  }
}

BOOST_AUTO_TEST_CASE(TunnelsVerbsThroughPost) {
  const auto code = [&](const std::string& method, const std::string& header) {
    const std::string shown = Show({method,
                                    "/orders(PartitionKey='p',RowKey='r')",
                                    "{}",
                                    {"Accept: application/json", header}});
    const std::size_t begin = shown.find("\"code\":\"") + 8;
    return shown.substr(begin, shown.find('"', begin) - begin);
  };
  BOOST_TEST(code("POST", "X-HTTP-Method: GET") == "XMethodIncorrectValue");
  BOOST_TEST(code("PUT", "X-HTTP-Method: MERGE") == "XMethodNotUsingPost");
  BOOST_TEST(code("POST", "X-HTTP-Method: MERGE") == "TableNotFound");
}

BOOST_AUTO_TEST_CASE(ChecksContentMd5) {
  const auto create = [&](const std::string& sum) {
    return Show({"POST",
                 "/Tables",
                 R"({"TableName":"orders"})",
                 {"Accept: application/json;odata=nometadata", "Content-MD5: " + sum}});
  };
  BOOST_TEST(create("1B2M2Y8AsgTpgAmY7PhCfg==").find("x-ms-error-code: Md5Mismatch") !=
             std::string::npos);
  BOOST_TEST(create("mH4+e1kvT9nuECunUHxGyg==").find("201 Created") == 0U);
}

BOOST_AUTO_TEST_CASE(AnswersBadUrlsInHtml) {
  const std::string shown = ShowComplete({"GET", "/orders(PartitionKey='%01',RowKey='r')"});
  BOOST_TEST(shown.substr(0, shown.find("\n\n")) ==
             "400 Bad Request\n"
             "Content-Type: text/html; charset=us-ascii\n"
             "Server: Windows-Azure-Table/1.0 Rowhouse/" ROWHOUSE_VERSION
             "\n"
             "x-ms-request-id: ID\n"
             "x-ms-version: 2019-02-02");
}

BOOST_AUTO_TEST_CASE(RefusesAnUnsignedHeadBeforeItsBody) {
  test::RawClient client = Connect();
  client.Send(
      Raw("POST /devstoreaccount1/Tables HTTP/1.1\r\nContent-Length: 30\r\nExpect: "
          "100-continue\r\n"));
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(answer->status == 403);
}

BOOST_AUTO_TEST_CASE(KeepsNoBodyOfAnUnsignedRequest) {
  struct Case {
    const char* head;
    int status;
  };
  const Case cases[] = {
      {"POST /devstoreaccount1/orders", 403},   {"POST /nobody/orders", 403},
      {"PUT /devstoreaccount1/orders%01", 400}, {"OPTIONS /devstoreaccount1/orders", 400},
      {"POST /_rowhouse/reset", 401},           {"POST /_rowhouse/none", 401},
      {"GET /_rowhouse/health", 200},
  };
  for (const Case& c : cases) {
    for (const char* const length : {"Content-Length: 4194304", "Transfer-Encoding: chunked"}) {
      BOOST_TEST_CONTEXT(c.head << ", " << length) {
        test::RawClient client = Connect();
        client.Send(Raw(std::string(c.head) + " HTTP/1.1\r\n" + length + "\r\n"));
        const auto answer = client.ReadResponse();
        BOOST_REQUIRE(answer);
        BOOST_TEST(answer->status == c.status);
        BOOST_TEST(answer->Header("Connection") == "close");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesABodyThatIsTooLarge) {
  test::RawClient client = Connect();
  client.Send(
      Raw("POST /devstoreaccount1/$batch HTTP/1.1\r\nAccept: application/json\r\n"
          "Content-Length: 4194305\r\n"));
  const auto answer = client.ReadResponse();
  BOOST_REQUIRE(answer);
  BOOST_TEST(
      answer->status_line ==
      "HTTP/1.1 413 The request body is too large and exceeds the maximum permissible limit.");
  BOOST_TEST(answer->Header("x-ms-error-code") == "RequestBodyTooLarge");
  BOOST_TEST(answer->Header("Content-Type") == "application/json");
  BOOST_TEST(answer->Header("x-ms-request-id").size() == 36U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
