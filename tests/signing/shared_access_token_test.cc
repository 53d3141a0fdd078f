#include "signing/shared_access_token.h"

#include "signing/string_to_sign.h"

#include <boost/test/unit_test.hpp>
#include <openssl/evp.h>

namespace rowhouse {
namespace {

constexpr std::string_view kAccount = "devstoreaccount1";

}  // namespace

BOOST_AUTO_TEST_SUITE(TextsToSignTest)

// The texts of spec 2.6, and the forms of older versions.
BOOST_AUTO_TEST_CASE(FollowsTheSignedVersion) {
  struct TextCase {
    const char* name;
    const char* query;
    std::vector<std::string> texts;
  };
  const TextCase cases[] = {
      {"table",
       "sp=raud&st=2026-01-01T00%3A00%3A00Z&se=2026-12-31T00:00:00Z&sv=2019-02-02&tn=Orders",
       {"raud\n2026-01-01T00:00:00Z\n2026-12-31T00:00:00Z\n/table/devstoreaccount1/orders\n\n\n\n"
        "2019-02-02\n\n\n\n"}},
      {"table with a range",
       "sp=r&se=2026-12-31T00:00:00Z&spr=https,http&sv=2019-02-02&tn=ORDERS&spk=a&srk=1&epk=b&erk="
       "9",
       {"r\n\n2026-12-31T00:00:00Z\n/table/devstoreaccount1/orders\n\n\nhttps,http\n2019-02-02\na"
        "\n1\nb\n9"}},
      {"policy only",
       "si=policy1&sv=2019-02-02&tn=orders",
       {"\n\n\n/table/devstoreaccount1/orders\npolicy1\n\n\n2019-02-02\n\n\n\n"}},
      {"table, 2015-02-21",
       "sp=r&se=2026-12-31&sv=2015-02-21&tn=orders&spk=a",
       {"r\n\n2026-12-31\n/table/devstoreaccount1/orders\n\n2015-02-21\na\n\n\n"}},
      {"table, 2013-08-15",
       "sp=r&se=2026-12-31&sv=2013-08-15&tn=orders&epk=a+b",
       {"r\n\n2026-12-31\n/devstoreaccount1/orders\n\n2013-08-15\n\n\na b\n"}},
      {"account",
       "sp=rwdlau&ss=t&srt=sco&st=2026-01-01T00:00:00Z&se=2026-12-31T00:00:00Z&spr=https,http&sv="
       "2019-02-02",
       {"devstoreaccount1\nrwdlau\nt\nsco\n2026-01-01T00:00:00Z\n2026-12-31T00:00:00Z\n\nhttps,"
        "http\n2019-02-02\n"}},
      {"account, with and without the encryption scope",
       "sp=r&ss=t&srt=o&se=2026-12-31&sip=1.2.3.4&sv=2020-12-06&ses=x",
       {"devstoreaccount1\nr\nt\no\n\n2026-12-31\n1.2.3.4\n\n2020-12-06\nx\n",
        "devstoreaccount1\nr\nt\no\n\n2026-12-31\n1.2.3.4\n\n2020-12-06\n"}},
  };
  for (const TextCase& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto token = ParseSharedAccessToken(std::string(c.query) + "&sig=x");
      BOOST_REQUIRE(token.has_value());
      BOOST_TEST(TextsToSign(*token, kAccount) == c.texts, boost::test_tools::per_element());
    }
  }
}

// The vectors of spec 2.6, with the development account's key.
BOOST_AUTO_TEST_CASE(AgreesWithTheVectorsOfTheSpecification) {
  std::string key(kDevelopmentKeyBase64.size(), 0);
  auto* const bytes = reinterpret_cast<unsigned char*>(key.data());
  EVP_DecodeBlock(bytes, reinterpret_cast<const unsigned char*>(kDevelopmentKeyBase64.data()),
                  static_cast<int>(kDevelopmentKeyBase64.size()));
  key.resize(64);
  const std::string account =
      "sp=rwdlau&ss=t&srt=sco&st=2026-01-01T00:00:00Z&se=2026-12-31T00:00:00Z&spr=https,http&sv=";
  struct Vector {
    std::string query;
    const char* signature;
  };
  const Vector vectors[] = {
      {"sp=raud&st=2026-01-01T00:00:00Z&se=2026-12-31T00:00:00Z&sv=2019-02-02&tn=Orders",
       "jAcyRoCM92MvevyypOHKafBMLem27tTPEcWRrZYQEjM="},
      {"sp=r&se=2026-12-31T00:00:00Z&spr=https,http&sv=2019-02-02&tn=Orders&spk=a&srk=1&epk=b&"
       "erk=9",
       "u4lm3fCNh9eEiQqCWbcjlCQP+v06XlrBHjw7Ouche+8="},
      {"si=policy1&sv=2019-02-02&tn=Orders", "Q9IxK5yIjM8H7uwU73DWlIKKtRWYJB68pTvzQuGvLbo="},
      {account + "2019-02-02", "CVEtVChtVSRr3r5F9AQo3eeXyw9PhxnDCWstRm2tfos="},
      {account + "2020-12-06", "shGkzMaaXZ5ztYAT0KgHwtyYzF+9F0Jv2RphLY4XV2E="},
  };
  for (const Vector& vector : vectors) {
    BOOST_TEST_CONTEXT(vector.query) {
      const auto token = ParseSharedAccessToken(vector.query + "&sig=x");
      BOOST_REQUIRE(token.has_value());
      BOOST_TEST(Sign(key, TextsToSign(*token, kAccount).front()) == vector.signature);
    }
  }
}

BOOST_AUTO_TEST_CASE(FindsASignatureInAQuery) {
  BOOST_TEST(HasSharedAccessToken("tn=t&sig=abc"));
  BOOST_TEST(HasSharedAccessToken("SIG="));
  BOOST_TEST(HasSharedAccessToken("%73ig=x"));
  BOOST_TEST(!HasSharedAccessToken(""));
  BOOST_TEST(!HasSharedAccessToken("xsig=1&x=sig=1"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
