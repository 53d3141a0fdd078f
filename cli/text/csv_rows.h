#pragma once
// Entities out of the rows of CSV files: those that typed_csv.h writes, and those of others.
//
//   PartitionKey,RowKey,Timestamp,Age,Age@type     as Storage Explorer writes it: the types of each row
//   p;1;;36;Edm.Int32                              stand in a column beside; Timestamp is left out
//
// Fields are parted by commas, semicolons or tabs, whichever parts the header. Types that stand in
// the first row alone hold for all rows. A file without keys gets them by CsvRules.

#include "cli/text/type_guess.h"
#include "cli/text/typed_csv.h"
#include "keys/key_template.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace rowhouse::cli {

// What the command line says about a file that says nothing itself.
struct CsvRules {
  std::optional<KeyTemplate> partition_key = {};  // made of the row's columns
  std::string row_key = {};                       // the column that becomes the RowKey
};

class CsvRowReader {
 public:
  // Failure: a text about the header, for a person.
  static tl::expected<CsvRowReader, std::string> FromHeader(std::string_view header,
                                                            CsvRules rules = {});

  // Looks at the first row below the header for types that hold for all. Whether it has nothing but
  // types, so that it is no entity.
  bool TakeFirst(std::string_view row);
  // Guesses the types of columns that have none: by all rows, then once for the reader.
  void Guess(std::string_view row);
  void TakeGuesses();

  // The header of a file of some of these rows, which says what this reader knows of the types by
  // other rows.
  std::string Header() const;

  // Failure: a text about the row that names the column.
  tl::expected<tables::Entity, std::string> Read(std::string_view row) const;

 private:
  enum class Role : unsigned char { kPartitionKey, kRowKey, kValue, kTypeOfRow, kIgnored };
  struct Column {
    Role role = Role::kValue;
    CsvColumn what = {};
    bool has_type = false;  // in its title, or in a row of types
    std::string title = {};
    std::optional<std::size_t> type_place = {};        // the column with the types of the rows
    std::optional<tables::ValueType> first_type = {};  // that one's in the first row
    TypeGuess guess = {};
  };
  struct Typed {
    tables::ValueType type = tables::ValueType::kString;
    bool is_own = false;  // said of this very cell
    std::string_view text = {};
  };

  tl::expected<Column, std::string> ReadColumn(const std::string& title) const;
  tl::expected<Typed, std::string> TypeOf(const Column& column,
                                          const std::vector<std::string>& cells,
                                          std::size_t place) const;
  tl::expected<tables::Value, std::string> ReadCell(const Column& column,
                                                    const std::vector<std::string>& cells,
                                                    std::size_t place) const;
  tl::expected<std::vector<std::string>, std::string> Split(std::string_view row) const;
  std::string FindFault() const;
  std::string FindMissing() const;
  bool Has(Role role) const;
  std::string JoinTypeColumns();
  std::string MakeKey(tables::Entity& entity) const;

  CsvRules rules_;
  char separator_ = ',';
  std::vector<Column> columns_;
};

}  // namespace rowhouse::cli
