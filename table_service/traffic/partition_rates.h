#pragma once
// How often the partitions of a table are read and written: exponentially decaying averages, in
// bounded memory. A value: no clock, no lock.

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

  struct Rates {  // operations a second
    double reads = 0;
    double writes = 0;
  };

  // Partitions beyond kPartitionsMax replace those that have become idle; while there are none,
  // they are not counted.
  void Record(std::string_view partition_key, bool is_write, Time now);
  Rates Of(std::string_view partition_key, Time now) const;
  std::size_t Size() const { return partitions_.size(); }

 private:
  struct Average {
    double reads = 0;
    double writes = 0;
    Time time = {};
    void DecayUntil(Time now);
  };
  bool MakeRoom(Time now);

  std::unordered_map<std::uint64_t, Average> partitions_;  // by a hash of the key
  Time next_cleaning_ = {};
};

}  // namespace rowhouse
