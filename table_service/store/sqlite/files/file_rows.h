#pragma once
// The rows of one partition file in memory, as of one committed state.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse::sqlite {

struct StoredRow {  // keys in stored form
  std::string_view partition;
  std::string_view row;
  std::int64_t timestamp = 0;
  std::string_view properties;
};

// The bytes of a row that count for reading and keeping it.
inline std::size_t SizeOf(const StoredRow& row) {
  return row.partition.size() + row.row.size() + row.properties.size();
}

// Threads: does not change, so any number may read it.
class FileRows {
 public:
  class Builder;
  ~FileRows();
  FileRows(const FileRows&) = delete;
  FileRows& operator=(const FileRows&) = delete;

  std::size_t size() const { return places_.size(); }
  // In key order. The views live as long as this object. REQUIRES: index < size()
  StoredRow operator[](std::size_t index) const {
    const Place& place = places_[index];
    const std::size_t keys = std::size_t{place.partition_size} + place.row_size;
    return {.partition = {place.text, place.partition_size},
            .row = {place.text + place.partition_size, place.row_size},
            .timestamp = place.timestamp,
            .properties = {place.text + keys, place.properties_size}};
  }
  // Returns the index of the first row at or after (partition, row), size() if there is none.
  std::size_t LowerBound(std::string_view partition, std::string_view row) const;
  // Asks the processor for the row before it is needed, since rows lie far apart. Any index is fine.
  void Prefetch(std::size_t index) const {
    if (index >= places_.size()) return;
    // The keys and the first properties.
    __builtin_prefetch(places_[index].text);
    __builtin_prefetch(places_[index].text + 64);
  }
  // Returns true if all keys are the same in UTF-8 as in stored form.
  bool has_plain_keys() const { return has_plain_keys_; }
  // The memory that it takes.
  std::size_t bytes() const { return bytes_; }

 private:
  struct Place {
    const char* text;  // partition key, row key and properties, one after the other
    std::int64_t timestamp;
    std::uint32_t properties_size;
    std::uint16_t partition_size;
    std::uint16_t row_size;
  };
  FileRows() = default;

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<Place> places_;
  std::size_t bytes_ = 0;
  bool has_plain_keys_ = true;
  std::function<void(std::size_t)> release_;  // called with bytes_ at the end
};

// Takes the rows of a file in key order.
class FileRows::Builder {
 public:
  // Called before memory is used: returns false if there is no room for so many more bytes.
  using Reserve = std::function<bool(std::size_t)>;
  // Takes back bytes that `reserve` granted. Also called, on any thread, when the rows are freed.
  using Release = std::function<void(std::size_t)>;

  Builder(Reserve reserve, Release release);

  // Returns false if there is no room for the row; this object is then of no further use.
  bool Add(const StoredRow& row);
  // Returns null if there is no room.
  std::shared_ptr<const FileRows> Finish();

 private:
  bool EndBlock();

  Reserve reserve_;
  std::shared_ptr<FileRows> rows_;
  std::string block_;
  std::size_t first_ = 0;  // row of the block
};

}  // namespace rowhouse::sqlite
