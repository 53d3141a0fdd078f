#include "table_service/auth/access_grant.h"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace rowhouse {
namespace {

using TableSasScope = SasRequirement::TableSasScope;

struct Row {
  const char* name;
  SasRequirement needs;
};

constexpr Row kRows[] = {
    {"only a key", {}},
    {"of the service", {.resource_type = 's', .account_any = "r"}},
    {"of tables, any letter of two", {.resource_type = 'c', .account_any = "cw"}},
    {"of entities", {'o', "u", "u", TableSasScope::kOfItsTable}},
    {"of entities, two letters", {'o', "au", "au", TableSasScope::kOfItsTable}},
    {"envelope", {.resource_type = 'o', .table_sas = TableSasScope::kOfAnyTable}},
};

constexpr SasRequirement kRead{'o', "r", "r", TableSasScope::kOfItsTable};
constexpr SasRequirement kDelete{'o', "d", "d", TableSasScope::kOfItsTable};

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
    BOOST_TEST(CodeOf(Authorize({}, row.needs, "orders")) == "ok", row.name);
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
        if (row.needs.resource_type == 0) {
          expected = "AuthorizationFailure";
        } else if (type != row.needs.resource_type) {
          expected = "AuthorizationResourceTypeMismatch";
        } else if (!row.needs.account_any.empty() &&
                   row.needs.account_any.find(letter) == std::string_view::npos) {
          expected = "AuthorizationPermissionMismatch";
        }
        BOOST_TEST_CONTEXT(row.name << " srt=" << type << " sp=" << letter) {
          BOOST_TEST(CodeOf(Authorize(grant, row.needs, "orders")) == expected);
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
      if (row.needs.table_sas == TableSasScope::kNever) {
        expected = "AuthorizationFailure";
      } else if (!HasAll(letters, row.needs.table_all)) {
        expected = "AuthorizationPermissionMismatch";
      }
      const bool is_envelope = row.needs.table_sas == TableSasScope::kOfAnyTable;
      BOOST_TEST_CONTEXT(row.name << " sp=" << letters) {
        const AccessGrant grant = TableGrant(letters);
        BOOST_TEST(CodeOf(Authorize(grant, row.needs, is_envelope ? "" : "ORDERS")) == expected);
        if (is_envelope) continue;
        BOOST_TEST(CodeOf(Authorize(grant, row.needs, "other")) == "AuthorizationFailure");
        BOOST_TEST(CodeOf(Authorize(grant, row.needs, "")) == "AuthorizationFailure");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(AllowsOnlyKeysInTheRange) {
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
  BOOST_TEST(CodeOf(Authorize(grant, kDelete, "orders")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, kRead, "other")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, SasRequirement{}, "")) == "ResourceNotFound");
  BOOST_TEST(CodeOf(AuthorizeKey(grant, {"a", ""})) == "ResourceNotFound");
  BOOST_TEST(CodeOf(Authorize(grant, kRead, "orders")) == "ok");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace rowhouse
