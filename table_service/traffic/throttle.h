#pragma once
// Rehearsal of the cloud's limits: entities per second and partition, and per account (spec 10), or
// request units per second and table as the Cosmos Table API provisions them (spec 11.2).
// docs/throttling.md tells users about it.

#include "base/mutex.h"
#include "table_service/traffic/bucket_set.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rowhouse {

// 0: no limit.
struct ThrottleOptions {
  double partition_rate = 0;  // operations a second; each operation of a batch is one
  double account_rate = 0;
  // Request units a second, by table in lower case, of every account.
  std::map<std::string, double, std::less<>> provisioned = {};
  double provisioned_default = 0;  // of each table that `provisioned` does not name
};

// The published targets of the service.
inline constexpr double kCloudPartitionRate = 2000;
inline constexpr double kCloudAccountRate = 20000;

// What a request is about to do.
struct Load {
  std::string_view account;
  std::string_view table = {};                         // empty: it is about no table
  std::optional<std::string_view> partition_key = {};  // none: about no single partition
  std::size_t operations = 1;
};

struct Refusal {
  enum class Reason : std::uint8_t { kPartition, kAccount, kRequestUnits };
  static constexpr std::size_t kReasons = 3;
  Reason reason;
  TokenBucket::Duration wait;  // how long until it may be tried again
};

// Threads: all calls may overlap. A lock is held for some 50 ns, and shared by the requests of one
// partition, account or table (and by 1/16 of the others).
class Throttle {
 public:
  using TimePoint = TokenBucket::TimePoint;

  explicit Throttle(ThrottleOptions options);

  bool IsOn() const { return is_on_; }
  // Takes what the load costs, or takes nothing and says why not. Request units are asked for
  // only: what an operation costs is known when it is done.
  std::optional<Refusal> Admit(const Load& load, TimePoint now);
  // The load of an admitted request has cost so many request units.
  void Charge(const Load& load, double units, TimePoint now);

  // Requests that were refused since the start.
  std::uint64_t RefusedFor(Refusal::Reason reason) const {
    return refused_[static_cast<std::size_t>(reason)].load(std::memory_order_relaxed);
  }

 private:
  struct Shard {
    Mutex mutex;
    BucketSet buckets ROWHOUSE_TS(guarded_by(mutex)){kBucketsMax};
  };
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kBucketsMax = 8192;  // of a shard; 64 bytes each or so

  struct Limit;
  std::array<Limit, 3> LimitsOf(const Load& load) const;
  double UnitsRate(std::string_view table) const;
  Shard& ShardOf(std::uint64_t name) { return shards_[name % kShards]; }

  const ThrottleOptions options_;
  const bool is_on_;
  std::array<Shard, kShards> shards_;
  std::array<std::atomic<std::uint64_t>, Refusal::kReasons> refused_ = {};
};

}  // namespace rowhouse
