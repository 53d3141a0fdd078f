#include "table_service/operations/query_options.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::operations {
namespace {

using Text = std::optional<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(QueryOptionsTest)

BOOST_AUTO_TEST_CASE(DecodesEveryKnownOption) {
  const QueryOptions options = ParseQueryOptions(
      "%24filter=A+eq%20'x%2By'&$select=A,%20B&$top=5&$format=application%2Fjson&NextPartitionKey="
      "1!4!cGs-&NextRowKey=1%214%21cjI-&NextTableName=1!4!cGs-&comp=acl&restype=service&timeout=7");
  BOOST_TEST(!options.problem.has_value());
  BOOST_TEST((options.query.filter == Text("A eq 'x+y'")));
  BOOST_TEST((options.query.select == Text("A, B")));
  BOOST_TEST((options.query.top == Text("5")));
  BOOST_TEST((options.format == Text("application/json")));
  BOOST_TEST((options.query.next_partition_key == Text("1!4!cGs-")));
  BOOST_TEST((options.query.next_row_key == Text("1!4!cjI-")));
  BOOST_TEST((options.next_table_name == Text("1!4!cGs-")));
  BOOST_TEST((options.comp == Text("acl")));
  BOOST_TEST((options.restype == Text("service")));
  BOOST_TEST(options.timeout.count() == 7);
}

BOOST_AUTO_TEST_CASE(DistinguishesMissingFromEmpty) {
  BOOST_TEST((ParseQueryOptions("").query.filter == Text()));
  BOOST_TEST((ParseQueryOptions("$filter=").query.filter == Text("")));
  BOOST_TEST((ParseQueryOptions("$filter").query.filter == Text("")));
  BOOST_TEST((ParseQueryOptions("$select=&$filter=").query.select == Text("")));
}

BOOST_AUTO_TEST_CASE(KeepsEqualsSignsInAValue) {
  BOOST_TEST((ParseQueryOptions("$filter=a=b=c").query.filter == Text("a=b=c")));
}

BOOST_AUTO_TEST_CASE(AcceptsOrRefuses) {
  struct Case {
    const char* name;
    const char* query;
    const char* code;  // "" if accepted
    const char* message;
  };
  const Case cases[] = {
      {"empty items", "&&$top=1&", "", ""},
      {"unknown plain option", "api-version=2019-02-02&If-Match=x&x", "", ""},
      {"unknown plain option that is not UTF-8", "x=%FF%zz", "", ""},
      {"SAS fields", "sv=2019-02-02&sig=a%2Fb%3D&tn=t", "", ""},
      {"empty unsupported option", "$orderby=", "", ""},
      {"order", "$orderby=A", "NotImplemented",
       "The requested operation is not implemented on the specified resource."},
      {"skip", "$skip=1", "NotImplemented",
       "The requested operation is not implemented on the specified resource."},
      {"unknown system option", "$search=a", "InvalidInput",
       "The query parameter '$search' begins with a system-reserved '$' character but is not "
       "recognized."},
      {"other case", "$Filter=a", "InvalidInput",
       "The query parameter '$Filter' begins with a system-reserved '$' character but is not "
       "recognized."},
      {"twice", "$filter=a&%24filter=b", "InvalidInput",
       "Query parameter '$filter' is specified, but it should be specified exactly once."},
      {"comp twice", "comp=acl&Comp=", "InvalidQueryParameterValue",
       "Value for one of the query parameters specified in the request URI is invalid."},
      {"truncated escape", "$filter=%2", "InvalidInput", "Bad Request - Error in query syntax."},
      {"not UTF-8", "$filter=%FF", "InvalidInput", "Bad Request - Error in query syntax."},
      {"timeout that is not a number", "timeout=soon", "InvalidQueryParameterValue",
       "Value for one of the query parameters specified in the request URI is invalid."},
      {"negative timeout", "timeout=-1", "InvalidQueryParameterValue",
       "Value for one of the query parameters specified in the request URI is invalid."},
      {"empty timeout", "timeout=", "", ""},
      {"huge timeout", "timeout=99999999999999999999999", "", ""},
      {"the first problem wins", "$skip=1&$search=a", "NotImplemented",
       "The requested operation is not implemented on the specified resource."},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.name) {
      const auto problem = ParseQueryOptions(c.query).problem;
      BOOST_TEST((problem ? ToWire(problem->code).code : "") == c.code);
      BOOST_TEST((problem ? problem->message : "") == c.message);
    }
  }
}

BOOST_AUTO_TEST_CASE(LimitsTimeoutsToThirtySeconds) {
  BOOST_TEST(ParseQueryOptions("").timeout.count() == 30);
  BOOST_TEST(ParseQueryOptions("timeout=31").timeout.count() == 30);
  BOOST_TEST(ParseQueryOptions("timeout=0").timeout.count() == 30);
  BOOST_TEST(ParseQueryOptions("timeout=1").timeout.count() == 1);
}

BOOST_AUTO_TEST_CASE(ReadsTheFormatDespiteAProblem) {
  const QueryOptions options = ParseQueryOptions("$skip=1&$format=json");
  BOOST_TEST(options.problem.has_value());
  BOOST_TEST((options.format == Text("json")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
