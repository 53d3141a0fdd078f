// Entity group transactions, over the wire (spec section 8).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

std::string Part(const std::string& request_line, const std::string& headers,
                 const std::string& body) {
  return "--changes\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: "
         "binary\r\n\r\n" +
         request_line + " HTTP/1.1\r\n" + headers + "\r\n" + body + "\r\n";
}

TestCall ChangeSet(const std::string& parts) {
  return {"POST",
          "/$batch",
          "--batch\r\nContent-Type: multipart/mixed; boundary=changes\r\n\r\n" + parts +
              "--changes--\r\n--batch--\r\n",
          {"Content-Type: multipart/mixed; boundary=batch"}};
}

TestCall Query(const std::string& target) {
  return {
      "POST",
      "/$batch",
      "--batch\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nGET " +
          target + " HTTP/1.1\r\nAccept: application/json;odata=nometadata\r\n\r\n--batch--\r\n",
      {"Content-Type: multipart/mixed; boundary=batch"}};
}

constexpr const char* kHead =
    "202 Accepted\n"
    "Cache-Control: no-cache\n"
    "Content-Type: multipart/mixed; boundary=batchresponse_GUID\n\n";
constexpr const char* kOpenChangeSet =
    "--batchresponse_GUID\r\n"
    "Content-Type: multipart/mixed; boundary=changesetresponse_GUID\r\n\r\n";
constexpr const char* kCloseChangeSet = "--changesetresponse_GUID--\r\n--batchresponse_GUID--\r\n";
constexpr const char* kPartHead =
    "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n";

struct OrdersFixture : ServiceFixture {
  OrdersFixture() { CreateTable("orders"); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceBatchTest, OrdersFixture)

BOOST_AUTO_TEST_CASE(AnswersEachOperation) {
  Insert("orders", "p", "old");
  const std::string shown =
      Show(ChangeSet(Part("POST http://other.host/devstoreaccount1/orders",
                          "Content-ID: 1\r\nAccept: application/json;odata=nometadata\r\n",
                          R"({"PartitionKey":"p","RowKey":"a","N":1})") +
                     Part("POST /devstoreaccount1/orders", "Prefer: return-no-content\r\n",
                          R"({"PartitionKey":"p","RowKey":"b"})") +
                     Part("MERGE /orders(PartitionKey='p',RowKey='c')", "", R"({"N":3})") +
                     Part("DELETE /orders(PartitionKey='p',RowKey='old')",
                          "Content-ID: 4\r\nIf-Match: *\r\n", "")));
  const std::string open = std::string("--changesetresponse_GUID\r\n") + kPartHead;
  const std::string common = "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\n";
  BOOST_TEST(shown == kHead + std::string(kOpenChangeSet) + open +
                          "HTTP/1.1 201 Created\r\nDataServiceVersion: 3.0;\r\n"
                          "Content-Type: json no\r\nContent-ID: 1\r\n" +
                          common +
                          "Location: BASE/orders(PartitionKey='p',RowKey='a')\r\n"
                          "ETag: W/\"datetime'T1'\"\r\n\r\n"
                          R"({"PartitionKey":"p","RowKey":"a","Timestamp":"T1","N":1})"
                          "\r\n" +
                          open + "HTTP/1.1 204 No Content\r\n" + common +
                          "Preference-Applied: return-no-content\r\nDataServiceVersion: 3.0;\r\n"
                          "Location: BASE/orders(PartitionKey='p',RowKey='b')\r\n"
                          "DataServiceId: BASE/orders(PartitionKey='p',RowKey='b')\r\n"
                          "ETag: W/\"datetime'T2'\"\r\n\r\n\r\n" +
                          open + "HTTP/1.1 204 No Content\r\n" + common +
                          "DataServiceVersion: 1.0;\r\nETag: W/\"datetime'T3'\"\r\n\r\n\r\n" +
                          open + "HTTP/1.1 204 No Content\r\nContent-ID: 4\r\n" + common +
                          "DataServiceVersion: 1.0;\r\n\r\n\r\n" + kCloseChangeSet);
}

// As written by a Java SDK, and by a Python SDK for keys that are not strings there.
BOOST_AUTO_TEST_CASE(TakesATunnelHeaderWithMergeAndKeysOfOtherTypes) {
  const std::string shown = Show(ChangeSet(
      Part("MERGE /orders(PartitionKey='p',RowKey='a')", "X-HTTP-Method: MERGE\r\n", R"({"A":1})") +
      Part("PUT /orders(PartitionKey='p',RowKey='b')", "Prefer: return-no-content\r\n",
           R"({"PartitionKey":1,"RowKey":"b","RowKey@odata.type":"Edm.Binary","A":2})") +
      Part("PATCH /orders(PartitionKey='p',RowKey='c')", "",
           R"({"PartitionKey@odata.type":"Edm.Guid","PartitionKey":"p","A":3})")));
  const std::string open = std::string("--changesetresponse_GUID\r\n") + kPartHead +
                           "HTTP/1.1 204 No Content\r\nX-Content-Type-Options: nosniff\r\n"
                           "Cache-Control: no-cache\r\n";
  BOOST_TEST(shown ==
             kHead + std::string(kOpenChangeSet) + open +
                 "DataServiceVersion: 1.0;\r\nETag: W/\"datetime'T1'\"\r\n\r\n\r\n" + open +
                 "Preference-Applied: return-no-content\r\nDataServiceVersion: 3.0;\r\n"
                 "ETag: W/\"datetime'T2'\"\r\n\r\n\r\n" +
                 open + "DataServiceVersion: 1.0;\r\nETag: W/\"datetime'T3'\"\r\n\r\n\r\n" +
                 kCloseChangeSet);
  for (const char* const row : {"a", "b", "c"}) {
    BOOST_TEST(StatusOf({"GET", std::string("/orders(PartitionKey='p',RowKey='") + row + "')"}) ==
               200);
  }
}

BOOST_AUTO_TEST_CASE(FailureIsOnePartAndChangesNothing) {
  Insert("orders", "p", "b");
  const std::string shown = Show(ChangeSet(
      Part("POST /orders", "", R"({"PartitionKey":"p","RowKey":"a"})") +
      Part("POST /orders", "Content-ID: 2\r\nAccept: application/json;odata=fullmetadata\r\n",
           R"({"PartitionKey":"p","RowKey":"b"})")));
  BOOST_TEST(
      shown ==
      kHead + std::string(kOpenChangeSet) + "--changesetresponse_GUID\r\n" + kPartHead +
          "HTTP/1.1 409 Conflict\r\nContent-ID: 2\r\nX-Content-Type-Options: nosniff\r\n"
          "Cache-Control: no-cache\r\nDataServiceVersion: 3.0;\r\nContent-Type: json full\r\n"
          "\r\n"
          R"({"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US",)"
          R"("value":"1:The specified entity already exists.\nRequestId:ID\nTime:NOW"}}})"
          "\r\n" +
          kCloseChangeSet);
  BOOST_TEST(StatusOf({"GET", "/orders(PartitionKey='p',RowKey='a')"}) == 404);
}

BOOST_AUTO_TEST_CASE(FailureOfASingleOperationHasNoIndexUnlessTheTableIsAbsent) {
  const std::string absent_row =
      Show(ChangeSet(Part("DELETE /orders(PartitionKey='p',RowKey='a')", "If-Match: *\r\n", "")));
  BOOST_TEST(absent_row.find(R"("value":"The specified resource does not exist.)") !=
             std::string::npos);
  const std::string absent_table =
      Show(ChangeSet(Part("POST /absent", "", R"({"PartitionKey":"p","RowKey":"a"})")));
  BOOST_TEST(absent_table.find(R"("value":"0:The table specified does not exist.)") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(ErrorsHaveTheFormThatTheirPartRequests) {
  struct Case {
    const char* name;
    const char* headers;
    const char* type;
    const char* code;
  };
  const Case cases[] = {
      {"no Accept", "", "json minimal", "EntityAlreadyExists"},
      {"an empty one", "Accept:\r\n", "json minimal", "EntityAlreadyExists"},
      {"JSON", "Accept: application/json;odata=nometadata\r\n", "json no", "EntityAlreadyExists"},
      {"anything", "Accept: */*\r\n", "application/xml;charset=utf-8", "EntityAlreadyExists"},
      {"Atom", "Accept: application/atom+xml\r\n", "application/xml;charset=utf-8",
       "AtomFormatNotSupported"},
  };
  Insert("orders", "p", "r");
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const std::string shown =
          Show(ChangeSet(Part("POST /orders", c.headers, R"({"PartitionKey":"p","RowKey":"r"})")));
      BOOST_TEST(shown.find(std::string("\r\nContent-Type: ") + c.type + "\r\n") !=
                 std::string::npos);
      BOOST_TEST(shown.find(c.code) != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(AnEmptyChangeSetIsAccepted) {
  BOOST_TEST(Show(ChangeSet("")) == kHead + std::string(kOpenChangeSet) + kCloseChangeSet);
}

BOOST_AUTO_TEST_CASE(AnswersOneQuery) {
  Insert("orders", "p", "r", R"("N":1)");
  const std::string open = "--batchresponse_GUID\r\n" + std::string(kPartHead);
  const std::string close = "\r\n--batchresponse_GUID--\r\n";
  const std::string ok =
      "HTTP/1.1 200 OK\r\nDataServiceVersion: 3.0;\r\nContent-Type: json no\r\n"
      "X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\n";
  BOOST_TEST(Show(Query("/orders(PartitionKey='p',RowKey='r')")) ==
             kHead + open + ok + "ETag: W/\"datetime'T1'\"\r\n\r\n" +
                 R"({"PartitionKey":"p","RowKey":"r","Timestamp":"T1","N":1})" + close);
  BOOST_TEST(Show(Query("/orders()?$select=N&$filter=N%20eq%201")) ==
             kHead + open + ok + "\r\n" + R"({"value":[{"N":1}]})" + close);
  BOOST_TEST(Show(Query("/orders(PartitionKey='p',RowKey='x')"))
                 .find(R"("value":"0:The specified resource does not exist.)") !=
             std::string::npos);
  for (const char* const other : {"/orders?comp=acl", "/?restype=service&comp=properties"}) {
    BOOST_TEST_CONTEXT(other) {
      const std::string shown = Show(Query(other));
      BOOST_TEST(shown.find("HTTP/1.1 501 Not Implemented\r\n") != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(TheSecondaryAddressAcceptsOnlyAQuery) {
  Insert("orders", "p", "r");
  const auto secondary = [](TestCall call) {
    call.path = "-secondary/$batch";
    call.headers.emplace_back("Accept: application/json");
    return call;
  };
  const std::string found = Show(secondary(Query("/orders(PartitionKey='p',RowKey='r')")));
  BOOST_TEST(found.starts_with("202 Accepted\n"));
  BOOST_TEST(found.find("HTTP/1.1 200 OK\r\n") != std::string::npos);
  const std::string refused =
      "403 Write operations are not allowed.\nContent-Type: application/json\n"
      "x-ms-error-code: InsufficientAccountPermissions\n\n"
      R"({"odata.error":{"code":"InsufficientAccountPermissions","message":{"lang":"en-US",)"
      R"("value":"Write operations are not allowed.\nRequestId:ID\nTime:NOW"}}})";
  const std::string insert = Part("POST /orders", "", R"({"PartitionKey":"p","RowKey":"a"})");
  for (const std::string& parts : {insert, std::string()}) {
    BOOST_TEST_CONTEXT(parts) { BOOST_TEST(Show(secondary(ChangeSet(parts))) == refused); }
  }
  BOOST_TEST(StatusOf({"GET", "/orders(PartitionKey='p',RowKey='a')"}) == 404);
  TestCall no_batch = secondary(ChangeSet(""));
  no_batch.body = "no batch";
  BOOST_TEST(StatusOf(no_batch) == 400);
}

BOOST_AUTO_TEST_CASE(ADeleteThatFailsEchoesNoPreference) {
  struct Case {
    const char* name;
    std::string part;
    const char* status;
    bool echoes;
    bool no_cache;
  };
  const std::string entity = "/orders(PartitionKey='p',RowKey='a')";
  const std::string prefer = "Prefer: return-no-content\r\n";
  const Case cases[] = {
      {"absent", Part("DELETE " + entity, prefer + "If-Match: *\r\n", ""), "404 Not Found", false,
       true},
      {"malformed condition", Part("DELETE " + entity, prefer + "If-Match: x\r\n", ""),
       "400 Bad Request", false, false},
      {"an update", Part("MERGE " + entity, prefer + "If-Match: *\r\n", "{}"), "404 Not Found",
       true, true},
      {"malformed condition of an update",
       Part("MERGE " + entity, prefer + "If-Match: x\r\n", "{}"), "400 Bad Request", true, true},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const std::string shown = Show(ChangeSet(c.part));
      BOOST_TEST(shown.find(std::string("HTTP/1.1 ") + c.status) != std::string::npos);
      BOOST_TEST((shown.find("Preference-Applied") != std::string::npos) == c.echoes);
      BOOST_TEST((shown.find("\r\nCache-Control: no-cache\r\n") != std::string::npos) ==
                 c.no_cache);
    }
  }
}

BOOST_AUTO_TEST_CASE(OuterRequestIsRefused) {
  TestCall no_boundary = ChangeSet("");
  no_boundary.headers = {"Content-Type: application/json", "Accept: application/json"};
  BOOST_TEST(StatusOf(no_boundary) == 400);
  TestCall unsigned_batch =
      ChangeSet(Part("POST /orders", "", R"({"PartitionKey":"p","RowKey":"a"})"));
  unsigned_batch.sign = false;
  BOOST_TEST(StatusOf(unsigned_batch) == 403);
  BOOST_TEST(StatusOf({"GET", "/$batch"}) == 405);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
