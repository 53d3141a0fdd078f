#include "table_service/operations/operation_table.h"

#include "base/ascii.h"

#include <boost/test/unit_test.hpp>

namespace rowhouse::operations {
namespace {

using Kind = ResourceAddress::Kind;

struct Row {
  const char* method;
  Kind resource;
  const char* query;
  bool conditional;
  RequestKind metric;
  const char* account;  // srt and the letters of an account SAS that allow it; "": none
  const char* table;    // the fewest letters of a table SAS that allow it; null: none
};

constexpr const char* kAllLetters = "rwdlacupx";

constexpr Row kRows[] = {
    {"GET", Kind::kTables, "", false, RequestKind::kListTables, "cl", nullptr},
    {"POST", Kind::kTables, "", false, RequestKind::kCreateTable, "ccw", nullptr},
    {"GET", Kind::kTable, "", false, RequestKind::kGetTable, "clr", nullptr},
    {"DELETE", Kind::kTable, "", true, RequestKind::kDeleteTable, "cd", nullptr},
    {"GET", Kind::kEntities, "", false, RequestKind::kQueryEntities, "or", "r"},
    {"GET", Kind::kEntity, "", true, RequestKind::kGetEntity, "or", "r"},
    {"POST", Kind::kEntities, "", false, RequestKind::kInsertEntity, "oa", "a"},
    {"PUT", Kind::kEntity, "", false, RequestKind::kUpsertEntity, "oau", "au"},
    {"MERGE", Kind::kEntity, "", false, RequestKind::kUpsertEntity, "oau", "au"},
    {"PATCH", Kind::kEntity, "comp=", true, RequestKind::kUpdateEntity, "ou", "u"},
    {"PUT", Kind::kEntity, "", true, RequestKind::kUpdateEntity, "ou", "u"},
    {"DELETE", Kind::kEntity, "", true, RequestKind::kDeleteEntity, "od", "d"},
    {"POST", Kind::kBatch, "", false, RequestKind::kBatch, "orwdlacupx", ""},
    {"PUT", Kind::kBatch, "", false, RequestKind::kBatch, "orwdlacupx", ""},
    {"GET", Kind::kEntities, "comp=ACL", false, RequestKind::kSettings, "", nullptr},
    {"PUT", Kind::kEntities, "comp=acl", false, RequestKind::kSettings, "", nullptr},
    {"GET", Kind::kService, "restype=Service&comp=Properties", false, RequestKind::kSettings, "sr",
     nullptr},
    {"PUT", Kind::kService, "restype=service&comp=properties", false, RequestKind::kSettings, "sw",
     nullptr},
    {"GET", Kind::kService, "restype=service&comp=stats", false, RequestKind::kSettings, "sr",
     nullptr},
};

HeaderList HeadersOf(const Row& row) {
  if (row.conditional) return {{"If-Match", "*"}};
  return {};
}

const RestOperation* Find(const Row& row) {
  return FindOperation(row.method, row.resource, ParseQueryOptions(row.query), HeadersOf(row));
}

bool IsAllowed(const AccessGrant& grant, const Row& row) {
  return AuthorizeOperation(grant, Find(row), "orders").has_value();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(OperationTableTest)

BOOST_AUTO_TEST_CASE(FindsEachOperation) {
  for (const Row& row : kRows) {
    BOOST_TEST_CONTEXT(row.method << " " << static_cast<int>(row.resource) << " " << row.query) {
      const RestOperation* const found = Find(row);
      BOOST_REQUIRE(found != nullptr);
      BOOST_TEST((found->metric == row.metric));
    }
  }
}

BOOST_AUTO_TEST_CASE(KnowsTheLettersOfAnAccountSas) {
  for (const Row& row : kRows) {
    const std::string_view account = row.account;
    for (const char type : std::string_view("sco")) {
      for (const char letter : std::string_view(kAllLetters)) {
        const bool expected = !account.empty() && type == account.front() &&
                              account.substr(1).find(letter) != std::string_view::npos;
        BOOST_TEST_CONTEXT(row.method << " " << row.query << " srt=" << type << " sp=" << letter) {
          BOOST_TEST(IsAllowed({.kind = AccessGrant::Kind::kAccountSas,
                                .permissions = std::string(1, letter),
                                .resource_types = std::string(1, type)},
                               row) == expected);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(KnowsTheLettersOfATableSas) {
  constexpr std::string_view all_letters = "raud";
  for (const Row& row : kRows) {
    for (unsigned set = 0; set < 16; ++set) {
      AccessGrant grant{.kind = AccessGrant::Kind::kTableSas, .table = "orders"};
      for (unsigned i = 0; i < 4; ++i) {
        if ((set >> i) & 1U) grant.permissions += all_letters[i];
      }
      const bool expected = row.table != nullptr &&
                            std::string_view(row.table).find_first_not_of(grant.permissions) ==
                                std::string_view::npos;
      BOOST_TEST_CONTEXT(row.method << " " << row.query << " sp=" << grant.permissions) {
        BOOST_TEST(IsAllowed(grant, row) == expected);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(RefusesUnknownOperations) {
  struct Case {
    const char* method;
    Kind resource;
    const char* query;
    ErrorCode code;
  };
  const Case cases[] = {
      {"PUT", Kind::kTables, "", ErrorCode::kMethodNotAllowed},
      {"POST", Kind::kTable, "", ErrorCode::kMethodNotAllowed},
      {"PUT", Kind::kEntities, "", ErrorCode::kMethodNotAllowed},
      {"POST", Kind::kEntity, "", ErrorCode::kMethodNotAllowed},
      {"GET", Kind::kMetadata, "", ErrorCode::kNotImplemented},
      {"DELETE", Kind::kEntities, "comp=acl", ErrorCode::kUnsupportedHttpVerb},
      {"PUT", Kind::kService, "restype=service&comp=stats", ErrorCode::kUnsupportedHttpVerb},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.method << " " << static_cast<int>(c.resource) << " " << c.query) {
      const QueryOptions options = ParseQueryOptions(c.query);
      const RestOperation* const found = FindOperation(c.method, c.resource, options, {});
      BOOST_TEST((found == nullptr));
      BOOST_TEST((NoSuchOperation(c.resource, options).code == c.code));
      BOOST_TEST(AuthorizeOperation({}, found, "").has_value());
      BOOST_TEST(
          !AuthorizeOperation({.kind = AccessGrant::Kind::kTableSas}, found, "").has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE(KnowsVerbsAndComps) {
  for (const char* const verb : {"GET", "POST", "PUT", "PATCH", "MERGE", "DELETE"}) {
    BOOST_TEST(IsServiceVerb(verb), verb);
  }
  for (const char* const verb : {"", "HEAD", "OPTIONS", "get", "TRACE"}) {
    BOOST_TEST(!IsServiceVerb(verb), verb);
  }
  const auto is_known = [](Kind resource, const char* query) {
    return IsKnownComp(resource, ParseQueryOptions(query));
  };
  BOOST_TEST(is_known(Kind::kEntities, "comp=Acl"));
  BOOST_TEST(is_known(Kind::kEntities, "comp="));
  BOOST_TEST(is_known(Kind::kService, "restype=SERVICE&comp=stats"));
  BOOST_TEST(!is_known(Kind::kService, "comp=stats"));
  BOOST_TEST(!is_known(Kind::kEntity, "comp=acl"));
  BOOST_TEST(!is_known(Kind::kEntities, "restype=service&comp=properties"));
}

BOOST_AUTO_TEST_CASE(BatchesContainOnlyOperationsOnEntities) {
  BOOST_TEST((FindPartOperation("GET", Kind::kTables, {}) == nullptr));
  BOOST_TEST((FindPartOperation("POST", Kind::kBatch, {}) == nullptr));
  const RestOperation* const insert = FindPartOperation("POST", Kind::kEntities, {});
  BOOST_REQUIRE(insert != nullptr);
  BOOST_TEST((insert->metric == RequestKind::kInsertEntity));
}

BOOST_AUTO_TEST_CASE(ListsTheAllowedMethods) {
  struct Case {
    const char* path;
    const char* query;
    const char* allowed;
  };
  const Case cases[] = {
      {"/Tables", "", "GET, OPTIONS, POST"},
      {"/orders()", "", "GET, OPTIONS, POST"},
      {"/Tables('orders')", "", "DELETE, GET, OPTIONS"},
      {"/orders(PartitionKey='a',RowKey='b')", "", "DELETE, GET, MERGE, OPTIONS, PATCH, PUT"},
      {"/$batch", "", "OPTIONS, POST"},
      {"/", "", "GET, OPTIONS"},
      {"/$metadata", "", "GET, OPTIONS"},
      {"/orders(", "", "DELETE, GET, MERGE, OPTIONS, PATCH, POST, PUT"},
      {"/", "restype=service&comp=STATS", "GET, OPTIONS"},
      {"/", "restype=service&comp=properties", "GET, OPTIONS, PUT"},
      {"/orders", "comp=acl", "GET, OPTIONS, PUT"},
      {"/orders", "comp=other", "GET, OPTIONS, PUT"},
  };
  for (const Case& c : cases) {
    BOOST_TEST_CONTEXT(c.path << "?" << c.query) {
      BOOST_TEST(AllowedMethods(c.path, ParseQueryOptions(c.query)) == c.allowed);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse::operations
