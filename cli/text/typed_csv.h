#pragma once
// Entities as rows of a CSV file that loses no type.
//
//   PartitionKey,RowKey,Name,Age@Edm.Int32,Note
//   uk,ada,Ada Lovelace,36,@Edm.String:
//   uk,alan,Alan Turing,@Edm.Int64:41,
//
// A column has a name and a type, Edm.String when none is written. An empty cell is an absent
// property, quoted or not. A cell that begins with "@Edm." carries a type of its own before a
// colon: for values of another type than the column's, for the empty text, and for texts that begin
// so themselves. Key columns are plain text in which nothing is special.
//
// Also read: a column "Name@type" next to "Name" that holds the type of each row, as Storage
// Explorer writes it, and a Timestamp column, which is left out.

#include <cstddef>
#include <optional>
#include <rowhouse/entity.h>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

namespace rowhouse::cli {

struct CsvColumn {
  std::string name;
  tables::ValueType type = tables::ValueType::kString;

  bool operator==(const CsvColumn&) const = default;
};

// The columns that a set of entities needs: in the order in which their names first come, each with
// the type that came with it.
class CsvColumns {
 public:
  void Add(const tables::Entity& entity);
  const std::vector<CsvColumn>& All() const { return columns_; }
  // Where the column of this name is. REQUIRES: an entity with it was added
  std::size_t Place(std::string_view name) const { return places_.at(std::string(name)); }

 private:
  std::vector<CsvColumn> columns_;
  std::unordered_map<std::string, std::size_t> places_;
};

// The header with its line break.
void AppendCsvHeader(std::string& out, const CsvColumns& columns);
// A row with its line break. REQUIRES: columns has seen the entity
void AppendCsvRow(std::string& out, const CsvColumns& columns, const tables::Entity& entity);

// Reads rows below a header that was read before.
class CsvRowReader {
 public:
  // Failure: a text about the header, for a person.
  static tl::expected<CsvRowReader, std::string> FromHeader(std::string_view header);
  // Failure: a text about the row that names the column.
  tl::expected<tables::Entity, std::string> Read(std::string_view row) const;

 private:
  enum class Role : unsigned char { kPartitionKey, kRowKey, kValue, kTypeOfRow, kIgnored };
  struct Column {
    Role role = Role::kValue;
    CsvColumn what = {};
    std::optional<std::size_t> type_place = {};  // the column with the types of the rows
  };

  static tl::expected<Column, std::string> ReadColumn(const std::string& title);
  tl::expected<tables::Value, std::string> ReadCell(const Column& column,
                                                    const std::vector<std::string>& cells,
                                                    std::size_t place) const;
  std::string FindFault() const;
  void JoinTypeColumns();

  std::vector<Column> columns_;
};

}  // namespace rowhouse::cli
