#pragma once
// The objects of a JSON text, whatever stands around them, read piece by piece:
//
//   {…}{…}                                      objects one after another, a line each or not
//   [{…},{…}]                                   an array
//   {"odata.metadata":…,"value":[{…},{…}]}      an answer of the service
//   {"items":[{…},{…}],"nextMarker":…}          an answer of the az command
//   {"collections":[{"name":…,"data":[{…}]}]}   a database of Azurite
//
// An object with an array of objects under one of those names is no entity, since entities hold no
// arrays; one that has said its PartitionKey or RowKey before is, though a wrong one. If it says them
// after that, nothing more is read.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

struct JsonRecord {
  std::string_view text;        // as it stands there; good until the next Next()
  std::uint64_t line = 0;       // where it begins, counted from 1
  std::uint64_t end = 0;        // the byte after it, counted from the start of the stream
  std::string_view collection;  // of Azurite's database: the name of the one that holds it
};

class JsonRecords {
 public:
  static constexpr std::size_t kRecordBytesMax = std::size_t{16} << 20U;

  // `in` is at its beginning and must outlive the reader. A byte order mark is skipped.
  explicit JsonRecords(std::istream& in);

  // The next object, which may still be malformed inside. None at the end of the text or of what can
  // be understood of it: Fault() is not empty then. Where the first object fills a line of its own,
  // every line is taken for one, so that a malformed one spoils no other.
  std::optional<JsonRecord> Next();

  // Why reading ended before the end, for a person, and in which line.
  const std::string& Fault() const { return fault_; }
  std::uint64_t FaultLine() const { return line_; }

 private:
  // What is open around the next object.
  struct Frame {
    bool is_array = false;
    bool is_first = true;         // nothing of it was read yet
    bool has_key = false;         // of an object: it is an entity
    std::string_view name = {};   // of an object: the array in it that led here
    std::string collection = {};  // of an object with "data": its "name"
  };
  enum class Outcome : std::uint8_t { kRecord, kEntered, kStopped };

  int Peek();
  int Get();
  bool Fill();
  int SkipBlanks();
  std::optional<std::string> ReadString();
  bool SkipString();
  bool SkipValue();
  bool SkipNested(int depth = 0);
  std::optional<std::string_view> ListName(std::string_view name) const;
  Outcome ReadObject();
  Outcome ReadMembers(Frame& frame);
  bool TryEnter(Frame& frame);
  bool Advance(bool& ended);
  bool IsWithin(std::string_view name) const;
  std::optional<JsonRecord> NextLine();
  std::optional<JsonRecord> Take();
  bool Stop(std::string fault);

  std::istream& in_;
  std::string buffer_;
  std::size_t at_ = 0;                // the next byte
  std::optional<std::size_t> begin_;  // of the record that is being read, which is kept
  std::uint64_t offset_ = 0;          // of buffer_
  std::uint64_t line_ = 1;
  std::uint64_t begin_line_ = 1;
  std::vector<Frame> frames_;
  std::string collection_;
  bool any_ = false;    // object was taken
  bool lines_ = false;  // see Next()
  std::string fault_;
};

}  // namespace rowhouse
