#include "table_service/auth/content_md5.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(CheckContentMd5Test)

BOOST_AUTO_TEST_CASE(RightSumPasses) {
  BOOST_TEST(CheckContentMd5(std::nullopt, "x").has_value());
  BOOST_TEST(CheckContentMd5("", "x").has_value());
  BOOST_TEST(CheckContentMd5("1B2M2Y8AsgTpgAmY7PhCfg==", "").has_value());
  BOOST_TEST(CheckContentMd5("kAFQmDzST7DWlj99KOF/cg==", "abc").has_value());
}

BOOST_AUTO_TEST_CASE(AnyOtherTextIsAMismatch) {
  for (const std::string& text :
       std::vector<std::string>{"1B2M2Y8AsgTpgAmY7PhCfg==", "AAAA", "kAFQmDzST7DWlj99KOF/cg=",
                                "kAFQmDzST7DWlj99KOF_cg==", "900150983cd24fb0d6963f7d28e17f72"}) {
    const Status status = CheckContentMd5(text, "abc");
    BOOST_REQUIRE_MESSAGE(!status.has_value(), text);
    BOOST_TEST((status.error().code == ErrorCode::kMd5Mismatch), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
