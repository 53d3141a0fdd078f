#pragma once
// Reads files that list operations by their keys, one a record:
//   JSON lines   {"t":0.5,"op":"insert","pk":"a","rk":"b"}; an export is read, too
//   CSV          with a header; separated by commas, or by tabs if its header has no comma
// The names are those of access_columns.h. "op" is insert unless given; "t" is in seconds, or a
// date with a time, and so is the "Timestamp" of an entity. Other members are taken for properties
// of the entity; what follows the header of an export are entities, whatever their properties are
// called.

#include "cli/accesses/access_columns.h"
#include "cli/text/record_reader.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace rowhouse::cli {

// A record that is not understood. Reading continues after it.
struct AccessFault {
  std::uint64_t line = 0;
  std::string text = {};
};

class AccessReader {
 public:
  // `in` must outlive the reader.
  explicit AccessReader(std::istream& in);

  // The next operation or what is wrong with the next record; none at the end. Nothing is read
  // after a header or a record that cannot be read at all. Memory: one record.
  std::optional<tl::expected<ListedAccess, AccessFault>> Next();

 private:
  using Parsed = tl::expected<std::optional<ListedAccess>, std::string>;  // none: no operation

  // The first character of the stream, after white space that is skipped.
  struct Beginning {
    bool is_csv = true;
    std::uint64_t offset = 0;
    std::uint64_t line = 1;
  };
  static Beginning Look(std::istream& in);
  AccessReader(std::istream& in, const Beginning& begin);

  std::optional<std::string> ReadHeader(std::string_view header);
  Parsed ParseCsv(std::string_view record) const;
  Parsed ParseJson(std::string_view record);

  bool is_csv_;
  RecordReader records_;
  bool is_over_ = false;
  bool is_export_ = false;  // JSON lines, after a header
  char separator_ = ',';
  std::vector<std::string> names_;            // of the columns, empty before the header
  RecordForm form_ = RecordForm::kOperation;  // of a CSV
};

}  // namespace rowhouse::cli
