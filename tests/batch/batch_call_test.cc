#include "batch/batch_call.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

namespace rowhouse {
namespace {

std::string Guid() { return "guid"; }

// A written change set as the server's own reader reads it.
BOOST_AUTO_TEST_SUITE(WriteChangeSetTest)

BOOST_AUTO_TEST_CASE(TheReaderGetsBackWhatWasWritten) {
  const std::vector<PartRequest> written = {
      {.method = "POST",
       .target = "http://host/account/t",
       .headers = {{"Content-Type", "application/json"}},
       .body = R"({"PartitionKey":"p","RowKey":"--changeset_guid"})"},
      {.method = "DELETE",
       .target = "http://host/account/t(PartitionKey='a''b',RowKey='c%20d')",
       .headers = {{"If-Match", "*"}}},
  };
  const MultipartBody body = WriteChangeSet(written, &Guid);
  BOOST_TEST(body.content_type == "multipart/mixed; boundary=batch_guid");
  const auto read = ParseBatch(body.content_type, body.body);
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->operations.size() == written.size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    BOOST_TEST(read->operations[i].method == written[i].method);
    BOOST_TEST(read->operations[i].target == written[i].target);
    BOOST_TEST((FindHeader(read->operations[i].headers, "Content-ID") == std::to_string(i)));
    BOOST_TEST((FindHeader(read->operations[i].headers, written[i].headers[0].first) ==
                written[i].headers[0].second));
  }
  BOOST_TEST(read->operations[0].body == written[0].body);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(ParseBatchAnswerTest)

BOOST_AUTO_TEST_CASE(TheWritersAnswerIsReadBack) {
  const std::vector<PartAnswer> parts = {
      {.status = 204, .headers = {{"Content-ID", "0"}, {"ETag", "W/\"1\""}}},
      {.status = 409, .headers = {{"Content-ID", "1"}}, .body = R"({"odata.error":{}})"},
  };
  ChangeSetAnswer answer(&Guid, parts.size());
  for (const PartAnswer& part : parts) answer.Add(part);
  const MultipartBody set = answer.Finish();
  const auto read = ParseBatchAnswer(set.content_type, set.body);
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->size() == parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    BOOST_TEST((*read)[i].status == parts[i].status);
    BOOST_TEST((*read)[i].body == parts[i].body);
    BOOST_TEST(((*read)[i].headers == parts[i].headers));
  }
  const MultipartBody query = WriteQueryAnswer({.status = 200, .body = "{}"}, &Guid);
  const auto one = ParseBatchAnswer(query.content_type, query.body);
  BOOST_REQUIRE(one.has_value());
  BOOST_TEST(one->front().body == "{}");
}

struct BadAnswer {
  std::string_view name;
  std::string_view content_type;
  std::string_view body;
};

BOOST_AUTO_TEST_CASE(WhatIsNoAnswerOrCutOffIsRefused) {
  constexpr std::string_view kType = "multipart/mixed; boundary=b";
  constexpr std::string_view kHead =
      "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: "
      "application/http\r\n\r\n";
  const std::string no_status = std::string(kHead) + "HTTP/1.1 x\r\n\r\n\r\n--c--\r\n--b--\r\n";
  const std::string big_status =
      std::string(kHead) + "HTTP/1.1 9999 x\r\n\r\n\r\n--c--\r\n--b--\r\n";
  const std::string cut = std::string(kHead) + "HTTP/1.1 204 x\r\n\r\n\r\n--c--\r\n";
  const std::string cut_inside = std::string(kHead) + "HTTP/1.1 204 x\r\n\r\n\r\n--b--\r\n";
  const BadAnswer cases[] = {
      {"empty", kType, ""},
      {"not multipart", "application/json", "{}"},
      {"no boundary", "multipart/mixed", "--b--\r\n"},
      {"no part", kType, "--b--\r\n"},
      {"no status", kType, no_status},
      {"status out of range", kType, big_status},
      {"outer end missing", kType, cut},
      {"inner end missing", kType, cut_inside},
  };
  for (const BadAnswer& bad : cases) {
    BOOST_TEST(!ParseBatchAnswer(bad.content_type, bad.body).has_value(), bad.name);
  }
}

BOOST_AUTO_TEST_CASE(BareLineFeedsAreReadToo) {
  const auto read = ParseBatchAnswer(
      "multipart/mixed; boundary=b",
      "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: application/http\n\n"
      "HTTP/1.1 204 No Content\nETag: x\n\n\n--c--\n--b--\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((FindHeader(read->front().headers, "etag") == "x"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse
