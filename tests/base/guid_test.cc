#include "base/guid.h"

#include "base/random.h"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

namespace rowhouse {

BOOST_AUTO_TEST_SUITE(GuidTest)

BOOST_AUTO_TEST_CASE(IsDashedAndUnique) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(NewGuid());
  BOOST_TEST(seen.size() == 1000U);
  for (const std::string& guid : seen) {
    std::string form = guid;
    for (char& c : form) {
      if (c != '-') c = std::string("0123456789abcdef").find(c) == std::string::npos ? '!' : 'x';
    }
    BOOST_TEST(form == "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
    BOOST_TEST(guid[14] == '4');
  }
}

BOOST_AUTO_TEST_CASE(ReadsTheFormsOfDotNet) {
  const char* const texts[] = {
      "c9da6455-213d-42c9-9a79-3e9149a57833",   "C9DA6455-213D-42C9-9A79-3E9149A57833",
      "c9da6455213d42c99a793e9149a57833",       "{c9da6455-213d-42c9-9a79-3e9149a57833}",
      "(c9da6455-213d-42c9-9a79-3e9149a57833)",
  };
  for (const char* text : texts) {
    const auto guid = Guid::Parse(text);
    BOOST_TEST(guid.has_value(), text);
    if (guid) BOOST_TEST(guid->ToString() == texts[0]);
  }
}

BOOST_AUTO_TEST_CASE(RefusesOtherText) {
  const char* const texts[] = {
      "",
      "c9da6455-213d-42c9-9a79-3e9149a5783",
      "c9da6455-213d-42c9-9a79-3e9149a578333",
      "c9da6455-213d-42c9-9a79-3e9149a5783g",
      "c9da64552-13d-42c9-9a79-3e9149a57833",
      "{c9da6455-213d-42c9-9a79-3e9149a57833)",
      "{c9da6455-213d-42c9-9a79-3e9149a57833",
      "{c9da6455213d42c99a793e9149a57833}",
  };
  for (const char* text : texts) BOOST_TEST(!Guid::Parse(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(OrdersAsItsText) {
  BOOST_TEST((*Guid::Parse("00000000-0000-0000-0000-0000000000ff") <
              *Guid::Parse("00000001-0000-0000-0000-000000000000")));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(RandomTest)

BOOST_AUTO_TEST_CASE(StaysWithinItsBoundsAndReachesThem) {
  std::set<std::size_t> below;
  for (int i = 0; i < 1000; ++i) {
    below.insert(RandomBelow(3));
    const double fraction = RandomFraction();
    BOOST_TEST((fraction >= 0.0 && fraction < 1.0));
  }
  BOOST_TEST((below == std::set<std::size_t>{0, 1, 2}));
  BOOST_TEST(RandomBelow(1) == 0U);
  BOOST_TEST(RandomBits() != RandomBits());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
