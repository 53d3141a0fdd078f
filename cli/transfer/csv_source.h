#pragma once
// The rows of a CSV file, each with its place.

#include "cli/text/csv_rows.h"
#include "cli/text/record_reader.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace rowhouse::cli {

class CsvSource {
 public:
  struct Fault {
    std::uint64_t line = 0;
    std::string what = {};
  };
  using Opened = tl::expected<std::unique_ptr<CsvSource>, Fault>;
  // Reads the header and the first row. `in` is at its beginning and must outlive the source.
  static Opened Open(std::istream& in, CsvRules rules);

  // Reads all rows, and guesses by them the types of the columns that have none.
  void GuessTypes();
  void TakeTypesOf(const CsvSource& other) { reader_ = other.reader_; }

  // The next row that is not blank; its text is good until the next call. None at the end, or at a
  // row that is too long: TooLong().
  std::optional<TextRecord> Next();
  bool TooLong() const { return records_.TooLong(); }
  std::uint64_t Line() const { return records_.Line(); }

  const CsvRowReader& Reader() const { return reader_; }

 private:
  explicit CsvSource(std::istream& in) : records_(in, RecordReader::Breaks::kUnquoted) {}
  std::optional<TextRecord> ReadRow();

  RecordReader records_;
  CsvRowReader reader_;
  std::optional<TextRecord> first_;  // it was read ahead
};

}  // namespace rowhouse::cli
