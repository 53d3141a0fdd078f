#pragma once
// The rates of reads and writes of a table's partitions: exponentially decaying averages in bounded
// memory. A value: no clock, no lock.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace rowhouse {

class PartitionRates {
 public:
  using Time = std::chrono::system_clock::time_point;
  static constexpr std::size_t kPartitionsMax = 4096;  // about 300 KiB

  struct Rates {  // operations per second, in whole thousandths
    double reads = 0;
    double writes = 0;
  };

  // A partition beyond kPartitionsMax replaces one that has become idle; if there is none, it is
  // not counted.
  void Record(std::string_view partition_key, bool is_write, Time now);
  struct Load {
    Rates table;                 // all partitions together
    double busiest = 0;          // operations of the busiest partition
    std::size_t partitions = 0;  // with operations, at most kPartitionsMax
  };

  // Takes some microseconds for each 100 partitions.
  Load Summary(Time now) const;
  Rates Of(std::string_view partition_key, Time now) const;
  std::size_t Size() const { return partitions_.size(); }

 private:
  struct Average {
    double reads = 0;
    double writes = 0;
    Time time = {};
    void DecayUntil(Time now);
    void Add(bool is_write, Time now);
  };
  bool MakeRoom(Time now);

  std::unordered_map<std::uint64_t, Average> partitions_;  // by a hash of the key
  Average all_ = {};
  Time next_cleaning_ = {};
};

}  // namespace rowhouse
