#include "table_service/auth/content_md5.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(CheckContentMd5Test)

BOOST_AUTO_TEST_CASE(ACorrectSumPasses) {
  BOOST_TEST(CheckContentMd5(std::nullopt, "x").has_value());
  BOOST_TEST(CheckContentMd5("", "x").has_value());
  BOOST_TEST(CheckContentMd5("1B2M2Y8AsgTpgAmY7PhCfg==", "").has_value());
  BOOST_TEST(CheckContentMd5("kAFQmDzST7DWlj99KOF/cg==", "abc").has_value());
}

BOOST_AUTO_TEST_CASE(DistinguishesInvalidSums) {
  struct Case {
    const char* name;
    const char* header;
    ErrorCode code;
  };
  const Case cases[] = {
      {"the sum of another body", "1B2M2Y8AsgTpgAmY7PhCfg==", ErrorCode::kMd5Mismatch},
      {"too short", "AAAA", ErrorCode::kInvalidMd5},
      {"hexadecimal digits", "900150983cd24fb0d6963f7d28e17f72", ErrorCode::kInvalidMd5},
      {"padding missing", "kAFQmDzST7DWlj99KOF/cg=", ErrorCode::kInvalidHeaderValue},
      {"URL-safe alphabet", "kAFQmDzST7DWlj99KOF_cg==", ErrorCode::kInvalidHeaderValue},
      {"not base64", "sum.txt", ErrorCode::kInvalidHeaderValue},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const Status status = CheckContentMd5(c.header, "abc");
      BOOST_REQUIRE(!status.has_value());
      BOOST_TEST(ToWire(status.error().code).code == ToWire(c.code).code);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
