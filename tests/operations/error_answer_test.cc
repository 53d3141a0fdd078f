#include "table_service/operations/error_answer.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::operations {
namespace {

using std::chrono::system_clock;

constexpr const char* kId = "11111111-2222-4333-8444-555555555555";

ErrorContext Context(const char* accept, Preference preference = Preference::kNone) {
  return {.format = Negotiate(accept, {}),
          .request_id = kId,
          .now = system_clock::time_point(std::chrono::seconds(1767225600)),
          .preference = preference};
}

std::string HeaderLines(const HeaderList& headers) {
  std::string lines;
  for (const auto& [name, value] : headers) lines += name + ": " + value + "\n";
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ErrorAnswerTest)

BOOST_AUTO_TEST_CASE(DataLayerErrorInJson) {
  const wire::Response answer = AnswerError(Error(ErrorCode::kEntityAlreadyExists),
                                            Context("application/json;odata=nometadata"));
  BOOST_TEST(answer.status == 409);
  BOOST_TEST(answer.reason == "");
  BOOST_TEST(answer.chunked);
  BOOST_TEST(HeaderLines(answer.headers) ==
             "Cache-Control: no-cache\n"
             "Content-Type: application/json;odata=nometadata;streaming=true;charset=utf-8\n"
             "X-Content-Type-Options: nosniff\n");
  BOOST_TEST(answer.body ==
             R"({"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":)"
             R"("The specified entity already exists.\nRequestId:11111111-2222-4333-8444-)"
             R"(555555555555\nTime:2026-01-01T00:00:00.0000000Z"}}})");
}

BOOST_AUTO_TEST_CASE(DataLayerErrorInXml) {
  const wire::Response answer =
      AnswerError(Error(ErrorCode::kInvalidInput, "Is 1 < 2 & \"so\"?\x01"), Context("*/*"));
  BOOST_TEST(answer.status == 400);
  BOOST_TEST(answer.body ==
             "<?xml version=\"1.0\" encoding=\"utf-8\"?><error "
             "xmlns=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\"><code>"
             "InvalidInput</code><message xml:lang=\"en-US\">Is 1 &lt; 2 &amp; \"so\"??\n"
             "RequestId:11111111-2222-4333-8444-555555555555\n"
             "Time:2026-01-01T00:00:00.0000000Z</message></error>");
}

BOOST_AUTO_TEST_CASE(FrontEndErrorHasItsTextAsReason) {
  const Error error(ErrorCode::kAuthenticationFailed, "No.\nNo\xC3\xA9");
  const wire::Response answer = AnswerError(error, Context("application/json;odata=fullmetadata"));
  BOOST_TEST(answer.status == 403);
  BOOST_TEST(answer.reason == "No.");
  BOOST_TEST(!answer.chunked);
  BOOST_TEST(HeaderLines(answer.headers) ==
             "Content-Type: application/json\nx-ms-error-code: AuthenticationFailed\n");
  BOOST_TEST(
      AnswerError(Error(ErrorCode::kInternalError, "d\xC3\xA9j\xC3\xA0\r", ErrorStage::kFrontEnd),
                  Context("*/*"))
          .reason == "d??j???");
}

BOOST_AUTO_TEST_CASE(FrontEndErrorInXmlIsPrefixed) {
  const wire::Response answer =
      AnswerError({ErrorCode::kRequestBodyTooLarge, "Too large."}, Context("application/xml"));
  BOOST_TEST(answer.status == 413);
  BOOST_TEST(answer.body ==
             "<?xml version=\"1.0\" encoding=\"utf-8\"?><m:error "
             "xmlns:m=\"http://schemas.microsoft.com/ado/2007/08/dataservices/metadata\"><m:code>"
             "RequestBodyTooLarge</m:code><m:message xml:lang=\"en-US\">Too large.\n"
             "RequestId:11111111-2222-4333-8444-555555555555\n"
             "Time:2026-01-01T00:00:00.0000000Z</m:message></m:error>");
}

BOOST_AUTO_TEST_CASE(EarlyErrorsLackCacheControlAndPreference) {
  const auto context = Context("application/json", Preference::kReturnNoContent);
  const wire::Response early =
      AnswerError({ErrorCode::kTableNotFound, "Gone.", ErrorStage::kRequest}, context);
  BOOST_TEST(HeaderLines(early.headers) ==
             "Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\n"
             "X-Content-Type-Options: nosniff\n");
  const wire::Response late =
      AnswerError({ErrorCode::kTableNotFound, "Gone.", ErrorStage::kStorage}, context);
  BOOST_TEST(HeaderLines(late.headers) ==
             "Cache-Control: no-cache\n"
             "Preference-Applied: return-no-content\n"
             "Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\n"
             "X-Content-Type-Options: nosniff\n");
}

BOOST_AUTO_TEST_CASE(BodyForAPartOfABatch) {
  BOOST_TEST(DataLayerErrorBody(ErrorCode::kEntityAlreadyExists, "1:There.",
                                Context("application/json")) ==
             R"({"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":)"
             R"("1:There.\nRequestId:11111111-2222-4333-8444-555555555555\nTime:)"
             R"(2026-01-01T00:00:00.0000000Z"}}})");
  BOOST_TEST(DataLayerErrorType(Negotiate("*/*", {})) == "application/xml;charset=utf-8");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
