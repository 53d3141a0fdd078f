#include "table_service/traffic/hotspot_watch.h"

#include "base/guarded.h"
#include "base/json_string.h"
#include "base/secrets.h"
#include "table_service/hotspot/finding_text.h"
#include "table_service/hotspot/findings_json.h"
#include "table_service/hotspot/severity.h"

#include <algorithm>
#include <spdlog/spdlog.h>
#include <utility>

namespace rowhouse {
namespace {

constexpr std::chrono::milliseconds kCheckTimeMax{50};
// A finding has ended when it was missed this often in a row, so that an intermittent one is not
// logged each time.
constexpr int kMissedMax = 4;
constexpr int kLinesMax = 10;  // per check

// Hides secrets and escapes a key, so that a client cannot forge lines of the log.
std::string Printable(std::string_view text) {
  std::string printable;
  AppendEscaped(printable, WithoutSecrets(text));
  return printable;
}

// Returns null if the account is not open or its engine does not keep files.
store::PartitionFiles* FilesOf(const AccountPtr& account) {
  return account && account->store != nullptr ? account->store->partition_files() : nullptr;
}

}  // namespace

HotspotWatch::HotspotWatch(TrafficRegistry& registry, const AccountDirectory& accounts, Clock clock,
                           Finder finder, std::uint64_t large_bytes)
    : registry_(registry),
      accounts_(accounts),
      clock_(std::move(clock)),
      finder_(std::move(finder)),
      large_bytes_(large_bytes),
      thread_([this] { Run(); }) {}

HotspotWatch::~HotspotWatch() {
  {
    const MutexLock lock(stop_mutex_);
    stopping_ = true;
  }
  stop_changed_.notify_all();
  thread_.join();
}

void HotspotWatch::Run() {
  for (;;) {
    {
      const MutexLock lock(stop_mutex_);
      const auto end = std::chrono::steady_clock::now() + kInterval;
      while (!stopping_ && std::chrono::steady_clock::now() < end) {
        stop_changed_.wait_until(stop_mutex_, end);
      }
      if (stopping_) return;
    }
    RunGuarded("the watch for hot keys", {}, [this] { Check(); });
  }
}

void HotspotWatch::Check() {
  const MutexLock checking(check_mutex_);
  lines_ = 0;
  ++checks_;
  registry_.Trim();
  std::vector<TrafficRegistry::Entry> entries = registry_.All();
  ForgetUnlisted(entries);
  const auto first = std::find_if(entries.begin(), entries.end(),
                                  [next = next_](const auto& entry) { return entry.id >= next; });
  std::rotate(entries.begin(), first, entries.end());
  const auto end = std::chrono::steady_clock::now() + kCheckTimeMax;
  next_ = {};
  for (const TrafficRegistry::Entry& entry : entries) {
    if (std::chrono::steady_clock::now() >= end) {
      next_ = entry.id;
      break;
    }
    CheckTable(entry);
  }
  std::array<std::size_t, kFindingKinds> counts = {};
  for (const auto& [id, state] : states_) {
    for (const auto& [finding, tracking] : state.findings) {
      if (tracking.logged == Severity::kNote) continue;
      ++counts[static_cast<std::size_t>(finding.kind)];
    }
  }
  for (std::size_t i = 0; i < kFindingKinds; ++i) counts_[i] = counts[i];
}

void HotspotWatch::ForgetUnlisted(const std::vector<TrafficRegistry::Entry>& entries) {
  std::erase_if(states_, [&](const auto& state) {
    return !std::binary_search(
        entries.begin(), entries.end(), TrafficRegistry::Entry{.id = state.first, .traffic = {}},
        [](const auto& left, const auto& right) { return left.id < right.id; });
  });
}

void HotspotWatch::CheckTable(const TrafficRegistry::Entry& entry) {
  TableState& state = states_[entry.id];
  const std::uint64_t operations = entry.traffic->Operations();
  if (operations == state.operations && state.findings.empty()) return;
  state.operations = operations;
  if (checks_ % kChecksPerMeasurement == 0) MeasureLarge(entry);
  Update(entry.id, state, finder_(*entry.traffic, clock_()));
}

void HotspotWatch::Update(const TableId& id, TableState& state,
                          const std::vector<Finding>& findings) {
  for (auto& [known, tracking] : state.findings) {
    ++tracking.missed;
    ++tracking.calm;
  }
  for (const Finding& finding : findings) {
    const auto [at, is_new] = state.findings.try_emplace(
        FindingId{.kind = finding.kind, .partition = finding.partition.value_or("")});
    Tracking& tracking = at->second;
    tracking.missed = 0;
    if (is_new && finding.kind == FindingKind::kHotPartition && finding.partition) {
      MoveToOwnFile(id, *finding.partition);
    }
    if (finding.severity == Severity::kNote) continue;
    tracking.calm = 0;
    if (finding.severity <= tracking.logged) continue;
    tracking.logged = finding.severity;
    Log(id, finding);
  }
  for (auto& [known, tracking] : state.findings) {
    if (tracking.calm < kMissedMax || tracking.logged == Severity::kNote) continue;
    tracking.logged = Severity::kNote;
    LogEnd(id, known);
  }
  std::erase_if(state.findings, [](const auto& item) { return item.second.missed >= kMissedMax; });
}

void HotspotWatch::Log(const TableId& id, const Finding& finding) {
  if (!MayLog()) return;
  spdlog::warn("{0}/{1}: {2}: {3}. {4} (what to do: GET /_rowhouse/hotspots?account={0}&table={1})",
               id.account, id.table, SeverityName(finding.severity), Printable(Title(finding)),
               Printable(finding.why));
}

void HotspotWatch::LogEnd(const TableId& id, const FindingId& finding) {
  if (!MayLog()) return;
  spdlog::info("{}/{}: {} {} has ended", id.account, id.table, KindName(finding.kind),
               Printable(finding.partition));
}

void HotspotWatch::MeasureLarge(const TrafficRegistry::Entry& entry) {
  const AccountPtr account = accounts_.Find(entry.id.account);
  const auto* const files = FilesOf(account);
  if (files == nullptr) return;
  const auto large = files->ListLargePartitions(entry.id.table, large_bytes_);
  if (!large) return;  // the table no longer exists
  for (const store::PartitionSize& partition : *large) {
    entry.traffic->RecordSize(partition.partition_key, partition.rows, partition.bytes, clock_());
  }
}

void HotspotWatch::MoveToOwnFile(const TableId& id, const std::string& partition) {
  const AccountPtr account = accounts_.Find(id.account);
  auto* const files = FilesOf(account);
  if (files == nullptr) return;
  // The table may no longer exist. Other failures are logged by the store, and the move is tried
  // again when the partition is next found hot.
  if (const auto moved = files->MoveToOwnFile(id.table, partition); !moved) {
    spdlog::debug("{}/{}: cannot move a hot partition to its own file: {}", id.account, id.table,
                  moved.error().message);
  }
}

bool HotspotWatch::MayLog() { return lines_++ < kLinesMax; }

std::array<std::size_t, HotspotWatch::kFindingKinds> HotspotWatch::Counts() const {
  std::array<std::size_t, kFindingKinds> counts{};
  for (std::size_t i = 0; i < kFindingKinds; ++i) counts[i] = counts_[i];
  return counts;
}

}  // namespace rowhouse
