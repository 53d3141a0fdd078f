#include "table_service/auth/access_grant.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace rowhouse {
namespace {

using Operation = ServiceOperation;

struct Row {
  const char* name;
  Operation operation;
  char resource_type;   // of an account SAS; 0: none allows it
  const char* account;  // the single letters of an account SAS that allow it
  const char* table;    // the least letters of a table SAS that allow it; null: none does
};

constexpr Row kRows[] = {
    {"get properties", Operation::kGetServiceProperties, 's', "r", nullptr},
    {"set properties", Operation::kSetServiceProperties, 's', "w", nullptr},
    {"get stats", Operation::kGetServiceStats, 's', "r", nullptr},
    {"list tables", Operation::kListTables, 'c', "l", nullptr},
    {"get table", Operation::kGetTable, 'c', "rl", nullptr},
    {"create table", Operation::kCreateTable, 'c', "wc", nullptr},
    {"delete table", Operation::kDeleteTable, 'c', "d", nullptr},
    {"get ACL", Operation::kGetTableAcl, 0, "", nullptr},
    {"set ACL", Operation::kSetTableAcl, 0, "", nullptr},
    {"read", Operation::kReadEntities, 'o', "r", "r"},
    {"insert", Operation::kInsertEntity, 'o', "a", "a"},
    {"upsert", Operation::kUpsertEntity, 'o', "au", "au"},
    {"update", Operation::kUpdateEntity, 'o', "u", "u"},
    {"delete", Operation::kDeleteEntity, 'o', "d", "d"},
    {"batch", Operation::kBatch, 'o', "rwdlacupx", ""},
};

std::string CodeOf(const Status& status) {
  return status ? "ok" : std::string(ToWire(status.error().code).code);
}

AccessGrant TableGrant(std::string permissions) {
  return {.kind = AccessGrant::Kind::kTableSas,
          .permissions = std::move(permissions),
          .resource_types = {},
          .table = "orders"};
}

bool HasAll(std::string_view letters, std::string_view wanted) {
  return wanted.find_first_not_of(letters) == std::string_view::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(AccessGrantTest)

BOOST_AUTO_TEST_CASE(FullAccessAllowsEverything) {
  for (const Row& row : kRows) {
    BOOST_TEST(CodeOf(Authorize({}, row.operation, "orders")) == "ok", row.name);
  }
  BOOST_TEST(CodeOf(AuthorizeKey({}, {"p", "r"})) == "ok");
}

BOOST_AUTO_TEST_CASE(AccountGrantAllowsByResourceTypeAndLetter) {
  for (const Row& row : kRows) {
    for (const char type : std::string_view("sco")) {
      for (const char letter : std::string_view("rwdlacupx")) {
        const AccessGrant grant{.kind = AccessGrant::Kind::kAccountSas,
                                .permissions = std::string(1, letter),
                                .resource_types = std::string(1, type)};
        std::string expected = "ok";
        if (row.resource_type == 0) {
          expected = "AuthorizationFailure";
        } else if (type != row.resource_type) {
          expected = "AuthorizationResourceTypeMismatch";
        } else if (std::string_view(row.account).find(letter) == std::string_view::npos) {
          expected = "AuthorizationPermissionMismatch";
        }
        BOOST_TEST_CONTEXT(row.name << " srt=" << type << " sp=" << letter) {
          BOOST_TEST(CodeOf(Authorize(grant, row.operation, "orders")) == expected);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(TableGrantAllowsByLettersAndTable) {
  constexpr std::string_view all_letters = "raud";
  for (const Row& row : kRows) {
    for (unsigned set = 0; set < 16; ++set) {
      std::string letters;
      for (unsigned i = 0; i < 4; ++i) {
        if ((set >> i) & 1U) letters += all_letters[i];
      }
      std::string expected = "ok";
      if (row.table == nullptr) {
        expected = "AuthorizationFailure";
      } else if (!HasAll(letters, row.table)) {
        expected = "AuthorizationPermissionMismatch";
      }
      const bool is_batch = row.operation == Operation::kBatch;
      BOOST_TEST_CONTEXT(row.name << " sp=" << letters) {
        const AccessGrant grant = TableGrant(letters);
        BOOST_TEST(CodeOf(Authorize(grant, row.operation, is_batch ? "" : "ORDERS")) == expected);
        if (is_batch) continue;
        BOOST_TEST(CodeOf(Authorize(grant, row.operation, "other")) == "AuthorizationFailure");
        BOOST_TEST(CodeOf(Authorize(grant, row.operation, "")) == "AuthorizationFailure");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(HoldsKeysToTheirRange) {
  AccessGrant grant = TableGrant("r");
  BOOST_TEST(CodeOf(AuthorizeKey(grant, {"", ""})) == "ok");
  grant.keys = {.from = {"a", "5"}, .until = EntityKey{"c", "5"}};
  struct KeyCase {
    const char* partition;
    const char* row;
    bool inside;
  };
  const KeyCase cases[] = {
      {"a", "4", false}, {"a", "5", true},   {"a", "9", true},
      {"b", "", true},   {"c", "49", true},  {"c", "5", false},
      {"d", "0", false}, {"", "zzz", false}, {"B", "5", false},
  };
  for (const KeyCase& c : cases) {
    BOOST_TEST_CONTEXT(c.partition << "/" << c.row) {
      BOOST_TEST(CodeOf(AuthorizeKey(grant, {c.partition, c.row})) ==
                 (c.inside ? "ok" : "AuthorizationFailure"));
    }
  }
}

BOOST_AUTO_TEST_CASE(OldVersionsFindNothing) {
  AccessGrant grant = TableGrant("r");
  grant.refuses_with_not_found = true;
  grant.keys.from = {"p", ""};
  BOOST_TEST(CodeOf(Authorize(grant, Operation::kDeleteEntity, "orders")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, Operation::kReadEntities, "other")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, Operation::kListTables, "")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(AuthorizeKey(grant, {"a", ""})) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, Operation::kReadEntities, "orders")) == "ok");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
