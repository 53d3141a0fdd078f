#pragma once
// The records of the commit journal: what a group of commits changes, as states and not as steps.
// A record says what an entity is from now on, so applying records twice, in order, changes nothing
// more. docs/on-disk-format.md.

#include "base/date_time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse::sqlite {

// The records of one group, in the order of their change sets. Keys are in stored form.
// Threads: one at a time.
class JournalRecords {
 public:
  // The following records are about this partition.
  void Partition(std::int64_t table_id, std::string_view partition_key);
  // The partition is new and gets the file of this name in its table's folder.
  void NewFile(std::string_view file);
  // The entity is now this.
  void Put(std::string_view row_key, DateTime timestamp, std::string_view properties);
  // The entity is gone; `timestamp` is when.
  void Remove(std::string_view row_key, DateTime timestamp);

  std::size_t Mark() const { return bytes_.size(); }
  // Forgets the records since Mark(). They must begin with a Partition(), and so must what follows.
  void Rewind(std::size_t mark) { bytes_.resize(mark); }

  // Returns the encoded records since `mark`.
  std::string_view Bytes(std::size_t mark = 0) const {
    return std::string_view(bytes_).substr(mark);
  }
  bool IsEmpty() const { return bytes_.empty(); }
  void Clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

// One decoded record. Views live as long as what was decoded.
struct JournalRecord {
  enum class Kind : std::uint8_t { kNewFile, kPut, kRemove };
  Kind kind = Kind::kPut;
  std::int64_t table_id = 0;
  std::string_view partition_key = {};
  std::string_view file = {};     // of kNewFile
  std::string_view row_key = {};  // of the other two, like the following
  DateTime timestamp = {};
  std::string_view properties = {};  // of kPut
};

// Decodes what JournalRecords encoded. Never reads beyond `bytes`, whatever they are.
class JournalRecordReader {
 public:
  explicit JournalRecordReader(std::string_view bytes) : rest_(bytes) {}

  // Returns the next record; nothing at the end, or when IsMalformed().
  std::optional<JournalRecord> Next();
  // Returns true if what followed the last record is not a record.
  bool IsMalformed() const { return is_malformed_; }

 private:
  std::optional<std::uint8_t> Tag();
  bool Number(std::int64_t& number);
  bool Text(std::string_view& text);

  std::string_view rest_;
  JournalRecord current_;
  bool has_partition_ = false;
  bool is_malformed_ = false;
};

}  // namespace rowhouse::sqlite
