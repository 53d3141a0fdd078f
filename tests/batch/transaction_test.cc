#include "batch/transaction.h"

#include "batch/batch_call.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace rowhouse {
namespace {

PartRequest Insert(std::string_view table, std::string_view partition, std::string_view row) {
  return {.method = "POST",
          .target = fmt::format("http://h/acct/{}", table),
          .headers = {},
          .body = fmt::format(R"({{"PartitionKey":"{}","RowKey":"{}"}})", partition, row)};
}

PartRequest OnEntity(std::string_view method, std::string_view path) {
  return {.method = std::string(method),
          .target = fmt::format("/{}", path),
          .headers = {{"If-Match", "*"}},
          .body = "{}"};
}

PartRequest WithHeader(PartRequest request, std::string_view name, std::string_view value) {
  request.headers.emplace_back(name, value);
  return request;
}

bool KnowsOrders(std::string_view table) { return table == "orders" || table == "Orders"; }

BatchRequest ReadOf(const std::vector<PartRequest>& operations) {
  BatchRequest batch;
  for (const PartRequest& operation : operations) {
    batch.operations.push_back({.method = operation.method,
                                .target = operation.target,
                                .headers = {operation.headers.begin(), operation.headers.end()},
                                .body = operation.body});
  }
  return batch;
}

auto Build(const std::vector<PartRequest>& operations) {
  return BuildTransaction(ReadOf(operations), {.table_exists = KnowsOrders});
}

// The rows of a transaction, or the code of its error and the indexed message.
std::string Describe(const std::vector<PartRequest>& operations) {
  const auto built = Build(operations);
  if (!built) {
    return fmt::format("{} {}", ToWire(built.error().error.code).code,
                       IndexedMessage(built.error(), operations.size()));
  }
  BOOST_TEST(built->writes.size() == built->changes.operations.size());
  std::string text = fmt::format("{} [{}]", built->changes.table, built->changes.partition_key);
  for (const Operation& operation : built->changes.operations) text += " " + operation.row_key;
  return text;
}

struct TransactionCase {
  const char* name;
  std::vector<PartRequest> operations;
  std::string outcome;
};

void CheckTransactions(const std::vector<TransactionCase>& cases) {
  for (const TransactionCase& test : cases) {
    BOOST_TEST_CONTEXT(test.name) { BOOST_TEST(Describe(test.operations) == test.outcome); }
  }
}

constexpr const char* kEntity = "orders(PartitionKey='p',RowKey='r')";
const std::string kDifferent =
    "CommandsInBatchActOnDifferentPartitions {}:All commands in a batch must operate on same "
    "entity group.";
const std::string kDuplicate =
    "InvalidDuplicateRow {}:The batch request contains multiple changes with same row key. An "
    "entity can appear only once in a batch request.";

std::string At(const std::string& pattern, int index) {
  return fmt::format(fmt::runtime(pattern), index);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(BuildTransactionTest)

BOOST_AUTO_TEST_CASE(TakesEveryKindOfWrite) {
  PartRequest upsert = OnEntity("PATCH", "acct/orders(PartitionKey='p',RowKey='e')?$format=json");
  upsert.headers.clear();
  const std::vector<PartRequest> operations = {
      Insert("orders", "p", "a"),
      OnEntity("PUT", "orders(PartitionKey='p',RowKey='b')"),
      OnEntity("MERGE", "Orders(PartitionKey='p',RowKey='c')"),
      OnEntity("DELETE", "orders(RowKey='d',PartitionKey='p')"),
      upsert,
      WithHeader(OnEntity("POST", "orders(PartitionKey='p',RowKey='f')"), "X-HTTP-Method", "PATCH"),
  };
  BOOST_TEST(Describe(operations) == "orders [p] a b c d e f");
  const auto built = Build(operations);
  BOOST_REQUIRE(built);
  const std::vector<OperationKind> kinds = {OperationKind::kInsert,        OperationKind::kReplace,
                                            OperationKind::kMerge,         OperationKind::kDelete,
                                            OperationKind::kInsertOrMerge, OperationKind::kMerge};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    BOOST_TEST((built->changes.operations[i].kind == kinds[i]), "operation " << i);
  }
  BOOST_TEST(built->writes[2].table == "Orders");
}

BOOST_AUTO_TEST_CASE(TunnelsThroughPostOnly) {
  struct Case {
    const char* method;
    const char* header;
    OperationKind kind;
  };
  for (const Case& test : {Case{"POST", "MERGE", OperationKind::kMerge},
                           Case{"POST", "DELETE", OperationKind::kDelete},
                           Case{"MERGE", "MERGE", OperationKind::kMerge},
                           Case{"PATCH", "MERGE", OperationKind::kMerge},
                           Case{"PUT", "MERGE", OperationKind::kReplace},
                           Case{"DELETE", "PUT", OperationKind::kDelete},
                           Case{"MERGE", "GET", OperationKind::kMerge}}) {
    BOOST_TEST_CONTEXT(test.method << ' ' << test.header) {
      const auto built =
          Build({WithHeader(OnEntity(test.method, kEntity), "X-HTTP-Method", test.header)});
      BOOST_REQUIRE(built);
      BOOST_TEST((built->changes.operations.front().kind == test.kind));
    }
  }
}

BOOST_AUTO_TEST_CASE(TakesAnEmptyChangeSet) {
  const auto built = Build({});
  BOOST_REQUIRE(built);
  BOOST_TEST(built->changes.operations.empty());
}

BOOST_AUTO_TEST_CASE(AsksForTheFirstTableOnly) {
  std::vector<std::string> asked;
  const std::vector<PartRequest> operations = {
      Insert("orders", "p", "a"), Insert("ORDERS", "p", "b"), Insert("orders", "p", "c")};
  const auto built =
      BuildTransaction(ReadOf(operations), {.table_exists = [&](std::string_view table) {
                         asked.emplace_back(table);
                         return true;
                       }});
  BOOST_TEST(built.has_value());
  BOOST_REQUIRE(asked.size() == 1U);
  BOOST_TEST(asked.front() == "orders");
}

BOOST_AUTO_TEST_CASE(KeepsOneTableAndOnePartition) {
  CheckTransactions({
      {"other partition",
       {Insert("orders", "p", "a"), Insert("orders", "q", "b")},
       At(kDifferent, 1)},
      {"partition of another case",
       {Insert("orders", "p", "a"), Insert("orders", "P", "b")},
       At(kDifferent, 1)},
      {"first that differs",
       {Insert("orders", "p", "a"), Insert("orders", "p", "b"), Insert("orders", "q", "c"),
        Insert("orders", "r", "d")},
       At(kDifferent, 2)},
      {"other table", {Insert("orders", "p", "a"), Insert("stock", "p", "b")}, At(kDifferent, 1)},
      {"table of another case",
       {Insert("orders", "p", "a"), Insert("ORDERS", "p", "b")},
       "orders [p] a b"},
  });
}

BOOST_AUTO_TEST_CASE(RefusesTheSecondOccurrenceOfARow) {
  CheckTransactions({
      {"two inserts", {Insert("orders", "p", "a"), Insert("orders", "p", "a")}, At(kDuplicate, 1)},
      {"insert and delete",
       {Insert("orders", "p", "r"), OnEntity("DELETE", kEntity)},
       At(kDuplicate, 1)},
      {"the later of two pairs",
       {Insert("orders", "p", "a"), Insert("orders", "p", "b"), Insert("orders", "p", "b"),
        Insert("orders", "p", "a")},
       At(kDuplicate, 2)},
      {"rows of another case",
       {Insert("orders", "p", "a"), Insert("orders", "p", "A")},
       "orders [p] a A"},
      {"same row of another partition",
       {Insert("orders", "p", "a"), Insert("orders", "q", "a")},
       At(kDifferent, 1)},
  });
}

BOOST_AUTO_TEST_CASE(ReportsTheFirstOperationThatFails) {
  const std::string syntax = "InvalidInput {}:Bad Request - Error in query syntax.";
  CheckTransactions({
      {"no table",
       {Insert("stock", "p", "a")},
       "TableNotFound 0:The table specified does not exist."},
      {"bad address before no table",
       {OnEntity("PUT", "stock(PartitionKey='p',RowKey=))")},
       "InvalidInput 0:Bad Request - Error in query syntax."},
      {"no table before bad body",
       {{.method = "PUT", .target = "/stock(PartitionKey='p',RowKey='')", .body = "not JSON"}},
       "TableNotFound 0:The table specified does not exist."},
      {"bad condition before no table",
       {WithHeader(Insert("stock", "p", "a"), "If-Match", "*")},
       "InvalidInput 0:If-Match or If-None-Match HTTP headers cannot be specified for POST "
       "operations."},
      {"slash in a key",
       {Insert("orders", "p", "a"), OnEntity("PUT", "acct/orders(PartitionKey='p',RowKey='a/b')")},
       At(syntax, 1)},
      {"bad key of an insert",
       {Insert("orders", "p", "a#")},
       "OutOfRangeInput 0:The 'RowKey' parameter of value 'a#' is out of range."},
      {"bad key of an address",
       {OnEntity("PUT", "orders(PartitionKey='p',RowKey='a%23')")},
       "OutOfRangeInput 0:One of the request inputs is out of range."},
      {"missing keys",
       {Insert("orders", "p", "a"), {.method = "POST", .target = "/orders", .body = "{}"}},
       "PropertiesNeedValue 1:The values are not specified for all properties in the entity."},
      {"malformed condition",
       {{.method = "DELETE",
         .target = std::string("/") + kEntity,
         .headers = {{"If-Match", "abc"}}}},
       "InvalidInput 0:The etag value 'abc' specified in one of the request headers is not valid. "
       "Please make sure only one etag value is specified and is valid."},
      {"GET",
       {{.method = "GET", .target = std::string("/") + kEntity}},
       "InvalidInput 0:One of the request inputs is not valid."},
      {"POST to an entity",
       {{.method = "POST", .target = std::string("/") + kEntity, .body = "{}"}},
       "MethodNotAllowed 0:The requested method is not allowed on the specified resource."},
      {"tunnel to GET",
       {WithHeader(OnEntity("POST", kEntity), "X-HTTP-Method", "GET")},
       "XMethodIncorrectValue 0:The X-HTTP-Method header should be 'PUT', 'MERGE', 'PATCH' or "
       "'DELETE', but is 'GET' instead."},
      {"batch in a batch",
       {{.method = "POST", .target = "/$batch", .body = "{}"}},
       "MethodNotAllowed 0:The requested method is not allowed on the specified resource."},
      {"an earlier error hides a later one",
       {Insert("orders", "p", "a"), Insert("orders", "q", "b"), Insert("orders", "p", "#")},
       At(kDifferent, 1)},
  });
}

BOOST_AUTO_TEST_CASE(RefusesTheHundredAndFirstOperationAsTheLastAccepted) {
  std::vector<PartRequest> operations;
  operations.reserve(101);
  for (int i = 0; i < 100; ++i) operations.push_back(Insert("orders", "p", std::to_string(i)));
  BOOST_TEST(Build(operations).has_value());
  operations.push_back(Insert("orders", "p", "100"));
  BOOST_TEST(Describe(operations) ==
             "InvalidInput 99:The batch request operation exceeds the maximum 100 changes per "
             "change set.");
  operations[3] = operations[2];
  BOOST_TEST(Describe(operations) == At(kDuplicate, 3));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(IndexedMessageTest)

BOOST_AUTO_TEST_CASE(LeavesTheIndexOutForStorageErrorsOfOneOperation) {
  struct Case {
    ErrorCode code;
    std::size_t operation;
    std::size_t count;
    bool indexed;
  };
  const std::vector<Case> cases = {
      {ErrorCode::kEntityAlreadyExists, 0, 1, false},
      {ErrorCode::kResourceNotFound, 0, 1, false},
      {ErrorCode::kUpdateConditionNotSatisfied, 0, 1, false},
      {ErrorCode::kPropertyValueTooLarge, 0, 1, false},
      {ErrorCode::kEntityAlreadyExists, 0, 2, true},
      {ErrorCode::kResourceNotFound, 41, 100, true},
      {ErrorCode::kTableNotFound, 0, 1, true},
      {ErrorCode::kPropertiesNeedValue, 0, 1, true},
      {ErrorCode::kOutOfRangeInput, 0, 1, true},
      {ErrorCode::kConditionNotMet, 0, 1, true},
  };
  for (const Case& test : cases) {
    const std::string text(ToWire(test.code).text);
    BOOST_TEST_CONTEXT(text << " of " << test.count) {
      BOOST_TEST(IndexedMessage({Error(test.code), test.operation}, test.count) ==
                 (test.indexed ? fmt::format("{}:{}", test.operation, text) : text));
    }
  }
}

BOOST_AUTO_TEST_CASE(AlwaysIndexesAQuery) {
  BOOST_TEST(IndexedQueryMessage(Error(ErrorCode::kResourceNotFound)) ==
             "0:The specified resource does not exist.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
