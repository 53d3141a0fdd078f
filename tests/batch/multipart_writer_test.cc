#include "batch/multipart.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

constexpr const char* kETag = "W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"";
constexpr const char* kJson = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8";

int guids = 0;
// "G1", "G2", ... in the order of the calls since the last reset.
std::string NextGuid() { return "G" + std::to_string(++guids); }

const SubRequest kPlain{.method = "POST", .target = "/orders"};
const SubRequest kWithId{.method = "POST", .target = "/orders", .headers = {{"content-id", "7"}}};
const SubRequest kWithPrefer{.method = "POST",
                             .target = "/orders",
                             .headers = {{"Content-ID", "7"}, {"prefer", "Return-No-Content"}}};

std::string Headers(const PartAnswer& part) {
  std::string text;
  for (const auto& [name, value] : part.headers) text += fmt::format("{}: {}\n", name, value);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(WriteBatchAnswerTest)

BOOST_AUTO_TEST_CASE(WritesPartsOfEveryKindInOneChangeSet) {
  const std::string location = "http://h/a/orders(PartitionKey='p',RowKey='r')";
  guids = 0;
  ChangeSetAnswer parts(NextGuid, 4);
  parts.Add({.status = 204,
             .preference = "return-no-content",
             .location = location,
             .has_id = true,
             .etag = kETag,
             .data_service_version = "3.0;"},
            kWithId);
  parts.Add({.status = 201,
             .content_type = kJson,
             .preference = "return-content",
             .location = location,
             .etag = kETag,
             .body = "{\"a\":1}",
             .data_service_version = "3.0;"},
            kWithId);
  parts.Add({.status = 204, .etag = kETag, .data_service_version = "1.0;"}, kPlain);
  parts.Add({.status = 204, .data_service_version = "1.0;"}, kPlain);
  const MultipartBody answer = parts.Finish();
  BOOST_TEST(answer.content_type == "multipart/mixed; boundary=batchresponse_G1");
  BOOST_TEST(answer.body ==
             "--batchresponse_G1\r\n"
             "Content-Type: multipart/mixed; boundary=changesetresponse_G2\r\n"
             "\r\n"
             "--changesetresponse_G2\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 204 No Content\r\n"
             "Content-ID: 7\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "Preference-Applied: return-no-content\r\n"
             "DataServiceVersion: 3.0;\r\n"
             "Location: http://h/a/orders(PartitionKey='p',RowKey='r')\r\n"
             "DataServiceId: http://h/a/orders(PartitionKey='p',RowKey='r')\r\n"
             "ETag: W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"\r\n"
             "\r\n"
             "\r\n"
             "--changesetresponse_G2\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 201 Created\r\n"
             "DataServiceVersion: 3.0;\r\n"
             "Content-Type: "
             "application/json;odata=minimalmetadata;streaming=true;charset=utf-8\r\n"
             "Content-ID: 7\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "Preference-Applied: return-content\r\n"
             "Location: http://h/a/orders(PartitionKey='p',RowKey='r')\r\n"
             "ETag: W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"\r\n"
             "\r\n"
             "{\"a\":1}\r\n"
             "--changesetresponse_G2\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 204 No Content\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "DataServiceVersion: 1.0;\r\n"
             "ETag: W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"\r\n"
             "\r\n"
             "\r\n"
             "--changesetresponse_G2\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 204 No Content\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "DataServiceVersion: 1.0;\r\n"
             "\r\n"
             "\r\n"
             "--changesetresponse_G2--\r\n"
             "--batchresponse_G1--\r\n");
}

BOOST_AUTO_TEST_CASE(WritesAnEmptyChangeSet) {
  guids = 0;
  BOOST_TEST(ChangeSetAnswer(NextGuid, 0).Finish().body ==
             "--batchresponse_G1\r\n"
             "Content-Type: multipart/mixed; boundary=changesetresponse_G2\r\n"
             "\r\n"
             "--changesetresponse_G2--\r\n"
             "--batchresponse_G1--\r\n");
}

BOOST_AUTO_TEST_CASE(WritesAQueryDirectlyIntoTheBatch) {
  PartAnswer part = MakeQueryPart("{\"a\":1}", kJson, kPlain);
  part.headers.emplace_back("ETag", kETag);
  guids = 0;
  const MultipartBody answer = WriteQueryAnswer(part, NextGuid);
  BOOST_TEST(answer.content_type == "multipart/mixed; boundary=batchresponse_G1");
  BOOST_TEST(answer.body ==
             "--batchresponse_G1\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 200 OK\r\n"
             "DataServiceVersion: 3.0;\r\n"
             "Content-Type: "
             "application/json;odata=minimalmetadata;streaming=true;charset=utf-8\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "ETag: W/\"datetime'2026-01-01T00%3A00%3A00.1234567Z'\"\r\n"
             "\r\n"
             "{\"a\":1}\r\n"
             "--batchresponse_G1--\r\n");
}

BOOST_AUTO_TEST_CASE(WritesTheOperationThatFailed) {
  guids = 0;
  ChangeSetAnswer answer(NextGuid, 1);
  answer.Add(MakeErrorPart(Error(ErrorCode::kEntityAlreadyExists), "{\"odata.error\":{}}", kJson,
                           kWithPrefer));
  BOOST_TEST(answer.Finish().body ==
             "--batchresponse_G1\r\n"
             "Content-Type: multipart/mixed; boundary=changesetresponse_G2\r\n"
             "\r\n"
             "--changesetresponse_G2\r\n"
             "Content-Type: application/http\r\n"
             "Content-Transfer-Encoding: binary\r\n"
             "\r\n"
             "HTTP/1.1 409 Conflict\r\n"
             "Content-ID: 7\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "Cache-Control: no-cache\r\n"
             "Preference-Applied: return-no-content\r\n"
             "DataServiceVersion: 3.0;\r\n"
             "Content-Type: "
             "application/json;odata=minimalmetadata;streaming=true;charset=utf-8\r\n"
             "\r\n"
             "{\"odata.error\":{}}\r\n"
             "--changesetresponse_G2--\r\n"
             "--batchresponse_G1--\r\n");
}

BOOST_AUTO_TEST_CASE(LeavesCachingAndPreferenceOutOfErrorsOfReading) {
  BOOST_TEST(Headers(MakeErrorPart(Error(ErrorCode::kTableNotFound), "{}", "x", kWithPrefer)) ==
             "Content-ID: 7\nX-Content-Type-Options: nosniff\nDataServiceVersion: 3.0;\n"
             "Content-Type: x\n");
  BOOST_TEST(Headers(MakeErrorPart(Error(ErrorCode::kInvalidDuplicateRow), "{}", "x", kPlain)) ==
             "X-Content-Type-Options: nosniff\nCache-Control: no-cache\nDataServiceVersion: 3.0;\n"
             "Content-Type: x\n");
}

BOOST_AUTO_TEST_CASE(KnowsThePhraseOfEveryStatusOfAnError) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::kXMethodNotUsingPost); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    const PartAnswer part = MakeErrorPart(Error(code), "", "x", kPlain);
    guids = 0;
    const std::string line = "HTTP/1.1 " + std::to_string(ToWire(code).status) + " ";
    const std::string body = WriteQueryAnswer(part, NextGuid).body;
    const std::size_t at = body.find(line);
    BOOST_REQUIRE(at != std::string::npos);
    BOOST_TEST(body[at + line.size()] != '\r', ToWire(code).code);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
