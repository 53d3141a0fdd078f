#include "batch/multipart.h"
#include "tests/support/sanitized.h"

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

constexpr const char* kStandardText = "One of the request inputs is not valid.";
constexpr const char* kContentTypeText =
    "The content type specified in not valid for batch requests. Content type must be "
    "'multipart/mixed' and there must be a valid single boundary delimiter specified.";
constexpr const char* kSecondText =
    "The batch request exceeds the maximum 1 operations per request.";

// A batch in one text: "query" or "changes", then for each operation method, target, headers and
// body between marks, or the message of the error.
std::string Describe(const Result<BatchRequest>& batch) {
  if (!batch) return batch.error().message;
  std::string text = batch->is_query ? "query" : "changes";
  for (const SubRequest& operation : batch->operations) {
    text += fmt::format("\n{} {}", operation.method, operation.target);
    for (const auto& [name, value] : operation.headers) text += fmt::format(" {}={}", name, value);
    text += fmt::format(" <{}>", operation.body);
  }
  return text;
}

std::string ReplaceAll(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Puts `part` into a change set; line ends are LF.
std::string InChangeSet(std::string_view part) {
  return fmt::format(
      "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: "
      "application/http\nContent-Transfer-Encoding: binary\n\n{}\n--c--\n--b--\n",
      part);
}

std::string DescribeBody(std::string_view body) {
  return Describe(ParseBatch("multipart/mixed; boundary=b", body));
}

struct BodyCase {
  const char* name;
  std::string body;
  std::string outcome;
};

void CheckBodies(const std::vector<BodyCase>& cases) {
  for (const BodyCase& test : cases) {
    BOOST_TEST_CONTEXT(test.name) { BOOST_TEST(DescribeBody(test.body) == test.outcome); }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ParseBatchTest)

BOOST_AUTO_TEST_CASE(ReadsTheDotNetClient) {
  const std::string body =
      "--batch_6c1\r\n"
      "Content-Type: multipart/mixed; boundary=changeset_7d2\r\n\r\n"
      "--changeset_7d2\r\n"
      "Content-Type: application/http\r\n"
      "Content-Transfer-Encoding: binary\r\n\r\n"
      "POST https://acct.table.example.net/orders?$format=application%2Fjson HTTP/1.1\r\n"
      "Host: acct.table.example.net\r\n"
      "Prefer: return-no-content\r\n"
      "Content-Type: application/json;odata=nometadata\r\n\r\n"
      "{\"PartitionKey\":\"p\",\"RowKey\":\"a\"}\r\n"
      "--changeset_7d2\r\n"
      "Content-Type: application/http\r\n"
      "Content-Transfer-Encoding: binary\r\n\r\n"
      "DELETE https://acct.table.example.net/orders(PartitionKey='p',RowKey='b') HTTP/1.1\r\n"
      "If-Match: *\r\n\r\n\r\n"
      "--changeset_7d2--\r\n\r\n"
      "--batch_6c1--\r\n";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_6c1", body)) ==
             "changes\n"
             "POST https://acct.table.example.net/orders?$format=application%2Fjson "
             "Host=acct.table.example.net Prefer=return-no-content "
             "Content-Type=application/json;odata=nometadata "
             "<{\"PartitionKey\":\"p\",\"RowKey\":\"a\"}>\n"
             "DELETE https://acct.table.example.net/orders(PartitionKey='p',RowKey='b') "
             "If-Match=* <>");
}

BOOST_AUTO_TEST_CASE(ReadsThePythonClientWithContentIdsOfParts) {
  const std::string body =
      "--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_2\r\n\r\n"
      "--changeset_2\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n"
      "Content-ID: 0\r\n\r\n"
      "PUT https://h/t(PartitionKey='p',RowKey='r') HTTP/1.1\r\n"
      "x-ms-version: 2019-02-02\r\nIf-Match: *\r\nContent-Length: 9\r\n\r\n"
      "{\"A\": 1}\n\r\n"
      "--changeset_2--\r\n--batch_1--";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_1", body)) ==
             "changes\nPUT https://h/t(PartitionKey='p',RowKey='r') x-ms-version=2019-02-02 "
             "If-Match=* Content-Length=9 <{\"A\": 1}\n>");
}

BOOST_AUTO_TEST_CASE(ReadsTheOldPythonClientWithBareLineFeeds) {
  const std::string body =
      "--batch_1\nContent-Type: multipart/mixed; boundary=changeset_2\n\n"
      "--changeset_2\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n"
      "POST /t HTTP/1.1\nContent-ID: 1\nAccept: application/json\nContent-Length: 36\n\n"
      "{\"PartitionKey\": \"p\", \"RowKey\": \"r\"}\n\n"
      "--changeset_2\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n"
      "DELETE /t(PartitionKey='p',RowKey='s') HTTP/1.1\nContent-ID: 2\nIf-Match: *\n\n"
      "--changeset_2--\n--batch_1--";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_1", body)) ==
             "changes\nPOST /t Content-ID=1 Accept=application/json Content-Length=36 "
             "<{\"PartitionKey\": \"p\", \"RowKey\": \"r\"}\n>\n"
             "DELETE /t(PartitionKey='p',RowKey='s') Content-ID=2 If-Match=* <>");
}

BOOST_AUTO_TEST_CASE(ReadsTheGoAndJavaScriptClientsWithExtraBlankLines) {
  const std::string body =
      "--batch_1\r\ncontent-type: multipart/mixed; boundary=changeset_2\r\n\r\n\r\n"
      "--changeset_2\r\ncontent-transfer-encoding: binary\r\ncontent-type: application/http\r\n"
      "\r\n\r\n"
      "PATCH https://h/t%28PartitionKey=%27p%27,RowKey=%27r%27%29 HTTP/1.1\r\n"
      "dataserviceversion: 3.0\r\n\r\n\r\n"
      "{\"A\":1}\r\n\r\n"
      "--changeset_2--\r\n\r\n\r\n--batch_1--\r\n\r\n";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_1", body)) ==
             "changes\nPATCH https://h/t%28PartitionKey=%27p%27,RowKey=%27r%27%29 "
             "dataserviceversion=3.0 <\r\n{\"A\":1}\r\n>");
}

BOOST_AUTO_TEST_CASE(ReadsTheNodeClientWithQuotedBoundaries) {
  const std::string body =
      "--batch_1\r\ncontent-type: multipart/mixed;charset=\"utf-8\";boundary=changeset_2\r\n\r\n"
      "--changeset_2\r\ncontent-type: application/http\r\ncontent-transfer-encoding: binary\r\n\r\n"
      "MERGE http://h/t(PartitionKey=%27p%27,RowKey=%27r%27) HTTP/1.1\r\ncontent-id: 1\r\n"
      "if-match: *\r\n\r\n{}\r\n--changeset_2--\r\n--batch_1--";
  BOOST_TEST(
      Describe(ParseBatch("multipart/mixed; charset=\"utf-8\"; boundary=\"batch_1\"", body)) ==
      "changes\nMERGE http://h/t(PartitionKey=%27p%27,RowKey=%27r%27) content-id=1 if-match=* "
      "<{}>");
}

BOOST_AUTO_TEST_CASE(ReadsTheCppClientWithoutLineBreakAfterJson) {
  const std::string body =
      "--batch_1\nContent-Type: multipart/mixed; boundary=changeset_2\n\n"
      "--changeset_2\nContent-Type: application/http\nContent-Transfer-Encoding: binary\n\n"
      "POST https://h/t HTTP/1.1\nAccept: application/json\nDataServiceVersion: 3.0;\n\n"
      "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}--changeset_2\n"
      "Content-Type: application/http\nContent-Transfer-Encoding: binary\n\n"
      "DELETE https://h/t(PartitionKey='p',RowKey='a b')?sig=x HTTP/1.1\nIf-Match: *\n"
      "--changeset_2--\n--batch_1\n";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_1", body)) ==
             "changes\nPOST https://h/t Accept=application/json DataServiceVersion=3.0; "
             "<{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}>\n"
             "DELETE https://h/t(PartitionKey='p',RowKey='a b')?sig=x If-Match=* <>");
}

BOOST_AUTO_TEST_CASE(ReadsTheOldCppClientsQuery) {
  const std::string body =
      "--batch_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
      "GET http://h/acct/t(PartitionKey='p',RowKey='r') HTTP/1.1\r\n"
      "Accept:application/json;odata=minimalmetadata\r\n\r\n\r\n--batch_1--\r\n";
  BOOST_TEST(Describe(ParseBatch("multipart/mixed; boundary=batch_1", body)) ==
             "query\nGET http://h/acct/t(PartitionKey='p',RowKey='r') "
             "Accept=application/json;odata=minimalmetadata <>");
}

BOOST_AUTO_TEST_CASE(ReadsAnEmptyChangeSet) {
  CheckBodies({
      {"closed", "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c--\n--b--", "changes"},
      {"without the last dashes", "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n--b",
       "changes"},
  });
}

BOOST_AUTO_TEST_CASE(TakesOnlyTheContentTypesOfABatch) {
  struct Case {
    const char* name;
    std::string content_type;
    bool good;
  };
  const std::string longest(70, 'x');
  const std::vector<Case> cases = {
      {"plain", "multipart/mixed; boundary=b", true},
      {"no space", "multipart/mixed;boundary=b", true},
      {"any case", "MULTIPART/Mixed; BOUNDARY=b", true},
      {"quoted", "multipart/mixed; boundary=\"b\"", true},
      {"escape in quotes", "multipart/mixed; boundary=\"\\b\"", true},
      {"other parameter", "multipart/mixed; charset=\"a;boundary=x\" ; boundary=b", true},
      {"spaces everywhere", " multipart/mixed ; boundary = b ; ", true},
      {"nothing", "", false},
      {"other type", "application/json", false},
      {"other multipart", "multipart/form-data; boundary=b", false},
      {"no boundary", "multipart/mixed", false},
      {"empty boundary", "multipart/mixed; boundary=", false},
      {"empty quoted boundary", "multipart/mixed; boundary=\"\"", false},
      {"two boundaries", "multipart/mixed; boundary=b; boundary=b", false},
      {"two types", "multipart/mixed, multipart/mixed; boundary=b", false},
      {"unterminated quotes", "multipart/mixed; boundary=\"b", false},
      {"text after quotes", "multipart/mixed; boundary=\"b\"c", false},
      {"text after boundary", "multipart/mixed; boundary=b c", false},
      {"illegal character", "multipart/mixed; boundary=b{", false},
      {"line break", "multipart/mixed; boundary=\"b\nc\"", false},
      {"space at the end", "multipart/mixed; boundary=\"b \"", false},
      {"too long", "multipart/mixed; boundary=" + longest + "x", false},
      {"parameter without value", "multipart/mixed; boundary", false},
  };
  const std::string body = "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c--\n--b--";
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) {
      BOOST_TEST(Describe(ParseBatch(test.content_type, body)) ==
                 (test.good ? "changes" : kContentTypeText));
    }
  }
}

BOOST_AUTO_TEST_CASE(TakesEveryLegalBoundary) {
  const std::string pattern =
      "--@O\nContent-Type: multipart/mixed; boundary=\"@I\"\n\n--@I--\n--@O--";
  for (const std::string& boundary :
       {std::string("x"), std::string("batch_x=1"), std::string("a b"), std::string("---"),
        std::string("'()+_,-./:=?"), std::string(70, '-'), std::string(70, 'x')}) {
    const std::string body =
        ReplaceAll(ReplaceAll(pattern, "@O", boundary), "@I", "i" + boundary.substr(1) + "");
    const std::string content_type = fmt::format("multipart/mixed; boundary=\"{}\"", boundary);
    BOOST_TEST(Describe(ParseBatch(content_type, body)) == "changes", boundary);
  }
}

BOOST_AUTO_TEST_CASE(TellsABoundaryFromOneThatBeginsLikeIt) {
  const std::string body =
      "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nPUT /t HTTP/1.1\n\n--bbb\n"
      "--b \t\n--bb--\n--b--";
  // "--b" followed by white space is the outer delimiter.
  BOOST_TEST(DescribeBody(body) == kSecondText);
  const std::string other =
      "--b\nContent-Type: multipart/mixed; boundary=bb\n\n--bb\n\nPUT /t HTTP/1.1\n\n--bbb\n x\n"
      "--bb--\n--b--";
  BOOST_TEST(DescribeBody(other) == "changes\nPUT /t <--bbb\n x>");
}

BOOST_AUTO_TEST_CASE(KeepsBodiesUpToTheLineBreakBeforeTheDelimiter) {
  const auto body_of = [](std::string_view text) {
    return InChangeSet(fmt::format("PUT /t HTTP/1.1\n\n{}", text));
  };
  CheckBodies({
      {"nothing", body_of(""), "changes\nPUT /t <>"},
      {"line break", body_of("\n"), "changes\nPUT /t <\n>"},
      {"CRLF before the delimiter", body_of("x\r"), "changes\nPUT /t <x>"},
      {"lone CR inside", body_of("x\ry"), "changes\nPUT /t <x\ry>"},
      {"blanks around", body_of("  {} \n \n"), "changes\nPUT /t <  {} \n \n>"},
      {"delimiter inside a line", body_of("x --c"), "changes\nPUT /t <x --c>"},
      {"delimiter in a JSON string", body_of("{\"a\":\"}--c\"}"),
       "changes\nPUT /t <{\"a\":\"}--c\"}>"},
      {"closing delimiter in a JSON string", body_of("{\"a\":\"--c--\\n--b--\"}"),
       "changes\nPUT /t <{\"a\":\"--c--\\n--b--\"}>"},
      {"delimiter followed by text", body_of("--cx\n--c x"), "changes\nPUT /t <--cx\n--c x>"},
      {"wrong Content-Length", InChangeSet("PUT /t HTTP/1.1\nContent-Length: 1\n\n{\"a\":1}"),
       "changes\nPUT /t Content-Length=1 <{\"a\":1}>"},
  });
}

BOOST_AUTO_TEST_CASE(ReadsPartsWithoutPartHeaders) {
  CheckBodies({
      {"blank line",
       "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nPUT /t "
       "HTTP/1.1\n\n{}\n--c--\n--b--",
       "changes\nPUT /t <{}>"},
      {"no blank line",
       "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\nPUT /t HTTP/1.1\n\n{}\n--c--\n--b--",
       "changes\nPUT /t <{}>"},
      {"query", "--b\nGET /t HTTP/1.1\n--b--", "query\nGET /t <>"},
  });
}

BOOST_AUTO_TEST_CASE(SkipsPreambleAndEpilogue) {
  BOOST_TEST(DescribeBody("This is a batch.\n\n" + InChangeSet("PUT /t HTTP/1.1\n") + "The end.") ==
             "changes\nPUT /t <>");
}

BOOST_AUTO_TEST_CASE(RefusesWhatIsNoBatch) {
  const std::string set = "--b\nContent-Type: multipart/mixed; boundary=c\n\n";
  const std::string put = "--c\n\nPUT /t HTTP/1.1\n\n{}\n";
  CheckBodies({
      {"empty", "", kStandardText},
      {"no delimiter", "hello", kStandardText},
      {"JSON", "{\"PartitionKey\":\"p\"}", kStandardText},
      {"closing delimiter only", "--b--", kStandardText},
      {"one delimiter only", "--b\n", kStandardText},
      {"nothing between", "--b\n--b--", kStandardText},
      {"other boundary", "--x\n\nGET /t HTTP/1.1\n\n--x--", kStandardText},
      {"part of another type", "--b\nContent-Type: text/plain\n\nhello\n--b--", kContentTypeText},
      {"change set without boundary", "--b\nContent-Type: multipart/mixed\n\n--c--\n--b--",
       kContentTypeText},
      {"change set without delimiter", set + "--b--", kStandardText},
      {"cut off in the batch", set + put + "--c--\n", kStandardText},
      {"cut off in the change set", set + put + "--b--", kStandardText},
      {"cut off in a body", set + "--c\n\nPUT /t HTTP/1.1\n\n{\"a\":", kStandardText},
      {"empty part", set + "--c\n--c--\n--b--", kStandardText},
      {"blank part", set + "--c\n\n\n\n--c--\n--b--", kStandardText},
      {"part without request", set + "--c\nContent-Type: application/http\n\n--c--\n--b--",
       kStandardText},
      {"part header that is none",
       set + "--c\nContent-Type: a\nfoo\n\nPUT /t HTTP/1.1\n\n--c--\n--b--", kStandardText},
      {"no version", InChangeSet("PUT /t"), kStandardText},
      {"no target", InChangeSet("PUT HTTP/1.1"), kStandardText},
      {"blank target", InChangeSet("PUT  HTTP/1.1"), kStandardText},
      {"header that is none", InChangeSet("PUT /t HTTP/1.1\nfoo\n\n{}"), kStandardText},
      {"folded header", InChangeSet("PUT /t HTTP/1.1\nA: b\n c\n\n{}"), kStandardText},
      {"space in a header's name", InChangeSet("PUT /t HTTP/1.1\nA b: c\n\n{}"), kStandardText},
      {"header without name", InChangeSet("PUT /t HTTP/1.1\n: c\n\n{}"), kStandardText},
      {"body without blank line", InChangeSet("PUT /t HTTP/1.1\n{}"), kStandardText},
      {"a write outside a change set",
       "--b\nContent-Type: application/http\n\nPUT /t HTTP/1.1\n\n{}\n--b--", kStandardText},
  });
}

BOOST_AUTO_TEST_CASE(RefusesASecondChangeSetOrQuery) {
  const std::string set =
      "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nPUT /t HTTP/1.1\n\n{}\n--c--\n";
  const std::string query = "--b\nContent-Type: application/http\n\nGET /t HTTP/1.1\n\n";
  CheckBodies({
      {"two change sets", set + set + "--b--", kSecondText},
      {"two queries", query + query + "--b--", kSecondText},
      {"change set and query", set + query + "--b--", kSecondText},
      {"query and change set", query + set + "--b--", kSecondText},
  });
}

BOOST_AUTO_TEST_CASE(WantsContentIdsToBeDistinctIntegers) {
  const auto two = [](std::string_view first, std::string_view second) {
    return fmt::format(
        "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nPUT /t "
        "HTTP/1.1\n{}\n\n--c\n\nPUT "
        "/u HTTP/1.1\n{}\n\n--c--\n--b--",
        first, second);
  };
  const std::string not_integer =
      " is not a valid value for the 'Content-ID' header. In batch requests, the 'Content-ID' "
      "header must be an integer value.";
  CheckBodies({
      {"distinct", two("Content-ID: 1", "content-id: 2"),
       "changes\nPUT /t Content-ID=1 <>\nPUT /u content-id=2 <>"},
      {"one of two", two("A: 1", "Content-ID: -7"),
       "changes\nPUT /t A=1 <>\nPUT /u Content-ID=-7 <>"},
      {"text", two("Content-ID: x", "A: 1"), "'x'" + not_integer},
      {"empty", two("Content-ID:", "A: 1"), "''" + not_integer},
      {"sign alone", two("Content-ID: -", "A: 1"), "'-'" + not_integer},
      {"too long", two("Content-ID: 12345678901", "A: 1"), "'12345678901'" + not_integer},
      {"repeated", two("Content-ID: 1", "Content-ID: 1"),
       "'1' is not a unique 'Content-ID' in the given batch requests. In batch requests, the "
       "'Content-ID' value must be unique across all the operations."},
  });
}

BOOST_AUTO_TEST_CASE(MakesAListOfARepeatedHeader) {
  const std::string part = "PUT /t HTTP/1.1\nA: 1\nB: 2\na: 3\nA:\nC: 4\nB: 5\n\n{}";
  const std::string body = InChangeSet(part + "\n--c\n\n" + part);  // the batch refers to it
  auto batch = ParseBatch("multipart/mixed; boundary=b", body);
  BOOST_REQUIRE(batch.has_value());
  const BatchRequest moved = *std::move(batch);
  BOOST_REQUIRE(moved.operations.size() == 2U);
  for (const SubRequest& operation : moved.operations) {
    const HeaderList headers(operation.headers.begin(), operation.headers.end());
    const HeaderList expected = {{"A", "1, 3, "}, {"B", "2, 5"}, {"C", "4"}};
    BOOST_TEST((headers == expected));
  }
}

BOOST_AUTO_TEST_CASE(StopsAfterTheOperationThatIsOneTooMany) {
  std::string body = "--b\nContent-Type: multipart/mixed; boundary=c\n\n";
  for (int i = 0; i < 5000; ++i) body += "--c\n\nPUT /t HTTP/1.1\n\n{}\n";
  body += "--c--\n--b--";
  const auto batch = ParseBatch("multipart/mixed; boundary=b", body);
  BOOST_REQUIRE(batch);
  BOOST_TEST(batch->operations.size() == 101U);
}

BOOST_AUTO_TEST_CASE(RefusesTooManyHeaders) {
  const auto with_headers = [](int count) {
    std::string part = "PUT /t HTTP/1.1\n";
    for (int i = 0; i < count; ++i) part += "A: b\n";
    return DescribeBody(InChangeSet(part));
  };
  BOOST_TEST(with_headers(100).starts_with("changes"));
  BOOST_TEST(with_headers(101) == kStandardText);
}

BOOST_AUTO_TEST_CASE(ReadsHostileBodiesInLinearTime) {
  // As much as a request may have. AddressSanitizer looks at all that is left of the body in each call
  // of memmem(), which makes a linear reader quadratic, so it gets less.
  constexpr std::size_t bytes = std::size_t{test::kIsSanitized ? 1 : 4} << 20U;
  const std::string dashes(70, '-');
  const std::string set = "--b\nContent-Type: multipart/mixed; boundary=c\n\n";
  struct Case {
    const char* name;
    std::string content_type;
    std::string unit;
    std::string before;
  };
  const std::vector<Case> cases = {
      {"outer delimiters", "multipart/mixed; boundary=b", "--b\n", ""},
      {"inner delimiters", "multipart/mixed; boundary=b", "--c\n", set},
      {"almost delimiters", "multipart/mixed; boundary=b", "--bx", ""},
      {"dashes", "multipart/mixed; boundary=\"" + dashes + "\"", "-", ""},
      {"braces", "multipart/mixed; boundary=b", "}--b", ""},
      {"line breaks", "multipart/mixed; boundary=b", "\n", set + "--c\n"},
      {"headers", "multipart/mixed; boundary=b", "a:\n", set + "--c\n\nPUT /t HTTP/1.1\n"},
      {"content type", std::string(bytes, ';'), "x", ""},
      {"parameters", "multipart/mixed" + std::string(bytes / 4, ';') + "boundary=b", "x", ""},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.name) {
      std::string body = test.before;
      while (body.size() < bytes) body += test.unit;
      for (const char* end : {"", "\n--c--\n--b--"}) {
        const auto start = std::chrono::steady_clock::now();
        const auto batch = ParseBatch(test.content_type, body + end);
        BOOST_TEST(!batch);
        // Far above what a linear reader needs, far below what a quadratic one does.
        BOOST_TEST((std::chrono::steady_clock::now() - start < std::chrono::seconds(10)));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(SubRequestTargetTest)

BOOST_AUTO_TEST_CASE(FindsTheLastSegmentAndTheQuery) {
  struct Case {
    const char* target;
    const char* path;
    const char* query;
  };
  const Case cases[] = {
      {"https://acct.table.example.net/orders", "/orders", ""},
      {"https://acct.table.example.net/orders?$format=a%2Fb", "/orders", "$format=a%2Fb"},
      {"http://127.0.0.1:10002/acct/orders(PartitionKey='p',RowKey='r')",
       "/orders(PartitionKey='p',RowKey='r')", ""},
      {"/orders", "/orders", ""},
      {"/acct/orders", "/orders", ""},
      {"orders", "orders", ""},
      {"/acct/t(PartitionKey='a/b',RowKey='c')?x=/y?z", "/t(PartitionKey='a/b',RowKey='c')",
       "x=/y?z"},
      {"/acct/t%28PartitionKey=%27a/b%27,RowKey=%27c%27%29",
       "/t%28PartitionKey=%27a/b%27,RowKey=%27c%27%29", ""},
      {"http://h", "", ""},
      {"http://h/", "/", ""},
      {"http://h?x", "", "x"},
      {"/t#fragment", "/t", ""},
      {"/t?a=b#fragment", "/t", "a=b"},
      {"/t(PartitionKey='http://x',RowKey='')", "/t(PartitionKey='http://x',RowKey='')", ""},
      {"", "", ""},
  };
  for (const Case& test : cases) {
    BOOST_TEST_CONTEXT(test.target) {
      BOOST_TEST(SubRequestPath(test.target) == test.path);
      BOOST_TEST(SubRequestQuery(test.target) == test.query);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
