#pragma once
// Splits a stream into records, line by line or with quoted line breaks, and knows where each ends,
// so that reading can continue there another time.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::cli {

struct TextRecord {
  std::string_view text;   // without its line break; good until the next Next()
  std::uint64_t line = 0;  // where it begins, counted from 1
  std::uint64_t end = 0;   // the byte after it, counted from the start of the stream
};

class RecordReader {
 public:
  static constexpr std::size_t kRecordBytesMax = std::size_t{16} << 20U;

  enum class Breaks : std::uint8_t {
    kEveryLine,  // JSON lines
    kUnquoted,   // CSV: a line break between quotes belongs to the field; CR alone is one, too
  };

  // Reads `in` from its current position; `offset` and `line` are those of that place. `in` must
  // outlive the reader. A byte order mark at offset 0 is skipped.
  RecordReader(std::istream& in, Breaks breaks, std::uint64_t offset = 0, std::uint64_t line = 1);

  // The next record; empty lines are records, too. None at the end of the stream, or when a record
  // is longer than kRecordBytesMax: TooLong() is true then.
  std::optional<TextRecord> Next();

  bool TooLong() const { return too_long_; }
  std::uint64_t Line() const { return line_; }

 private:
  // Where the record at the front of the buffer ends; npos: not in what is buffered.
  std::size_t FindBreak();
  bool Fill();

  std::istream& in_;
  Breaks breaks_;
  std::uint64_t offset_;  // of begin_
  std::uint64_t line_;
  std::string buffer_;
  std::size_t begin_ = 0;    // where the next record starts
  std::size_t scanned_ = 0;  // what FindBreak() has looked at
  bool quoted_ = false;      // at scanned_
  bool at_end_ = false;      // of the stream
  bool too_long_ = false;
};

}  // namespace rowhouse::cli
