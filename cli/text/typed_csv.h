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
// csv_rows.h reads this, and what others write.

#include "cli/text/text_style.h"

#include <cstddef>
#include <rowhouse/entity.h>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rowhouse::cli {

// With this begins a cell with a type of its own.
inline constexpr std::string_view kOwnTypeMark = "@Edm.";

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

// The header with its line break. System properties come after the keys, as Timestamp and odata.etag.
void AppendCsvHeader(std::string& out, const CsvColumns& columns, const TextStyle& style = {});
// A row with its line break. REQUIRES: columns has seen the entity
void AppendCsvRow(std::string& out, const CsvColumns& columns, const tables::Entity& entity,
                  const TextStyle& style = {});

}  // namespace rowhouse::cli
