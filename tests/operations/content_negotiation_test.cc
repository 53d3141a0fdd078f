#include "table_service/operations/content_negotiation.h"

#include <boost/test/unit_test.hpp>
#include <string>

namespace rowhouse::operations {
namespace {

// "json minimal", "any minimal", "atom minimal", ...
std::string Outcome(const AnswerFormat& format) {
  const char* const forms[] = {"json", "any", "atom", "other"};
  const char* const levels[] = {"none", "minimal", "full"};
  return std::string(forms[static_cast<int>(format.acceptance)]) + " " +
         levels[static_cast<int>(format.level)];
}

std::string CodeOf(const Status& status) {
  return status ? "" : std::string(ToWire(status.error().code).code);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ContentNegotiationTest)

BOOST_AUTO_TEST_CASE(ReadsAcceptAndFormat) {
  struct Case {
    const char* name;
    std::optional<std::string_view> accept;
    std::optional<std::string_view> format;
    const char* outcome;
  };
  const Case cases[] = {
      {"nothing", std::nullopt, std::nullopt, "any minimal"},
      {"only a space", " ", std::nullopt, "any minimal"},
      {"plain JSON", "application/json", std::nullopt, "json minimal"},
      {"minimal", "application/json;odata=minimalmetadata", std::nullopt, "json minimal"},
      {"none", "application/json;odata=nometadata", std::nullopt, "json none"},
      {"full", "application/json;odata=fullmetadata", std::nullopt, "json full"},
      {"spaces and upper case", "Application/JSON ; OData = FullMetadata", std::nullopt,
       "json full"},
      {"quoted", "application/json;odata=\"nometadata\"", std::nullopt, "json none"},
      {"more parameters", "application/json;streaming=true;odata=fullmetadata;charset=utf-8;x",
       std::nullopt, "json full"},
      {"verbose", "application/json;odata=verbose", std::nullopt, "other minimal"},
      {"anything", "*/*", std::nullopt, "any minimal"},
      {"any application type", "application/*", std::nullopt, "any minimal"},
      {"Atom", "application/atom+xml", std::nullopt, "atom minimal"},
      {"Atom and XML", "application/atom+xml,application/xml", std::nullopt, "atom minimal"},
      {"a browser", "text/html,application/xml;q=0.9,*/*;q=0.8", std::nullopt, "any minimal"},
      {"a list with JSON", "application/atom+xml, application/json;odata=nometadata", std::nullopt,
       "json none"},
      {"JSON before anything", "application/json, text/plain, */*", std::nullopt, "json minimal"},
      {"the highest q",
       "application/json;odata=nometadata;q=0.5, application/json;odata=fullmetadata", std::nullopt,
       "json full"},
      {"the first of equals", "application/json;odata=nometadata, application/json", std::nullopt,
       "json none"},
      {"q of zero", "application/json;q=0", std::nullopt, "other minimal"},
      {"q in thousandths", "application/json;odata=nometadata;q=0.001", std::nullopt, "json none"},
      {"other types", "text/plain", std::nullopt, "other minimal"},
      {"commas alone", ",,", std::nullopt, "other minimal"},
      {"format before Accept", "application/json;odata=minimalmetadata",
       "application/json;odata=fullmetadata", "json full"},
      {"short format", std::nullopt, "json", "json minimal"},
      {"Atom format", "application/json", "atom", "atom minimal"},
      {"Atom type as format", "application/json", "application/atom+xml", "atom minimal"},
      {"unknown format", "application/json", "csv", "other minimal"},
      {"empty format", "application/json;odata=nometadata", "", "json none"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(Outcome(Negotiate(c.accept, c.format)) == c.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(RefusesUnsupportedForms) {
  BOOST_TEST(CodeOf(CheckAcceptable(Negotiate("application/json", {}))) == "");
  BOOST_TEST(CodeOf(CheckAcceptable(Negotiate({}, {}))) == "");
  BOOST_TEST(CodeOf(CheckAcceptable(Negotiate("application/atom+xml", {}))) ==
             "AtomFormatNotSupported");
  BOOST_TEST(CodeOf(CheckAcceptable(Negotiate("image/png", {}))) == "MediaTypeNotSupported");
}

BOOST_AUTO_TEST_CASE(AcceptsOnlyJsonBodies) {
  BOOST_TEST(CodeOf(CheckBodyType({})) == "");
  BOOST_TEST(CodeOf(CheckBodyType("")) == "");
  BOOST_TEST(CodeOf(CheckBodyType("application/json")) == "");
  BOOST_TEST(CodeOf(CheckBodyType("APPLICATION/JSON; odata=nometadata")) == "");
  BOOST_TEST(CodeOf(CheckBodyType("application/atom+xml")) == "AtomFormatNotSupported");
  BOOST_TEST(CodeOf(CheckBodyType("text/plain")) == "MediaTypeNotSupported");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
