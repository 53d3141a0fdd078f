#include "table_service/traffic/throttle.h"

#include "base/ascii.h"

#include <functional>
#include <initializer_list>
#include <utility>

namespace rowhouse {
namespace {

std::uint64_t BucketName(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) {
    text += part;
    text += '\0';
  }
  return std::hash<std::string>()(text);
}

}  // namespace

// A bucket from which a load takes tokens.
struct Throttle::Limit {
  Refusal::Reason reason = {};
  double rate = 0;  // 0: no limit
  double tokens = 0;
  std::uint64_t name = 0;
};

Throttle::Throttle(ThrottleOptions options)
    : options_(std::move(options)),
      is_on_(options_.partition_rate > 0 || options_.account_rate > 0 ||
             options_.provisioned_default > 0 || !options_.provisioned.empty()) {}

double Throttle::UnitsRate(std::string_view table) const {
  if (table.empty()) return 0;
  const auto found = options_.provisioned.find(table);
  return found == options_.provisioned.end() ? options_.provisioned_default : found->second;
}

// Returns the limits in the order in which they refuse.
std::array<Throttle::Limit, 3> Throttle::LimitsOf(const RequestLoad& load) const {
  const std::string table = AsciiLower(load.table);
  const auto operations = static_cast<double>(load.operations);
  std::array<Limit, 3> limits;
  if (load.partition_key && options_.partition_rate > 0) {
    limits[0] = {Refusal::Reason::kPartition, options_.partition_rate, operations,
                 BucketName({load.account, table, *load.partition_key})};
  }
  if (options_.account_rate > 0) {
    limits[1] = {Refusal::Reason::kAccount, options_.account_rate, operations,
                 BucketName({load.account})};
  }
  if (const double rate = UnitsRate(table); rate > 0) {
    limits[2] = {Refusal::Reason::kRequestUnits, rate, 0, BucketName({load.account, table})};
  }
  return limits;
}

std::optional<Refusal> Throttle::Admit(const RequestLoad& load, TimePoint now) {
  const auto limits = LimitsOf(load);
  // All are checked before any token is taken. A request that comes in between takes a token too
  // many, which is paid off like any debt.
  for (const Limit& limit : limits) {
    if (limit.rate <= 0) continue;
    Shard& shard = ShardOf(limit.name);
    const MutexLock lock(shard.mutex);
    const auto wait = shard.buckets.Get(limit.name, now).Wait(now);
    if (wait > TokenBucket::Duration::zero()) {
      refused_[static_cast<std::size_t>(limit.reason)].fetch_add(1, std::memory_order_relaxed);
      return Refusal{limit.reason, wait};
    }
  }
  for (const Limit& limit : limits) {
    if (limit.tokens <= 0) continue;
    Shard& shard = ShardOf(limit.name);
    const MutexLock lock(shard.mutex);
    shard.buckets.Get(limit.name, now).Take(limit.tokens, limit.rate, now);
  }
  return std::nullopt;
}

void Throttle::Charge(const RequestLoad& load, double units, TimePoint now) {
  const Limit limit = LimitsOf(load)[2];
  if (limit.rate <= 0) return;
  Shard& shard = ShardOf(limit.name);
  const MutexLock lock(shard.mutex);
  shard.buckets.Get(limit.name, now).Take(units, limit.rate, now);
}

}  // namespace rowhouse
