#pragma once
// Checks the findings of all tables every few seconds: logs which warnings are new and which have
// ended, and moves hot partitions to their own files. Notes are neither logged nor counted.

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

  // Returns the findings of a table; tests replace it.
  using Finder = std::function<std::vector<Finding>(TableTraffic&, AccessTime)>;

  HotspotWatch(TrafficRegistry& registry, const AccountDirectory& accounts, Clock clock,
               Finder finder = &TableTraffic::FindingsWithoutAdvice,
               std::uint64_t large_bytes = kLargeBytes);
  ~HotspotWatch();
  HotspotWatch(const HotspotWatch&) = delete;
  HotspotWatch& operator=(const HotspotWatch&) = delete;

  // Partition files from this size on are measured at every kChecksPerMeasurement-th check.
  static constexpr std::uint64_t kLargeBytes = std::uint64_t{256} << 20U;
  static constexpr std::uint64_t kChecksPerMeasurement = 20;

  // Checks all tables now, as the watch's own thread does every kInterval. Tables not reached
  // within kCheckTimeMax come first at the next check.
  void Check();
  // Returns the number of findings above a note at the last check, by FindingKind.
  std::array<std::size_t, kFindingKinds> Counts() const;

 private:
  // Identifies a finding of a table.
  struct FindingId {
    FindingKind kind = FindingKind::kHotPartition;
    std::string partition = {};

    auto operator<=>(const FindingId&) const = default;
  };
  struct Tracking {
    int missed = 0;                     // checks in a row that did not find it
    int calm = 0;                       // checks in a row that did not find more than a note
    Severity logged = Severity::kNote;  // kNote: not at all
  };
  struct TableState {
    std::uint64_t operations = 0;  // at the last check
    std::map<FindingId, Tracking> findings;
  };

  void Run();
  void CheckTable(const TrafficRegistry::Entry& entry)
      ROWHOUSE_TS(requires_capability(check_mutex_));
  void Update(const TableId& id, TableState& state, const std::vector<Finding>& findings)
      ROWHOUSE_TS(requires_capability(check_mutex_));
  void Log(const TableId& id, const Finding& finding)
      ROWHOUSE_TS(requires_capability(check_mutex_));
  void LogEnd(const TableId& id, const FindingId& finding)
      ROWHOUSE_TS(requires_capability(check_mutex_));
  void MeasureLarge(const TrafficRegistry::Entry& entry);
  void MoveToOwnFile(const TableId& id, const std::string& partition);
  void ForgetUnlisted(const std::vector<TrafficRegistry::Entry>& entries)
      ROWHOUSE_TS(requires_capability(check_mutex_));
  bool MayLog() ROWHOUSE_TS(requires_capability(check_mutex_));

  TrafficRegistry& registry_;
  const AccountDirectory& accounts_;
  const Clock clock_;
  const Finder finder_;
  const std::uint64_t large_bytes_;

  Mutex check_mutex_;
  std::map<TableId, TableState> states_ ROWHOUSE_TS(guarded_by(check_mutex_));
  TableId next_ ROWHOUSE_TS(guarded_by(check_mutex_));
  std::uint64_t checks_ ROWHOUSE_TS(guarded_by(check_mutex_)) = 0;
  int lines_ ROWHOUSE_TS(guarded_by(check_mutex_)) = 0;  // logged by this check
  std::array<std::atomic<std::size_t>, kFindingKinds> counts_ = {};

  Mutex stop_mutex_;
  std::condition_variable_any stop_changed_;
  bool stopping_ ROWHOUSE_TS(guarded_by(stop_mutex_)) = false;
  std::thread thread_;  // last: it uses the members above
};

}  // namespace rowhouse
