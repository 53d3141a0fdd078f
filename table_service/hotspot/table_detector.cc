#include "table_service/hotspot/table_detector.h"

#include "base/unicode.h"
#include "table_service/hotspot/access_samples.h"
#include "table_service/hotspot/advisor.h"
#include "table_service/hotspot/end_tracker.h"
#include "table_service/hotspot/finding_text.h"
#include "table_service/hotspot/heavy_partitions.h"
#include "table_service/hotspot/key_sample.h"
#include "table_service/hotspot/partition_growth.h"
#include "table_service/hotspot/row_order.h"
#include "table_service/hotspot/seen_keys.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <random>

namespace rowhouse {
namespace {

constexpr std::size_t kPartitionSample = 256;
// Operations of a partition from which its rows are followed.
constexpr std::uint64_t kHeavyOperations = 64;
// The order of this many first inserts is evaluated; after them, that of a random half.
constexpr std::uint64_t kAllOrdered = 4096;
constexpr double kHotWeightMin = 250;                     // recent requests, decayed
constexpr auto kQuietAfter = std::chrono::hours(1);       // for hot partitions without requests
constexpr auto kForgottenAfter = std::chrono::hours(72);  // for streams without inserts
constexpr std::uint64_t kCheckpointInterval = 32;
constexpr std::chrono::duration<double> kRateTimeMin{3};  // a short burst is no load

// The recent rate of operations, from the time of every kCheckpointInterval-th one.
class RecentRate {
 public:
  void Count(std::uint64_t operations, AccessTime now) {
    if (operations == 1) begin_ = now;
    if (operations % kCheckpointInterval == 0)
      checkpoints_[operations / kCheckpointInterval % checkpoints_.size()] = {operations, now};
  }
  // Returns operations per second, over at least kRateTimeMin; nothing before kCheckpointInterval
  // operations or if no time has passed.
  std::optional<double> Rate(std::uint64_t operations, AccessTime now) const {
    const auto oldest = std::min_element(
        checkpoints_.begin(), checkpoints_.end(), [](const Checkpoint& l, const Checkpoint& r) {
          return l.operations != 0 && (r.operations == 0 || l.operations < r.operations);
        });
    const std::chrono::duration<double> time = now - oldest->time;
    if (oldest->operations == 0 || time.count() <= 0) return std::nullopt;
    if (now - begin_ < kRateTimeMin) return static_cast<double>(operations) / kRateTimeMin.count();
    return static_cast<double>(operations - oldest->operations) / time.count();
  }

 private:
  struct Checkpoint {
    std::uint64_t operations = 0;  // 0: none yet
    AccessTime time;
  };
  AccessTime begin_ = {};
  std::array<Checkpoint, 128> checkpoints_ = {};
};

std::uint64_t HashEntity(std::uint64_t partition_hash, std::string_view row_key) {
  return HashKey(row_key) ^ (partition_hash * 0x9E3779B97F4A7C15U);
}

}  // namespace

struct TableDetector::State {
  explicit State(DetectorOptions options_) : options(options_), heavy(options_.hot_rate) {}

  void Record(const KeyAccess& access, AccessTime time);
  void RecordLoaded(const KeyAccess& access);
  void RecordRead(const KeyAccess& access, std::uint64_t hash);
  void RecordInsert(const KeyAccess& access, std::uint64_t hash, bool is_new, bool is_heavy);
  // Of a share of the operations, as of the last one: a pause makes no finding less serious.
  std::optional<double> Rate(double share) const;
  void AddMonotonic(std::vector<Finding>& findings, AccessTime time) const;
  // Of a place with `busiest_rate`; nothing if a rate is not known.
  std::optional<Headroom> HeadroomOf(std::optional<double> busiest_rate) const;
  // Returns the share of the requests that the busiest partition gets, at least a fair one.
  double BusiestShare() const;
  // Returns the share from which one of `partitions` is hot.
  double HotShareMin(double partitions) const;
  void AddHot(std::vector<Finding>& findings, AccessTime time) const;
  void AddBig(std::vector<Finding>& findings) const;

  DetectorOptions options;
  std::uint64_t operations = 0;  // without those of loads
  std::uint64_t loaded = 0;
  std::uint64_t inserts = 0;
  AccessTime now = {};
  AccessTime last_insert = {};
  RecentRate operation_rate = {};
  RecentRate insert_rate = {};
  HeavyPartitions heavy;
  EndTracker partition_order{kPartitionSample};
  RowOrder row_order = {};
  SeenKeys partitions_seen = {};  // by writes
  SeenKeys partitions_read = {};
  SeenKeys entities_seen = {};
  AccessSamples samples = {};
  PartitionGrowths sizes = {};
  std::minstd_rand random{1};  // seeded: the same operations give the same findings
};

// A read partition exists, but a client may read a partition before inserting it, so only writes
// show that a partition is not new. A query may find nothing.
void TableDetector::State::RecordRead(const KeyAccess& access, std::uint64_t hash) {
  if (access.kind == AccessKind::kQuery || !access.found) return;
  if (!partitions_read.TestAndAdd(hash)) partition_order.Widen(access.partition_key, hash);
}

void TableDetector::State::RecordInsert(const KeyAccess& access, std::uint64_t hash, bool is_new,
                                        bool is_heavy) {
  ++inserts;
  last_insert = now;
  insert_rate.Count(inserts, now);
  if (inserts > kAllOrdered && (random() >> 8U & 1U) != 0) return;
  if (is_new) {
    partition_order.InsertNew(access.partition_key, hash, now);
  } else {
    partition_order.InsertExisting(access.partition_key);
  }
  row_order.Add(
      {.partition_hash = hash, .row_key = access.row_key, .is_new = is_new, .is_heavy = is_heavy},
      now);
}

// The keys exist from now on; that is all.
void TableDetector::State::RecordLoaded(const KeyAccess& access) {
  ++loaded;
  if (!IsWrite(access.kind)) return;
  const std::uint64_t hash = HashKey(access.partition_key);
  if (!partitions_seen.TestAndAdd(hash)) partition_order.Widen(access.partition_key, hash);
  entities_seen.TestAndAdd(HashEntity(hash, access.row_key));
}

void TableDetector::State::Record(const KeyAccess& access, AccessTime time) {
  if (access.bulk_load) return RecordLoaded(access);
  now = std::max(now, time);
  ++operations;
  operation_rate.Count(operations, now);
  const std::uint64_t hash = HashKey(access.partition_key);
  const std::uint64_t counted = heavy.Add(access.partition_key, hash, IsWrite(access.kind), now);
  samples.Offer(access, now);
  if (!IsWrite(access.kind)) return RecordRead(access, hash);
  const bool is_new = !partitions_seen.TestAndAdd(hash);
  const bool makes_entity =
      access.kind == AccessKind::kInsert || access.kind == AccessKind::kUpsert;
  const bool is_known = makes_entity &&
                        entities_seen.TestAndAdd(HashEntity(hash, access.row_key)) &&
                        access.kind == AccessKind::kUpsert;
  if (!makes_entity || is_known) {
    if (is_new) partition_order.Widen(access.partition_key, hash);
    return;
  }
  RecordInsert(access, hash, is_new, counted >= kHeavyOperations);
}

std::optional<double> TableDetector::State::Rate(double share) const {
  const auto all = operation_rate.Rate(operations, now);
  if (!all) return std::nullopt;
  return *all * share;
}

void TableDetector::State::AddMonotonic(std::vector<Finding>& findings, AccessTime time) const {
  if (time - last_insert > kForgottenAfter) return;
  const auto rate = insert_rate.Rate(inserts, now);
  const auto add = [&](FindingKind kind, const std::optional<EndTracker::MonotonicOrder>& order) {
    if (!order) return;
    Finding& finding = findings.emplace_back();
    finding.kind = kind;
    finding.direction = order->direction;
    finding.share = order->share;
    finding.rate = rate;
    finding.operations = order->inserts;
    finding.confidence = order->confidence;
    finding.since = order->since;
    if (kind == FindingKind::kMonotonicRowKey) {
      const auto heaviest = heavy.List(0.5);
      if (!heaviest.empty() && heaviest.front().read_share < 0.5) {
        finding.partition = heaviest.front().key;
      }
      finding.headroom = HeadroomOf(Rate(BusiestShare()));
    } else if (rate) {
      finding.headroom = HeadroomOf(*rate * order->share);
    }
  };
  add(FindingKind::kMonotonicPartitionKey, partition_order.FindMonotonicOrder());
  add(FindingKind::kMonotonicRowKey, row_order.FindMonotonicOrder());
}

std::optional<Headroom> TableDetector::State::HeadroomOf(std::optional<double> busiest_rate) const {
  const auto table_rate = Rate(1);
  if (!table_rate || !busiest_rate || *busiest_rate <= 0) return std::nullopt;
  return Headroom{.busiest_rate = *busiest_rate,
                  .table_rate = std::max(*table_rate, *busiest_rate)};
}

double TableDetector::State::BusiestShare() const {
  const auto heaviest = heavy.List(0);
  const double fair = 1 / std::max(1.0, partition_order.Distinct());
  return heaviest.empty() ? fair : std::max(fair, heaviest.front().share);
}

double TableDetector::State::HotShareMin(double partitions) const {
  if (partitions < 1.5) return options.hot_share;
  const double fair = 1 / partitions;
  const double odds = options.hot_odds_over_fair * fair / (1 - fair);
  return std::max(options.hot_share,
                  std::min(options.hot_share_over_fair * fair, odds / (1 + odds)));
}

void TableDetector::State::AddHot(std::vector<Finding>& findings, AccessTime time) const {
  if (heavy.Weight() < kHotWeightMin) return;
  const double distinct =
      std::max<double>(static_cast<double>(heavy.Partitions()), partition_order.Distinct());
  const double fair = 1 / distinct;
  const double share_min = HotShareMin(distinct);
  for (const HeavyPartition& partition : heavy.List(share_min)) {
    if (time - partition.last > kQuietAfter) continue;
    Finding finding{.kind = FindingKind::kHotPartition,
                    .partition = partition.key,
                    .share = partition.share,
                    .rate = Rate(partition.share),
                    .of_reads = partition.read_share > 0.5,
                    .operations = partition.operations,
                    .since = partition.since};
    if (partition.fast_seconds > 0) finding.rate = partition.sustained_rate;
    finding.headroom = HeadroomOf(finding.rate);
    // The evidence against chance: the divergence of the share from the fair one, times the number
    // of recent requests.
    const double share = std::min(partition.share, 0.9999);
    const double chance = std::min(fair, 0.5);
    const double divergence =
        share * std::log(share / chance) + (1 - share) * std::log((1 - share) / (1 - chance));
    finding.confidence = 1 - std::exp(-std::min(9.0, heavy.Weight() * divergence));
    findings.push_back(std::move(finding));
  }
}

void TableDetector::State::AddBig(std::vector<Finding>& findings) const {
  for (const PartitionGrowth& size : sizes.List()) {
    if (size.rows < options.big_rows && size.bytes < options.big_bytes) continue;
    findings.push_back({.kind = FindingKind::kBigPartition,
                        .partition = size.key,
                        .rate = std::nullopt,
                        .rows = size.rows,
                        .bytes = size.bytes,
                        .operations = size.rows,
                        .confidence = 1,
                        .since = size.first,
                        .why = WhyBig(size)});
  }
}

TableDetector::TableDetector(DetectorOptions options) : state_(std::make_unique<State>(options)) {}
TableDetector::~TableDetector() = default;
TableDetector::TableDetector(TableDetector&&) noexcept = default;
TableDetector& TableDetector::operator=(TableDetector&&) noexcept = default;

void TableDetector::Record(const KeyAccess& access, AccessTime now) {
  assert(IsValidUtf8(access.partition_key) && IsValidUtf8(access.row_key));
  state_->Record(access, now);
}

void TableDetector::RecordSize(std::string_view partition_key, std::uint64_t rows,
                               std::uint64_t bytes, AccessTime now) {
  state_->sizes.Record(partition_key, rows, bytes, now);
}

std::vector<Finding> TableDetector::FindingsWithoutAdvice(AccessTime now) const {
  std::vector<Finding> findings;
  state_->AddMonotonic(findings, now);
  state_->AddHot(findings, now);
  state_->AddBig(findings);
  for (Finding& finding : findings) {
    finding.severity = SeverityOf(finding);
    if (finding.why.empty()) finding.why = Why(finding);
  }
  return findings;
}

std::vector<Finding> TableDetector::Findings(AccessTime now) const {
  auto findings = FindingsWithoutAdvice(now);
  if (findings.empty()) return findings;
  const auto samples = Samples();
  AddAdvice(findings, samples);
  return findings;
}

std::vector<SampledAccess> TableDetector::Samples() const { return state_->samples.List(); }

std::uint64_t TableDetector::Operations() const { return state_->operations + state_->loaded; }

std::uint64_t TableDetector::BulkLoadOperations() const { return state_->loaded; }

std::size_t TableDetector::Bytes() const {
  const State& state = *state_;
  return sizeof state + state.heavy.Bytes() + state.partition_order.Bytes() +
         state.row_order.Bytes() + state.partitions_seen.Bytes() + state.partitions_read.Bytes() +
         state.entities_seen.Bytes() + state.samples.Bytes() + state.sizes.Bytes();
}

}  // namespace rowhouse
