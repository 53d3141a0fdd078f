#pragma once
// Rehearses the limits of the cloud: operations per second per partition and per account (spec 10),
// or request units per second per table as the Cosmos Table API provisions them (spec 11.2). The
// user documentation is docs/throttling.md.

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
  double partition_rate = 0;  // operations per second; each operation of a batch counts
  double account_rate = 0;
  // Request units per second, by lower-case table name; the same for every account.
  std::map<std::string, double, std::less<>> provisioned = {};
  double provisioned_default = 0;  // for tables that `provisioned` does not name
};

// The load that a request is about to cause.
struct RequestLoad {
  std::string_view account;
  std::string_view table = {};                         // empty: not about a table
  std::optional<std::string_view> partition_key = {};  // none: not about a single partition
  std::size_t operations = 1;
};

struct Refusal {
  enum class Reason : std::uint8_t { kPartition, kAccount, kRequestUnits };
  static constexpr std::size_t kReasons = 3;
  Reason reason;
  TokenBucket::Duration wait;  // time until it may be tried again
};

// Threads: all calls may overlap. A lock is held for about 50 ns; it is shared by the requests for
// one partition, account or table (and by 1/16 of the others).
class Throttle {
 public:
  using TimePoint = TokenBucket::TimePoint;

  explicit Throttle(ThrottleOptions options);

  bool IsOn() const { return is_on_; }
  // Takes the tokens for the load, or takes none and returns the reason. Request units are only
  // checked here, since the cost of an operation is known only after it.
  std::optional<Refusal> Admit(const RequestLoad& load, TimePoint now);
  // Takes the request units that an admitted load has cost.
  void Charge(const RequestLoad& load, double units, TimePoint now);

  // Returns the number of requests refused since the start.
  std::uint64_t RefusedFor(Refusal::Reason reason) const {
    return refused_[static_cast<std::size_t>(reason)].load(std::memory_order_relaxed);
  }

 private:
  struct Shard {
    Mutex mutex;
    BucketSet buckets ROWHOUSE_TS(guarded_by(mutex)){kBucketsMax};
  };
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kBucketsMax = 8192;  // per shard; about 64 bytes each

  struct Limit;
  std::array<Limit, 3> LimitsOf(const RequestLoad& load) const;
  double UnitsRate(std::string_view table) const;
  Shard& ShardOf(std::uint64_t name) { return shards_[name % kShards]; }

  const ThrottleOptions options_;
  const bool is_on_;
  std::array<Shard, kShards> shards_;
  std::array<std::atomic<std::uint64_t>, Refusal::kReasons> refused_ = {};
};

}  // namespace rowhouse
