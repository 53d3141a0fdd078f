#pragma once
// The rows of Azurite's table database, __azurite_db_table__.json: collections that are called
// ACCOUNT$TABLE, and $TABLES_COLLECTION$, which lists the tables.

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace rowhouse {

inline constexpr std::string_view kAzuriteTables = "$TABLES_COLLECTION$";

struct AzuriteTable {
  std::string account;
  std::string table;

  bool operator==(const AzuriteTable&) const = default;
};

// The table of a collection of entities; none: the collection has others things.
std::optional<AzuriteTable> AzuriteTableOf(std::string_view collection);

// A row of $TABLES_COLLECTION$. The error is a text for a person.
tl::expected<AzuriteTable, std::string> ReadAzuriteTable(std::string_view row);

// The entity of a row, as the body of an insert, with the keys of the row. The error is a text for a
// person.
tl::expected<std::string, std::string> ReadAzuriteEntity(std::string_view row);

}  // namespace rowhouse
