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

BOOST_AUTO_TEST_CASE(KeepsTheDetailOfAnInternalErrorFromTheClient) {
  const Error error = Error::Internal("disk full: /data/x.db");
  BOOST_TEST(error.message.find("/data") == std::string::npos);
  BOOST_TEST(error.detail == "disk full: /data/x.db");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
