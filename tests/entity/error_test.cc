#include "entity/error.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(ErrorTest)

BOOST_AUTO_TEST_CASE(CarriesTheStandardTextOfItsCode) {
  const Error error(ErrorCode::kEntityAlreadyExists);
  BOOST_TEST(error.message == "The specified entity already exists.");
  BOOST_TEST(ToWire(error.code).status == 409);
  BOOST_TEST((error.stage == ErrorStage::kStorage));
}

BOOST_AUTO_TEST_CASE(KnowsWhoRefusesWithACode) {
  struct Case {
    ErrorCode code;
    std::string_view name;
    ErrorStage stage;
  };
  using enum ErrorStage;
  const Case cases[] = {
      {ErrorCode::kAuthenticationFailed, "AuthenticationFailed", kAuthentication},
      {ErrorCode::kInvalidAuthenticationInfo, "InvalidAuthenticationInfo", kAuthentication},
      {ErrorCode::kInvalidBearerToken, "InvalidAuthenticationInfo", kAuthentication},
      {ErrorCode::kNoAuthenticationInformation, "NoAuthenticationInformation", kFrontEnd},
      {ErrorCode::kAuthorizationProtocolMismatch, "AuthorizationProtocolMismatch", kAuthentication},
      {ErrorCode::kAuthorizationServiceMismatch, "AuthorizationServiceMismatch", kAuthentication},
      {ErrorCode::kAuthorizationSourceIpMismatch, "AuthorizationSourceIPMismatch", kAuthentication},
      {ErrorCode::kAuthorizationPermissionMismatch, "AuthorizationPermissionMismatch", kChecked},
      {ErrorCode::kAuthorizationResourceTypeMismatch, "AuthorizationResourceTypeMismatch",
       kChecked},
      {ErrorCode::kAuthorizationFailure, "AuthorizationFailure", kChecked},
      {ErrorCode::kInvalidInput, "InvalidInput", kChecked},
      {ErrorCode::kUnreadableInput, "InvalidInput", kRequest},
      {ErrorCode::kResourceNotFound, "ResourceNotFound", kStorage},
      {ErrorCode::kNoSuchAddress, "ResourceNotFound", kFrontEnd},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      BOOST_TEST(ToWire(c.code).code == c.name);
      BOOST_TEST((ToWire(c.code).stage == c.stage));
    }
  }
}

BOOST_AUTO_TEST_CASE(KeepsTheDetailOfAnInternalErrorFromTheClient) {
  const Error error = Error::Internal("disk full: /data/x.db");
  BOOST_TEST(error.message.find("/data") == std::string::npos);
  BOOST_TEST(error.detail == "disk full: /data/x.db");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
