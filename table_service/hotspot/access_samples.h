#pragma once
// Samples of operations for the advisor: whole runs of consecutive writes, which alone show how a
// key spreads in a short time, and writes and reads from the whole time before.

#include "table_service/hotspot/key_access.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace rowhouse {

class AccessSamples {
 public:
  void Offer(const KeyAccess& access, AccessTime now);

  // Returns the samples in order of time.
  std::vector<SampledAccess> List() const;
  std::size_t Bytes() const { return bytes_ + sizeof *this; }

 private:
  static constexpr std::size_t kRunLength = 512;
  static constexpr std::uint64_t kRunEvery = 8192;  // writes between the starts of two runs
  static constexpr std::size_t kReservoir = 256;    // of writes, and of reads
  static constexpr std::size_t kBytesMax = std::size_t{1} << 20U;
  static constexpr std::size_t kPropertiesMax = 1024;  // bytes; longer ones are left out

  // A reservoir (Vitter, "Random sampling with a reservoir", 1985) that forgets: after
  // 64 * kReservoir operations each new one enters with the same probability.
  struct Reservoir {
    std::vector<SampledAccess> items = {};
    std::uint64_t offered = 0;
  };

  void OfferTo(Reservoir& reservoir, const KeyAccess& access, AccessTime now);
  void AddToRun(const KeyAccess& access, AccessTime now);
  void AddTo(std::vector<SampledAccess>& items, const KeyAccess& access, AccessTime now);
  static SampledAccess SampleOf(const KeyAccess& access, AccessTime now);
  static std::size_t SizeOf(const SampledAccess& sample);

  Reservoir writes_ = {};
  Reservoir reads_ = {};
  std::vector<SampledAccess> run_ = {};       // the newest run, perhaps unfinished
  std::vector<SampledAccess> last_run_ = {};  // the previous run
  std::uint64_t write_count_ = 0;
  std::size_t bytes_ = 0;
  std::minstd_rand random_{1};  // seeded: the same operations give the same samples
};

}  // namespace rowhouse
