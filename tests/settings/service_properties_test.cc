#include "settings/service_properties_xml.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

const std::string kHead = "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>";
const std::string kOff = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";
const std::string kLogging =
    "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write><Delete>false</Delete>" +
    kOff + "</Logging>";
const std::string kHours =
    "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>"
    "<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></HourMetrics>";
const std::string kMinutes =
    "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>" + kOff + "</MinuteMetrics>";

std::string Root(const std::string& sections) {
  return "<StorageServiceProperties>" + sections + "</StorageServiceProperties>";
}

std::string Days(const std::string& days) {
  return Root(
      "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled><RetentionPolicy>"
      "<Enabled>true</Enabled><Days>" +
      days + "</Days></RetentionPolicy></MinuteMetrics>");
}

std::string Rule(const std::string& origins, const std::string& methods, const std::string& allowed,
                 const std::string& exposed, const std::string& age) {
  return "<CorsRule><AllowedMethods>" + methods + "</AllowedMethods><AllowedOrigins>" + origins +
         "</AllowedOrigins><AllowedHeaders>" + allowed + "</AllowedHeaders><ExposedHeaders>" +
         exposed + "</ExposedHeaders><MaxAgeInSeconds>" + age + "</MaxAgeInSeconds></CorsRule>";
}

std::string Rules(int count) {
  std::string rules;
  for (int i = 0; i < count; ++i) rules += Rule("*", "GET", "", "", "0");
  return Root("<Cors>" + rules + "</Cors>");
}

std::string Names(int count, const std::string& suffix = "") {
  std::string names;
  for (int i = 0; i < count; ++i) {
    names += (i == 0 ? "h" : ",h") + std::to_string(i) + suffix;
  }
  return names;
}

// Returns the document that Get returns for a new account after `xml` is set, or the error's code.
std::string SetAndGet(const std::string& xml, PropertiesForm form = PropertiesForm::kCurrent) {
  const auto change = ParseServiceProperties(xml, form);
  if (!change) return std::string(ToWire(change.error().code).code);
  if (const auto checked = CheckNewServiceProperties(*change); !checked) {
    return std::string(ToWire(checked.error().code).code);
  }
  const auto properties = change->AppliedTo({});
  const std::string written = WriteServiceProperties(properties, form);
  BOOST_REQUIRE(written.starts_with(kHead));
  return written.substr(kHead.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ServicePropertiesTest)

BOOST_AUTO_TEST_CASE(NewAccount) {
  BOOST_TEST(WriteServiceProperties({}, PropertiesForm::kCurrent) ==
             kHead + Root(kLogging + kHours + kMinutes + "<Cors />"));
}

BOOST_AUTO_TEST_CASE(SetsWhatItNamesAndKeepsTheRest) {
  struct Case {
    const char* name;
    std::string xml;
    std::string outcome;
  };
  const std::string cors =
      "<Cors><CorsRule><AllowedMethods>GET,PUT</AllowedMethods><AllowedOrigins>http://a,http://b"
      "</AllowedOrigins><AllowedHeaders>x-1,x-2,y*</AllowedHeaders><ExposedHeaders />"
      "<MaxAgeInSeconds>500</MaxAgeInSeconds></CorsRule></Cors>";
  const std::string off =
      "<HourMetrics><Version>1.0</Version><Enabled>false</Enabled>" + kOff + "</HourMetrics>";
  const Case cases[] = {
      {"logging alone, in another order, in upper case",
       Root("<Logging><Delete>True</Delete><Read>False</Read><RetentionPolicy><Days>365</Days>"
            "<Enabled>True</Enabled></RetentionPolicy><Version>1.0</Version><Write>true</Write>"
            "</Logging>"),
       Root("<Logging><Version>1.0</Version><Read>false</Read><Write>true</Write><Delete>true"
            "</Delete><RetentionPolicy><Enabled>true</Enabled><Days>365</Days></RetentionPolicy>"
            "</Logging>" +
            kHours + kMinutes + "<Cors />")},
      {"metrics that are off drop what they do not need",
       Root("<HourMetrics><Version>1.0</Version><Enabled>false</Enabled><IncludeAPIs>true"
            "</IncludeAPIs><RetentionPolicy><Enabled>false</Enabled><Days>9</Days>"
            "</RetentionPolicy></HourMetrics>"),
       Root(kLogging + off + kMinutes + "<Cors />")},
      {"CORS: literal names before prefixes",
       Root("<Cors>" + Rule("http://a, http://b", "GET,PUT", "y*,x-1,x-2", "", "500") + "</Cors>"),
       Root(kLogging + kHours + kMinutes + cors)},
      {"no CORS", Root("<Cors />"), Root(kLogging + kHours + kMinutes + "<Cors />")},
      {"five rules", Rules(5),
       Root(kLogging + kHours + kMinutes + "<Cors>" +
            [] {
              std::string rules;
              for (int i = 0; i < 5; ++i) {
                rules +=
                    "<CorsRule><AllowedMethods>GET</AllowedMethods><AllowedOrigins>*"
                    "</AllowedOrigins><AllowedHeaders /><ExposedHeaders /><MaxAgeInSeconds>0"
                    "</MaxAgeInSeconds></CorsRule>";
              }
              return rules;
            }() +
            "</Cors>")},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(SetAndGet(c.xml) == c.outcome); }
  }
}

BOOST_AUTO_TEST_CASE(WhatIsGivenBackCanBeSet) {
  ServiceProperties properties;
  properties.logging = {.read = true, .write = true, .remove = true, .retention_days = 1};
  properties.minute_metrics = {.enabled = true, .include_apis = false, .retention_days = 365};
  properties.cors = {{.allowed_methods = {"PATCH", "MERGE"},
                      .allowed_origins = {"http://a?x=1&y=2"},
                      .allowed_headers = {"a", "*"},
                      .exposed_headers = {"b*"},
                      .max_age_seconds = 1}};
  const auto change = ParseServiceProperties(
      WriteServiceProperties(properties, PropertiesForm::kCurrent), PropertiesForm::kCurrent);
  BOOST_REQUIRE(change.has_value());
  BOOST_TEST((change->AppliedTo({}) == properties));
}

BOOST_AUTO_TEST_CASE(RefusesOtherDocuments) {
  const auto cors = [](const std::string& rule) { return Root("<Cors>" + rule + "</Cors>"); };
  struct Case {
    const char* name;
    std::string xml;
  };
  const Case cases[] = {
      {"empty body", ""},
      {"empty root", "<StorageServiceProperties />"},
      {"another root", "<Properties />"},
      {"unknown section", Root("<Alerts />")},
      {"a section twice", Root(kLogging + kLogging)},
      {"the first form's element", Root("<Metrics />")},
      {"no days", Root("<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>"
                       "<RetentionPolicy><Enabled>true</Enabled></RetentionPolicy>"
                       "</MinuteMetrics>")},
      {"days beyond a number", Days("99999999999999999999")},
      {"days that are not a number", Days("5x")},
      {"no retention", Root("<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>"
                            "</MinuteMetrics>")},
      {"no IncludeAPIs", Root("<MinuteMetrics><Version>1.0</Version><Enabled>true</Enabled>" +
                              kOff + "</MinuteMetrics>")},
      {"no Version", Root("<MinuteMetrics><Enabled>false</Enabled>" + kOff + "</MinuteMetrics>")},
      {"another Version", Root("<MinuteMetrics><Version>3.0</Version><Enabled>false</Enabled>" +
                               kOff + "</MinuteMetrics>")},
      {"not a boolean", Root("<MinuteMetrics><Version>1.0</Version><Enabled>yes</Enabled>" + kOff +
                             "</MinuteMetrics>")},
      {"text after the root", Root("<Cors />") + "x"},
      {"text before the root", "x" + Root("<Cors />")},
      {"a rule without headers",
       cors("<CorsRule><AllowedMethods>GET</AllowedMethods><AllowedOrigins>*</AllowedOrigins>"
            "<ExposedHeaders /><MaxAgeInSeconds>0</MaxAgeInSeconds></CorsRule>")},
      {"no origin", cors(Rule("", "GET", "", "", "0"))},
      {"no method", cors(Rule("*", "", "", "", "0"))},
      {"unknown method", cors(Rule("*", "GET,LOOK", "", "", "0"))},
      {"a line feed in an origin", cors(Rule("http://a\nb", "GET", "", "", "0"))},
      {"a referenced line feed in an origin", cors(Rule("http://a&#10;b", "GET", "", "", "0"))},
      {"a carriage return in an origin", cors(Rule("http://a&#13;b", "GET", "", "", "0"))},
      {"a tab in an origin", cors(Rule("http://a\tb", "GET", "", "", "0"))},
      {"a line feed in an allowed header", cors(Rule("*", "GET", "x-a\nb", "", "0"))},
      {"a line feed in an exposed header", cors(Rule("*", "GET", "", "x-a\nb", "0"))},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) { BOOST_TEST(SetAndGet(c.xml) == "InvalidXmlDocument"); }
  }
}

BOOST_AUTO_TEST_CASE(TakesValuesUpToTheirLimits) {
  const auto cors = [](const std::string& rule) { return Root("<Cors>" + rule + "</Cors>"); };
  // With "GET" and an origin of 255 bytes they are 2,048 bytes.
  const std::string long_names =
      std::string(255, 'a') + "," + std::string(255, 'b') + "," + std::string(255, 'c');
  const auto padded = [](std::size_t bytes) {
    const std::size_t used = Root("<Cors />").size();
    return Root("<Cors />" + std::string(bytes - used, ' '));
  };
  const std::string taken = "taken";
  const std::string document = "InvalidXmlDocument";
  const std::string value = "InvalidXmlNodeValue";
  struct Case {
    const char* name;
    std::string xml;
    std::string outcome;
  };
  const Case cases[] = {
      {"0 days", Days("0"), document},
      {"1 day", Days("1"), taken},
      {"365 days", Days("365"), taken},
      {"366 days", Days("366"), document},
      {"5 rules", Rules(5), taken},
      {"6 rules", Rules(6), document},
      {"64 origins", cors(Rule(Names(64), "GET", "", "", "0")), taken},
      {"65 origins", cors(Rule(Names(65), "GET", "", "", "0")), value},
      {"64 allowed headers", cors(Rule("*", "GET", Names(64), "", "0")), taken},
      {"65 allowed headers", cors(Rule("*", "GET", Names(65), "", "0")), value},
      {"64 exposed headers", cors(Rule("*", "GET", "", Names(64), "0")), taken},
      {"65 exposed headers", cors(Rule("*", "GET", "", Names(65), "0")), value},
      {"2 allowed prefixes", cors(Rule("*", "GET", Names(2, "*"), "", "0")), taken},
      {"3 allowed prefixes", cors(Rule("*", "GET", Names(3, "*"), "", "0")), value},
      {"2 exposed prefixes", cors(Rule("*", "GET", "", Names(2, "*"), "0")), taken},
      {"3 exposed prefixes", cors(Rule("*", "GET", "", Names(3, "*"), "0")), value},
      {"64 headers and 2 prefixes",
       cors(Rule("*", "GET", Names(64) + "," + Names(2, "*"), "", "0")), taken},
      {"65 origins in the second rule",
       cors(Rule("*", "GET", "", "", "0") + Rule(Names(65), "GET", "", "", "0")), value},
      {"an origin of 256 bytes", cors(Rule(std::string(256, 'o'), "GET", "", "", "0")), taken},
      {"an origin of 257 bytes", cors(Rule(std::string(257, 'o'), "GET", "", "", "0")), document},
      {"a header of 257 bytes", cors(Rule("*", "GET", std::string(257, 'h'), "", "0")), document},
      {"rules of 2,048 bytes",
       cors(Rule(std::string(255, 'o'), "GET", long_names + "," + std::string(255, 'd'), long_names,
                 "0")),
       taken},
      {"rules of 2,049 bytes",
       cors(Rule(std::string(256, 'o'), "GET", long_names + "," + std::string(255, 'd'), long_names,
                 "0")),
       document},
      {"line feeds around items", cors(Rule("\nhttp://a,\nhttp://b\n", "GET", "", "", "0")), taken},
      {"an age below zero", cors(Rule("*", "GET", "", "", "-1")), document},
      {"the greatest age", cors(Rule("*", "GET", "", "", "2147483647")), taken},
      {"a greater age", cors(Rule("*", "GET", "", "", "2147483648")), document},
      {"a document of 64 KiB", padded(65536), taken},
      {"a longer document", padded(65537), document},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const std::string outcome = SetAndGet(c.xml);
      BOOST_TEST((outcome.starts_with("<") ? taken : outcome) == c.outcome);
    }
  }
}

BOOST_AUTO_TEST_CASE(FirstFormHasOneKindOfMetrics) {
  BOOST_TEST((PropertiesFormOf("2012-02-12") == PropertiesForm::kFirst));
  BOOST_TEST((PropertiesFormOf("2013-08-15") == PropertiesForm::kCurrent));
  BOOST_TEST((PropertiesFormOf(std::nullopt) == PropertiesForm::kCurrent));
  const std::string metrics =
      "<Metrics><Version>1.0</Version><Enabled>false</Enabled>" + kOff + "</Metrics>";
  BOOST_TEST(SetAndGet(Root(metrics), PropertiesForm::kFirst) == Root(kLogging + metrics));
  BOOST_TEST(SetAndGet(Root("<Cors />"), PropertiesForm::kFirst) == "InvalidXmlDocument");
}

BOOST_AUTO_TEST_CASE(AChangeToPropertiesLeavesNothingAsItWas) {
  const ServiceProperties properties{
      .logging = {.read = true, .retention_days = 3},
      .hour_metrics = {},
      .minute_metrics = {.enabled = true},
      .cors = {{.allowed_methods = {"GET"}, .allowed_origins = {"*"}, .max_age_seconds = 5}}};
  BOOST_TEST((ServicePropertiesChange::To(properties).AppliedTo({}) == properties));
  BOOST_TEST((ServicePropertiesChange::To({}).AppliedTo(properties) == ServiceProperties()));
}

BOOST_AUTO_TEST_CASE(Statistics) {
  BOOST_TEST(WriteServiceStats({}) ==
             kHead +
                 "<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>"
                 "Thu, 01 Jan 1970 00:00:00 GMT</LastSyncTime></GeoReplication>"
                 "</StorageServiceStats>");
  const auto read = ParseServiceStats(WriteServiceStats({}));
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->status == "live");
  BOOST_TEST((read->last_sync == DateTime::FromSystem({})));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
