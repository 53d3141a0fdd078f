#pragma once
// Looks at the findings of all tables every few seconds: says in the log which are new and which
// have gone, and gives hot partitions a file of their own.

#include "base/mutex.h"
#include "table_service/accounts/account_directory.h"
#include "table_service/hotspot/finding.h"
#include "table_service/traffic/traffic_registry.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace rowhouse {

class HotspotWatch {
 public:
  using Clock = std::function<std::chrono::system_clock::time_point()>;
  static constexpr std::chrono::seconds kInterval{3};
  static constexpr std::size_t kFindingKinds = 4;

  // How the findings of a table are had; tests have them made up.
  using Finder = std::function<std::vector<Finding>(TableTraffic&, AccessTime)>;

  HotspotWatch(TrafficRegistry& registry, const AccountDirectory& accounts, Clock clock,
               Finder finder = &TableTraffic::FindingsWithoutAdvice,
               std::uint64_t large_bytes = kLargeBytes);
  ~HotspotWatch();
  HotspotWatch(const HotspotWatch&) = delete;
  HotspotWatch& operator=(const HotspotWatch&) = delete;

  // Partition files from this size on are measured, every kLooksToMeasure-th look.
  static constexpr std::uint64_t kLargeBytes = std::uint64_t{256} << 20U;
  static constexpr std::uint64_t kLooksToMeasure = 20;

  // One look, as of now. The watch's own thread does so every kInterval. Tables whose turn does not
  // come within kLookTimeMax come first at the next look.
  void Look();
  // How many findings of each kind there were at the last look, by FindingKind.
  std::array<std::size_t, kFindingKinds> Counts() const;

 private:
  // What tells one finding of a table from another.
  struct FindingId {
    FindingKind kind = FindingKind::kHotPartition;
    std::string partition = {};

    auto operator<=>(const FindingId&) const = default;
  };
  struct Seen {
    int missed = 0;  // looks in a row
  };
  struct TableState {
    std::uint64_t operations = 0;  // at the last look
    std::map<FindingId, Seen> findings;
  };

  void Run();
  void LookAt(const TrafficRegistry::Entry& entry) ROWHOUSE_TS(requires_capability(look_mutex_));
  void Update(const TableId& id, TableState& state, const std::vector<Finding>& findings)
      ROWHOUSE_TS(requires_capability(look_mutex_));
  void Report(const TableId& id, const Finding& finding)
      ROWHOUSE_TS(requires_capability(look_mutex_));
  void MeasureLarge(const TrafficRegistry::Entry& entry);
  void GiveOwnFile(const TableId& id, const std::string& partition);
  void ForgetGone(const std::vector<TrafficRegistry::Entry>& entries)
      ROWHOUSE_TS(requires_capability(look_mutex_));
  bool MayLog() ROWHOUSE_TS(requires_capability(look_mutex_));

  TrafficRegistry& registry_;
  const AccountDirectory& accounts_;
  const Clock clock_;
  const Finder finder_;
  const std::uint64_t large_bytes_;

  Mutex look_mutex_;
  std::map<TableId, TableState> states_ ROWHOUSE_TS(guarded_by(look_mutex_));
  TableId next_ ROWHOUSE_TS(guarded_by(look_mutex_));
  std::uint64_t looks_ ROWHOUSE_TS(guarded_by(look_mutex_)) = 0;
  int lines_ ROWHOUSE_TS(guarded_by(look_mutex_)) = 0;  // logged by this look
  std::array<std::atomic<std::size_t>, kFindingKinds> counts_ = {};

  Mutex stop_mutex_;
  std::condition_variable_any stop_changed_;
  bool stopping_ ROWHOUSE_TS(guarded_by(stop_mutex_)) = false;
  std::thread thread_;  // last: it uses the members above
};

}  // namespace rowhouse
