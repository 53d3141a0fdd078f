#pragma once
// Counts of a table's operations by time and key range, for a heat map. A value: no clock, no lock,
// bounded memory (about 150 KiB, twice that for long keys).
//
// Key ranges adapt to the keys in use, as in Google's Key Visualizer for Bigtable: a range with
// more than its share is split at the middle of its recent keys, and the two neighbouring ranges
// with the fewest operations are merged instead. Time steps double when the grid is full, up to
// kStepMax; after that the oldest column is dropped.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rowhouse {

class ActivityGrid {
 public:
  using Time = std::chrono::system_clock::time_point;
  static constexpr std::size_t kColumns = 64;
  static constexpr std::size_t kRangesMax = 64;
  static constexpr std::chrono::seconds kStepMax{64};

  struct Cell {
    std::uint32_t reads = 0;
    std::uint32_t writes = 0;
    std::uint32_t Sum() const { return reads + writes; }
  };
  struct Range {
    std::string partition;  // first key of the range, which ends at the next one
    std::string row;
    std::vector<Cell> cells;  // one per column, oldest first
  };
  struct Picture {
    Time begin;  // of the first column
    std::chrono::seconds step;
    std::vector<Range> ranges;
  };

  void Record(std::string_view partition_key, std::string_view row_key, bool is_write, Time now);
  // Returns the grid up to `now`, including columns without operations.
  Picture Show(Time now) const;

 private:
  using Columns = std::array<Cell, kColumns>;
  static constexpr std::size_t kSamples = 16;
  struct Key {  // a very long one is cut, which only makes the end of a range imprecise
    std::string partition = {};
    std::string row = {};
  };
  struct Sample {
    Key key;
    std::size_t column = 0;
  };
  struct Bin {
    Key from = {};
    Columns cells = {};
    std::uint64_t total = 0;
    std::uint32_t offered = 0;  // to its samples
    std::vector<Sample> samples = {};
  };

  std::size_t ColumnOf(Time now);
  void Coarsen();
  void Shift(std::size_t columns);
  std::size_t FindBin(std::string_view partition, std::string_view row) const;
  void Keep(Bin& bin, std::string_view partition, std::string_view row, std::size_t column);
  void SplitIfLarge(std::size_t index);
  void MergeSmallest(std::size_t except);
  std::uint32_t Random();

  std::vector<Bin> bins_{1};
  std::uint64_t total_ = 0;
  Time begin_ = {};
  std::chrono::seconds step_{1};
  std::size_t columns_ = 0;  // columns in use
  std::uint32_t random_ = 2463534242U;
};

}  // namespace rowhouse
