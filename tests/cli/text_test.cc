// Texts of entities and of files: JSON in its styles, UTF-16.

#include "cli/text/json_text.h"
#include "cli/text/utf16_stream.h"

#include <boost/test/unit_test.hpp>
#include <iterator>
#include <limits>
#include <rowhouse/entity_json.h>
#include <sstream>
#include <string>

namespace rowhouse::cli {
namespace {

std::string FromUtf16(const std::string& bytes) {
  std::istringstream in(bytes);
  const auto order = FindUtf16(in);
  BOOST_TEST_REQUIRE(order.has_value());
  const auto text = ReadUtf16(in, *order);
  return {std::istreambuf_iterator<char>(*text), {}};
}

BOOST_AUTO_TEST_SUITE(TextTest)

BOOST_AUTO_TEST_CASE(JsonHasWhatItsStyleSays) {
  tables::Entity entity("p", "r");
  entity["Big"] = std::int64_t{5};
  entity["Odd"] = std::numeric_limits<double>::quiet_NaN();
  entity["Text"] = "caf\u00e9\n";
  entity.SetETag(tables::ETag("W/\"x\""));
  entity.SetTimestamp(tables::DateTime::Parse("2026-01-01T00:00:00Z").value());
  const auto text = [&entity](TextStyle style) {
    std::string out = "x";
    AppendJson(out, entity, style);
    return out;
  };
  const std::string typed =
      R"("PartitionKey":"p","RowKey":"r","Big@odata.type":"Edm.Int64","Big":"5","Odd@odata.type":"Edm.Double","Odd":"NaN","Text":"café\n"})";
  const std::string plain =
      R"("PartitionKey":"p","RowKey":"r","Big":5,"Odd":null,"Text":"café\n"})";
  const std::string system = R"("odata.etag":"W/\"x\"","Timestamp":"2026-01-01T00:00:00Z",)";
  BOOST_TEST(text({}) == "x{" + typed);
  BOOST_TEST(text({.plain = true}) == "x{" + plain);
  BOOST_TEST(text({.system = true}) == "x{" + system + typed);
  BOOST_TEST(text({.plain = true, .system = true}) == "x{" + system + plain);
}

BOOST_AUTO_TEST_CASE(Utf16IsReadAsUtf8) {
  using namespace std::string_literals;
  BOOST_TEST(FromUtf16("\xFF\xFE"s + "a\0\xE9\0\x3D\xD8\0\xDE"s) == "\uFEFFa\u00e9\U0001F600");
  BOOST_TEST(FromUtf16("\xFE\xFF"s + "\0a\0\xE9\xD8\x3D\xDE\0"s) == "\uFEFFa\u00e9\U0001F600");
  BOOST_TEST(FromUtf16("\xFE\xFF\xD8\x3D\0a"s) == "\uFEFF\uFFFDa");
  BOOST_TEST(FromUtf16("\xFE\xFF\0a\xD8\x3D"s) == "\uFEFFa\uFFFD");
  BOOST_TEST(FromUtf16("\xFF\xFE" + std::string(200'000, 'a')).size() == 300'003U);
  std::istringstream plain("\xEF\xBB\xBF");
  BOOST_TEST(!FindUtf16(plain).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace rowhouse::cli
