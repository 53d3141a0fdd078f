#include "settings/access_policy_xml.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

const std::string kHead = "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>";

std::string List(const std::string& identifiers) {
  return "<SignedIdentifiers>" + identifiers + "</SignedIdentifiers>";
}

std::string Identifier(const std::string& id, const std::string& rest = "") {
  return "<SignedIdentifier><Id>" + id + "</Id>" + rest + "</SignedIdentifier>";
}

std::string Policy(const std::string& fields) {
  return "<AccessPolicy>" + fields + "</AccessPolicy>";
}

// Returns the document that Get returns after `xml` is set, without its head, or the error's code.
std::string RoundTrip(const std::string& xml) {
  const auto policies = ParseAccessPolicies(xml);
  if (!policies) return std::string(ToWire(policies.error().code).code);
  const std::string written = WriteAccessPolicies(*policies);
  BOOST_REQUIRE(written.starts_with(kHead));
  const auto again = ParseAccessPolicies(written);
  BOOST_TEST((again && *again == *policies));
  return written.substr(kHead.size());
}

struct Case {
  const char* name;
  std::string xml;
  std::string outcome;
};

void Check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(RoundTrip(c.xml) == c.outcome); }
  }
}

std::string Ids(int count) {
  std::string ids;
  for (int i = 0; i < count; ++i) ids += Identifier("id" + std::to_string(i));
  return ids;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AccessPolicyTest)

BOOST_AUTO_TEST_CASE(GivesBackWhatWasSet) {
  const std::string seven = Policy(
      "<Start>2020-01-01T00:00:00.0000000Z</Start><Expiry>2024-01-01T00:00:00.1200000Z"
      "</Expiry><Permission>raud</Permission>");
  Check({
      {"empty body", "", "<SignedIdentifiers />"},
      {"empty root", "<SignedIdentifiers />", "<SignedIdentifiers />"},
      {"root with white space only", "<SignedIdentifiers> \n </SignedIdentifiers>",
       "<SignedIdentifiers />"},
      {"mark, declaration, comment", kHead + "<!-- c -->" + List(Identifier("a")),
       List(Identifier("a"))},
      {"declaration with standalone",
       "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>" +
           List(Identifier("a", "<AccessPolicy/>")),
       List(Identifier("a"))},
      {"any order of children",
       List("<SignedIdentifier><AccessPolicy><Permission>r</Permission><Start>2020-01-01</Start>"
            "</AccessPolicy><Id>1</Id></SignedIdentifier>"),
       List(Identifier("1", Policy("<Start>2020-01-01T00:00:00.0000000Z</Start>"
                                   "<Permission>r</Permission>")))},
      {"dates of several lengths",
       List(Identifier("1", Policy("<Start>2020-01-01T00:00Z</Start><Expiry>2024-01-01T01:00:00.12"
                                   "+01:00</Expiry><Permission>raud</Permission>"))),
       List(Identifier("1", seven))},
      {"empty fields", List(Identifier("1", Policy("<Start/><Expiry></Expiry><Permission />"))),
       List(Identifier("1"))},
      {"escapes", List(Identifier("a&amp;b&lt;c&#x3E;\xC3\xA9")),
       List(Identifier("a&amp;b&lt;c&gt;\xC3\xA9"))},
      {"an id of blanks", List(Identifier("&#09;&#x20;")), List(Identifier("&#9;&#32;"))},
      {"indented",
       "<SignedIdentifiers>\n  <SignedIdentifier>\n    <Id>a</Id>\n  </SignedIdentifier>\n"
       "</SignedIdentifiers>\n",
       List(Identifier("a"))},
      {"five", List(Ids(5)), List(Ids(5))},
      {"64 characters", List(Identifier(std::string(64, 'i'))),
       List(Identifier(std::string(64, 'i')))},
      {"ids differ in case", List(Identifier("a") + Identifier("A")),
       List(Identifier("a") + Identifier("A"))},
  });
}

BOOST_AUTO_TEST_CASE(RefusesOtherDocuments) {
  const std::string bad = "InvalidXmlDocument";
  const std::string value = "InvalidXmlNodeValue";
  Check({
      {"no XML", "{}", bad},
      {"cut off", "<SignedIdentifiers>", bad},
      {"another root", "<Identifiers />", bad},
      {"two roots", "<SignedIdentifiers /><SignedIdentifiers />", bad},
      {"text", List("a"), bad},
      {"unknown element", List("<Signed />"), bad},
      {"unknown field", List(Identifier("a", Policy("<End />"))), bad},
      {"a field twice", List(Identifier("a", Policy("<Start /><Start />"))), bad},
      {"element in a field", List(Identifier("a", Policy("<Start><b /></Start>"))), bad},
      {"no id", List("<SignedIdentifier><AccessPolicy /></SignedIdentifier>"), bad},
      {"empty id", List(Identifier("")), bad},
      {"65 characters", List(Identifier(std::string(65, 'i'))), bad},
      {"an id twice", List(Identifier("a") + Identifier("a")), bad},
      {"six", List(Ids(6)), bad},
      {"no date", List(Identifier("a", Policy("<Expiry>tomorrow</Expiry>"))), bad},
      {"not in the calendar", List(Identifier("a", Policy("<Start>2023-02-29</Start>"))), bad},
      {"unknown letter", List(Identifier("a", Policy("<Permission>rx</Permission>"))), value},
      {"a letter twice", List(Identifier("a", Policy("<Permission>rr</Permission>"))), value},
      {"not UTF-8", List(Identifier("\xFF")), bad},
      {"reference to a surrogate", List(Identifier("&#xD800;")), bad},
      {"reference to a control character", List(Identifier("a&#1;")), bad},
      {"no character of XML", List(Identifier("a\xEF\xBF\xBF")), bad},
      {"reference to such a one", List(Identifier("&#xFFFE;")), bad},
  });
}

BOOST_AUTO_TEST_CASE(HostileDocumentsAreRefused) {
  const std::string entity =
      "<!DOCTYPE SignedIdentifiers [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>";
  std::string deep;
  for (int i = 0; i < 9000; ++i) deep += "<a>";
  std::string many;
  for (int i = 0; i < 9000; ++i) many += "<a/>";
  const std::string bad = "InvalidXmlDocument";
  Check({
      {"own entities", entity + List(Identifier("&b;")), bad},
      {"file", "<!DOCTYPE s SYSTEM \"file:///etc/passwd\">" + List(""), bad},
      {"deep and open", "<SignedIdentifiers>" + deep, bad},
      {"deep", List("<a><b><c><d><e><f><g><h/></g></f></e></d></c></b></a>"), bad},
      {"many", List(many), bad},
      {"long", List(std::string(70000, ' ')), bad},
  });
}

BOOST_AUTO_TEST_CASE(FindsById) {
  const AccessPolicies policies = {{.id = "a"}, {.id = "b", .permissions = "r"}};
  BOOST_TEST(FindPolicy(policies, "b")->permissions == "r");
  BOOST_TEST(!FindPolicy(policies, "B"));
  BOOST_TEST(!FindPolicy({}, "a"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
