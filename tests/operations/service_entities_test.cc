// Entities written, read and queried over the wire (spec 5.10-5.16, section 7).

#include "tests/operations/service_fixture.h"

namespace rowhouse::operations {
namespace {

const std::vector<std::string> kNoMetadata{"Accept: application/json;odata=nometadata"};

// The answer to a request that the data layer refuses.
std::string Refused(const std::string& status, const std::string& code, const std::string& message,
                    bool with_cache_control = true) {
  return status + "\n" + (with_cache_control ? "Cache-Control: no-cache\n" : "") +
         "Content-Type: json minimal\n\n" + R"({"odata.error":{"code":")" + code +
         R"(","message":{"lang":"en-US","value":")" + message + R"(\nRequestId:ID\nTime:NOW"}}})";
}

std::string Rows(const std::string& shown) { return shown.substr(shown.find("\n\n") + 2); }

struct OrdersFixture : ServiceFixture {
  OrdersFixture() { CreateTable("orders"); }

  // A write to (p, r).
  std::string Write(const std::string& method, const std::string& body,
                    std::vector<std::string> headers = {}) {
    headers.emplace_back("Accept: application/json");
    return Show({method, "/orders(PartitionKey='p',RowKey='r')", body, std::move(headers)});
  }
  std::string Stored() {
    return Rows(Show({"GET", "/orders(PartitionKey='p',RowKey='r')?$select=A,B", "", kNoMetadata}));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ServiceEntitiesTest, OrdersFixture)

BOOST_AUTO_TEST_CASE(InsertAnswersWithTheEntity) {
  BOOST_TEST(
      Show({"POST", "/orders",
            R"({"PartitionKey":"p'1","RowKey":"r 1","Qty":3,"Big":"7",)"
            R"("Big@odata.type":"Edm.Int64","Price":2.0})"}) ==
      "201 Created\n"
      "Cache-Control: no-cache\n"
      "Content-Type: json minimal\n"
      "ETag: W/\"datetime'T1'\"\n"
      "Location: BASE/orders(PartitionKey='p''1',RowKey='r%201')\n\n"
      R"({"odata.metadata":"BASE/$metadata#orders/@Element","odata.etag":"W/\"datetime'T1'\"",)"
      R"("PartitionKey":"p'1","RowKey":"r 1","Timestamp":"T1","Qty":3,)"
      R"("Big@odata.type":"Edm.Int64","Big":"7","Price":2.0})");
}

BOOST_AUTO_TEST_CASE(InsertEchoesAnOffsetThatReadsDoNotShow) {
  const std::string sent =
      "\"D@odata.type\":\"Edm.DateTime\",\"D\":\"1999-01-01T01:02:00.00+00:00\"";
  BOOST_TEST(
      Rows(Show(
          {"POST", "/orders", R"({"PartitionKey":"p","RowKey":"r",)" + sent + "}", kNoMetadata})) ==
      R"({"PartitionKey":"p","RowKey":"r","Timestamp":"T1","D":"1999-01-01T01:02:00+00:00"})");
  BOOST_TEST(Rows(Show({"GET", "/orders(PartitionKey='p',RowKey='r')?$select=D", "",
                        kNoMetadata})) == R"({"D":"1999-01-01T01:02:00Z"})");
}

BOOST_AUTO_TEST_CASE(InsertWithoutContent) {
  BOOST_TEST(Show({"POST",
                   "/orders()",
                   R"({"PartitionKey":"","RowKey":""})",
                   {"Prefer: return-no-content", "Accept: application/json"}}) ==
             "204 No Content\n"
             "Cache-Control: no-cache\n"
             "DataServiceId: BASE/orders(PartitionKey='',RowKey='')\n"
             "ETag: W/\"datetime'T1'\"\n"
             "Location: BASE/orders(PartitionKey='',RowKey='')\n"
             "Preference-Applied: return-no-content\n\n");
}

BOOST_AUTO_TEST_CASE(InsertIsRefused) {
  Insert("orders", "p", "r");
  BOOST_TEST(
      Show({"POST", "/orders", R"({"PartitionKey":"p","RowKey":"r"})"}) ==
      Refused("409 Conflict", "EntityAlreadyExists", "The specified entity already exists."));
  BOOST_TEST(Show({"POST", "/orders", R"({"PartitionKey":"p"})"}) ==
             Refused("400 Bad Request", "PropertiesNeedValue",
                     "The values are not specified for all properties in the entity."));
  BOOST_TEST(Show({"POST", "/orders", R"({"PartitionKey":"a/b","RowKey":"r"})"}) ==
             Refused("400 Bad Request", "OutOfRangeInput",
                     "The 'PartitionKey' parameter of value 'a/b' is out of range.", false));
  BOOST_TEST(Show({"POST", "/orders", R"({"PartitionKey":5,"RowKey":"r"})"}) ==
             Refused("400 Bad Request", "InvalidInput", "One of the request inputs is not valid."));
  BOOST_TEST(Show({"POST", "/orders", R"({"PartitionKey":"p","RowKey":"s","A":{}})"}) ==
             Refused("400 Bad Request", "InvalidInput",
                     "An error occurred while processing this request."));
  BOOST_TEST(
      Show({"POST", "/absent", "no JSON at all"}) ==
      Refused("404 Not Found", "TableNotFound", "The table specified does not exist.", false));
}

BOOST_AUTO_TEST_CASE(ReadsAtEveryMetadataLevel) {
  Insert("orders", "p", "r", R"("A":1)");
  const auto read = [&](const std::string& accept) {
    return Show({"GET",
                 "/orders(PartitionKey='p',RowKey='r')",
                 "",
                 {"Accept: application/json;odata=" + accept}});
  };
  BOOST_TEST(read("nometadata") ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json no\nETag: W/\"datetime'T1'\"\n\n"
             R"({"PartitionKey":"p","RowKey":"r","Timestamp":"T1","A":1})");
  BOOST_TEST(
      read("fullmetadata") ==
      "200 OK\nCache-Control: no-cache\nContent-Type: json full\nETag: W/\"datetime'T1'\"\n\n"
      R"j({"odata.metadata":"BASE/$metadata#orders/@Element","odata.type":)j"
      R"j("devstoreaccount1.orders","odata.id":"BASE/orders(PartitionKey='p',RowKey='r')",)j"
      R"j("odata.etag":"W/\"datetime'T1'\"","odata.editLink":)j"
      R"j("orders(PartitionKey='p',RowKey='r')","PartitionKey":"p","RowKey":"r",)j"
      R"j("Timestamp@odata.type":"Edm.DateTime","Timestamp":"T1","A":1})j");
}

BOOST_AUTO_TEST_CASE(AReadRepeatsSelectEncodedForAUri) {
  Insert("orders", "p", "r", R"("A":1)");
  BOOST_TEST(Show({"GET", "/orders(PartitionKey='p',RowKey='r')?$select=A%2C%20Gone"}) ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json minimal\n"
             "ETag: W/\"datetime'T1'\"\n\n"
             R"({"odata.metadata":"BASE/$metadata#orders/@Element&$select=A,%20Gone",)"
             R"("odata.etag":"W/\"datetime'T1'\"","A":1,"Gone":null})");
}

BOOST_AUTO_TEST_CASE(ReadIsRefused) {
  BOOST_TEST(
      Show({"GET", "/orders(PartitionKey='p',RowKey='r')"}) ==
      Refused("404 Not Found", "ResourceNotFound", "The specified resource does not exist."));
  BOOST_TEST(
      Show({"GET", "/absent(PartitionKey='p',RowKey='r')"}) ==
      Refused("404 Not Found", "TableNotFound", "The table specified does not exist.", false));
  BOOST_TEST(
      Show({"GET", "/orders(PartitionKey='p')"}) ==
      Refused("400 Bad Request", "InvalidInput", "Bad Request - Error in query syntax.", false));
  BOOST_TEST(
      Show({"GET", "/orders(PartitionKey='p',RowKey='r%2F')"}) ==
      Refused("400 Bad Request", "InvalidInput", "Bad Request - Error in query syntax.", false));
}

BOOST_AUTO_TEST_CASE(ReadsHonorConditions) {
  const std::string etag = Insert("orders", "p", "r");
  const auto status = [&](const std::string& header) {
    return StatusOf(
        {"GET", "/orders(PartitionKey='p',RowKey='r')", "", {"Accept: application/json", header}});
  };
  BOOST_TEST(status("If-None-Match: " + etag) == 304);
  BOOST_TEST(status("If-None-Match: *") == 304);
  BOOST_TEST(status("If-None-Match: W/\"datetime'2020-01-01T00%3A00%3A00Z'\"") == 200);
  BOOST_TEST(status("If-Match: " + etag) == 200);
  BOOST_TEST(status("If-Match: W/\"datetime'2020-01-01T00%3A00%3A00Z'\"") == 412);
  BOOST_TEST(status("If-Match: abc") == 400);
  BOOST_TEST(status("If-None-Match: abc") == 400);
  BOOST_TEST(status("If-Match: *\r\nIf-None-Match: " + etag) == 400);
  BOOST_TEST(status("If-Match: *\r\nif-match: *") == 400);
}

BOOST_AUTO_TEST_CASE(ConditionsOfAReadAreParsedBeforeTheTableIsChecked) {
  BOOST_TEST(StatusOf({"GET", "/absent(PartitionKey='p',RowKey='r')", "", {"If-Match: abc"}}) ==
             400);
}

BOOST_AUTO_TEST_CASE(UpsertsReplaceAndMerge) {
  const std::string done = "204 No Content\nCache-Control: no-cache\nETag: W/\"datetime'T1'\"\n\n";
  BOOST_TEST(Write("PUT", R"({"A":1})") == done);
  BOOST_TEST(Stored() == R"({"A":1,"B":null})");
  BOOST_TEST(Write("MERGE", R"({"B":2})").substr(0, 3) == "204");
  BOOST_TEST(Stored() == R"({"A":1,"B":2})");
  BOOST_TEST(Write("PATCH", R"({"A":"x","B":null})").substr(0, 3) == "204");
  BOOST_TEST(Stored() == R"({"A":"x","B":2})");
  BOOST_TEST(Write("PUT", R"({"B":3})").substr(0, 3) == "204");
  BOOST_TEST(Stored() == R"({"A":null,"B":3})");
  BOOST_TEST(Write("POST", R"({"A":4})", {"X-HTTP-Method: MERGE"}).substr(0, 3) == "204");
  BOOST_TEST(Stored() == R"({"A":4,"B":3})");
}

BOOST_AUTO_TEST_CASE(KeysInTheBodyOfAnUpdateAreIgnored) {
  const std::string keys =
      R"("PartitionKey":"2022-04-01T09:30:45Z","PartitionKey@odata.type":"Edm.DateTime",)"
      R"("RowKey@odata.type":"Edm.Guid","RowKey":5,)";
  int value = 0;
  for (const char* const method : {"PUT", "PATCH", "MERGE"}) {
    for (const char* const header : {"Accept: application/json", "If-Match: *"}) {
      const std::string number = std::to_string(++value);
      BOOST_TEST_CONTEXT(method << ' ' << header) {
        BOOST_TEST(StatusOf({"PUT", "/orders(PartitionKey='p',RowKey='r')", "{}"}) == 204);
        BOOST_TEST(Write(method, "{" + keys + R"("A":)" + number + "}", {header}).substr(0, 3) ==
                   "204");
        BOOST_TEST(Stored() == R"({"A":)" + number + R"(,"B":null})");
      }
    }
  }
  BOOST_TEST(Rows(Show({"GET", "/orders?$select=PartitionKey,RowKey", "", kNoMetadata})) ==
             R"({"value":[{"PartitionKey":"p","RowKey":"r"}]})");
}

BOOST_AUTO_TEST_CASE(EntityThatIsTooLargeIsRefusedBeforeItsValues) {
  const auto refusal = [&](std::size_t units) {
    return Write("PUT", R"({"A":")" + std::string(units, 'x') + R"("})");
  };
  BOOST_TEST(refusal(1048576) ==
             Refused("400 Bad Request", "EntityTooLarge",
                     "The entity is larger than the maximum allowed size (1MB)."));
  BOOST_TEST(refusal(70 * 1024) ==
             Refused("400 Bad Request", "PropertyValueTooLarge",
                     "The property value exceeds the maximum allowed size (64KB). If the property "
                     "value is a string, it is UTF-16 encoded and the maximum number of characters "
                     "should be 32K or less."));
}

BOOST_AUTO_TEST_CASE(WritesHonorIfMatch) {
  const std::string stale = "If-Match: W/\"datetime'2020-01-01T00%3A00%3A00Z'\"";
  const std::string absent =
      Refused("404 Not Found", "ResourceNotFound", "The specified resource does not exist.");
  for (const char* const method : {"PUT", "PATCH", "MERGE", "DELETE"}) {
    BOOST_TEST_CONTEXT(method) { BOOST_TEST(Write(method, "{}", {"If-Match: *"}) == absent); }
  }
  const std::string etag = Insert("orders", "p", "r", R"("A":1)");
  for (const char* const method : {"PUT", "PATCH", "MERGE", "DELETE"}) {
    BOOST_TEST_CONTEXT(method) {
      BOOST_TEST(Write(method, "{}", {stale}) ==
                 Refused("412 Precondition Failed", "UpdateConditionNotSatisfied",
                         "The update condition specified in the request was not satisfied."));
      const bool no_cache = std::string_view(method) != "DELETE";
      BOOST_TEST(Write(method, "{}", {"If-Match: abc"}) ==
                 Refused("400 Bad Request", "InvalidInput",
                         "The etag value 'abc' specified in one of the request headers is not "
                         "valid. Please make sure only one etag value is specified and is valid.",
                         no_cache));
    }
  }
  BOOST_TEST(Stored() == R"({"A":1,"B":null})");
  BOOST_TEST(Write("DELETE", "").substr(0, 3) == "400");
  BOOST_TEST(Write("DELETE", "", {"If-Match: " + etag}) ==
             "204 No Content\nCache-Control: no-cache\n\n");
}

BOOST_AUTO_TEST_CASE(ADeleteEchoesNoPreference) {
  const auto echoed = [&](const std::string& method, std::vector<std::string> headers) {
    headers.emplace_back("Prefer: return-no-content");
    return HeaderOf({method, "/orders(PartitionKey='p',RowKey='r')", "{}", headers},
                    "Preference-Applied");
  };
  const std::string any = "If-Match: *";
  BOOST_TEST(echoed("PUT", {any}) == "return-no-content");  // 404
  BOOST_TEST(echoed("DELETE", {any}) == "");                // 404
  BOOST_TEST(echoed("DELETE", {}) == "");                   // 400
  BOOST_TEST(echoed("POST", {any, "X-HTTP-Method: DELETE"}) == "");
  BOOST_TEST(echoed("POST", {any, "X-HTTP-Method: MERGE"}) == "return-no-content");
  Insert("orders", "p", "r");
  BOOST_TEST(echoed("DELETE", {any}) == "");  // 204
  BOOST_TEST(HeaderOf({"DELETE", "/Tables('absent')", "", {"Prefer: return-no-content"}},
                      "Preference-Applied") == "");
}

BOOST_AUTO_TEST_CASE(AnAbsentTableIsReportedFirst) {
  for (const char* const method : {"PUT", "PATCH", "MERGE", "DELETE"}) {
    BOOST_TEST_CONTEXT(method) {
      BOOST_TEST(
          Show({method,
                "/absent(PartitionKey='p',RowKey='r')",
                "no JSON",
                {"Accept: application/json", "If-Match: *"}}) ==
          Refused("404 Not Found", "TableNotFound", "The table specified does not exist.", false));
    }
  }
}

BOOST_AUTO_TEST_CASE(QueriesReturnPages) {
  for (const char* const row : {"1", "2", "3"}) Insert("orders", "p", row);
  Insert("orders", "q", "1");
  BOOST_TEST(Show({"GET", "/orders()?$top=2&$select=RowKey"}) ==
             "200 OK\nCache-Control: no-cache\nContent-Type: json minimal\n"
             "x-ms-continuation-NextPartitionKey: 1!4!cA--\n"
             "x-ms-continuation-NextRowKey: 1!4!Mw--\n\n"
             R"({"odata.metadata":"BASE/$metadata#orders&$select=RowKey","value":[)"
             R"({"odata.etag":"W/\"datetime'T1'\"","RowKey":"1"},)"
             R"({"odata.etag":"W/\"datetime'T2'\"","RowKey":"2"}]})");
  BOOST_TEST(
      Show({"GET",
            "/orders?$top=2&$select=RowKey&NextPartitionKey=1%214%21cA--&NextRowKey=1!4!Mw--", "",
            kNoMetadata}) ==
      "200 OK\nCache-Control: no-cache\nContent-Type: json no\n\n"
      R"({"value":[{"RowKey":"3"},{"RowKey":"1"}]})");
  const auto from = [&](const std::string& place) {
    return Rows(Show({"GET", "/orders?$select=RowKey&" + place, "", kNoMetadata}));
  };
  BOOST_TEST(from("NextPartitionKey=p&NextRowKey=3") ==
             R"({"value":[{"RowKey":"3"},{"RowKey":"1"}]})");
  BOOST_TEST(from("NextPartitionKey=p&NextRowKey=1!4!Mw--") ==
             R"({"value":[{"RowKey":"3"},{"RowKey":"1"}]})");
  BOOST_TEST(from("NextPartitionKey=pa") == R"({"value":[{"RowKey":"1"}]})");
  BOOST_TEST(
      Rows(Show({"GET", "/orders?$filter=PartitionKey+eq+'p'+and+RowKey+gt+'1'&$select=RowKey", "",
                 kNoMetadata})) == R"({"value":[{"RowKey":"2"},{"RowKey":"3"}]})");
  BOOST_TEST(Rows(Show({"GET", "/orders?$filter=&$top=0", "", kNoMetadata})) == R"({"value":[]})");
}

BOOST_AUTO_TEST_CASE(ASelectedAnnotationIsNotRepeated) {
  Insert("orders", "p", "r", R"("A":1)");
  BOOST_TEST(Rows(Show({"GET", "/orders?$select=odata.etag,A"})) ==
             R"({"odata.metadata":"BASE/$metadata#orders&$select=odata.etag,A","value":[)"
             R"({"odata.etag":"W/\"datetime'T1'\"","A":1}]})");
}

BOOST_AUTO_TEST_CASE(QueryIsRefused) {
  BOOST_TEST(Show({"GET", "/absent()"}) == Refused("404 Not Found", "TableNotFound",
                                                   "The table specified does not exist.", false));
  BOOST_TEST(Show({"GET", "/orders?$filter=aaa+bbb+ccc"}) ==
             Refused("400 Bad Request", "InvalidInput",
                     "Syntax error at position 7 in 'aaa bbb ccc'.", false));
  BOOST_TEST(Show({"GET", "/orders?$filter=(PartitionKey+)+and+(RowKey+ge+'000050')"}) ==
             Refused("400 Bad Request", "InvalidInput",
                     "A binary operator with incompatible types was detected. Found operand types "
                     "'Edm.String' and 'Edm.Boolean' for operator kind 'And'.",
                     false));
  BOOST_TEST(Show({"GET", "/orders?$filter=not+RowKey"}) ==
             Refused("400 Bad Request", "InvalidInput",
                     "A unary operator with an incompatible type was detected. Found operand type "
                     "'Edm.String' for operator kind 'Not'.",
                     false));
  BOOST_TEST(StatusOf({"GET", "/orders?$filter=PartitionKey+eq+12345"}) == 400);
  BOOST_TEST(StatusOf({"GET", "/orders?$filter=A+eq+12345"}) == 200);
  BOOST_TEST(StatusOf({"GET", "/orders?$filter=startswith(A,'x')"}) == 501);
  BOOST_TEST(StatusOf({"GET", "/orders?$orderby=A"}) == 501);
  BOOST_TEST(StatusOf({"GET", "/orders?$top=1001"}) == 400);
  BOOST_TEST(StatusOf({"GET", "/orders?NextRowKey=1!4!Mw--"}) == 400);
  BOOST_TEST(StatusOf({"GET", "/orders?NextPartitionKey="}) == 400);
  BOOST_TEST(StatusOf({"GET", "/orders?NextPartitionKey=1!3!cA--"}) == 400);
}

BOOST_AUTO_TEST_CASE(LargeBodiesAreAccepted) {
  const std::string text(30000, 'x');
  std::string members;
  for (int i = 0; i < 10; ++i) {
    members += (i > 0 ? ",\"P" : "\"P") + std::to_string(i) + "\":\"" + text + "\"";
  }
  Insert("orders", "p", "r", members);
  BOOST_TEST(Show({"GET", "/orders(PartitionKey='p',RowKey='r')?$select=P9", "", kNoMetadata})
                 .find(text) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(APageEndsEarlyIfItsAnswerGetsLarge) {
  // Values of nearly the greatest length, for which an answer needs six bytes per unit.
  std::string members;
  for (int i = 0; i < 15; ++i) {
    members += (i == 0 ? "\"V" : ",\"V") + std::to_string(i) + "\":\"";
    for (int unit = 0; unit < 32000; ++unit) members += "\xC3\xA9";
    members += '"';
  }
  for (const char* row : {"1", "2", "3", "4", "5", "6", "7"}) Insert("orders", "p", row, members);
  BOOST_TEST(HeaderOf({"GET", "/orders()", ""}, "x-ms-continuation-NextRowKey") == "1!4!Nw--");
  BOOST_TEST(HeaderOf({"GET", "/orders()?$select=RowKey", ""}, "x-ms-continuation-NextRowKey") ==
             "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
