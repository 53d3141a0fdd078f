#include "table_service/server/seed.h"

#include "base/json_fault.h"
#include "batch/entity_write.h"
#include "entity/limits.h"
#include "formats/big_integers.h"
#include "formats/entity_records.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <spdlog/spdlog.h>
#include <utility>
#include <vector>

namespace rowhouse::server {
namespace {

constexpr std::size_t kGroupBytesMax = 4U << 20U;
constexpr std::size_t kWaitingBytesMax = 16U << 20U;  // of all groups that are not full yet
constexpr std::size_t kWaitingEntitiesMax = 10000;
constexpr std::size_t kPendingMax = 16;
constexpr std::chrono::seconds kProgressTime{5};

// Entities of one partition, and their lines.
struct Group {
  ChangeSet changes;
  std::vector<std::size_t> lines;
  std::size_t bytes = 0;
};

std::string Reason(const Error& error) {
  return fmt::format("{}: {}", ToWire(error.code).code, error.message);
}

// Applies groups, several at a time.
class GroupWriter {
 public:
  explicit GroupWriter(store::Entities& store) : store_(store) { retries_.reserve(kPendingMax); }
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;
  ~GroupWriter() { Wait(0); }

  struct Failure {
    std::size_t line = 0;
    std::string reason;
  };

  void Write(Group group) {
    Wait(kPendingMax - 1);
    Apply(std::make_shared<Group>(std::move(group)));
  }
  // Waits until all groups are applied, and returns the first failure so far.
  std::optional<Failure> Finish() {
    Wait(0);
    return failure_;
  }

 private:
  void Apply(const std::shared_ptr<Group>& group) {
    {
      const std::lock_guard lock(mutex_);
      ++pending_;
    }
    store_.Apply(std::shared_ptr<const ChangeSet>(group, &group->changes),
                 [this, group](const ApplyResult& result) { OnApplied(group, result); });
  }

  void OnApplied(const std::shared_ptr<Group>& group, const ApplyResult& result) {
    const std::lock_guard lock(mutex_);
    --pending_;
    changed_.notify_one();
    if (!result && result.error().error.code == ErrorCode::kEntityAlreadyExists) {
      retries_.push_back(group);
    } else if (!result && !failure_) {
      failure_ = Failure();  // set first: there may be no memory for the reason
      failure_->line = group->lines[result.error().operation];
      failure_->reason = Reason(result.error().error);
    }
  }

  // Waits until at most `pending_max` groups are pending. All are first applied as inserts, which
  // keep the order of properties; groups that find an existing entity are applied again as upserts.
  void Wait(std::size_t pending_max) {
    std::unique_lock lock(mutex_);
    while (pending_ > pending_max || !retries_.empty()) {
      changed_.wait(lock, [&] { return pending_ <= pending_max || !retries_.empty(); });
      std::vector<std::shared_ptr<Group>> retries;
      retries.reserve(kPendingMax);  // so that OnApplied() allocates nothing for its list
      retries.swap(retries_);
      lock.unlock();
      for (const auto& group : retries) {
        for (Operation& operation : group->changes.operations) {
          operation.kind = OperationKind::kInsertOrReplace;
        }
        Apply(group);
      }
      lock.lock();
    }
  }

  store::Entities& store_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::size_t pending_ = 0;
  std::vector<std::shared_ptr<Group>> retries_;
  std::optional<Failure> failure_;
};

class SeedLoader {
 public:
  SeedLoader(std::string file, store::AccountStore& store)
      : file_(std::move(file)), store_(store), writer_(store) {}

  tl::expected<SeedSummary, std::string> Load(std::istream& in, const std::string& account) {
    EntityRecords records(in, account);
    while (const auto record = records.Next()) {
      if (!*record) return FailAt(record->error().line, record->error().what);
      line_ = (*record)->line;
      if (auto taken = Take(**record); !taken) return tl::unexpected(taken.error());
    }
    if (in.bad()) return FailAt(line_ + 1, "cannot be read");
    if (auto written = WriteAll(); !written) return tl::unexpected(written.error());
    if (auto failure = writer_.Finish()) return FailAt(failure->line, failure->reason);
    return summary_;
  }

 private:
  using Loaded = tl::expected<void, std::string>;

  // `place` is a line, or "line:column" with a column in bytes.
  template <class Place>
  tl::unexpected<std::string> FailAt(const Place& place, std::string_view reason) const {
    return tl::unexpected(fmt::format("{}:{}: {}", file_, place, reason));
  }

  Loaded Take(const EntityRecord& record) {
    if (!record.table.empty() && record.table != table_) {
      if (auto begun = BeginTable(record.table); !begun) return begun;
    }
    if (record.entity.empty()) return {};
    if (table_.empty()) {
      return FailAt(line_,
                    "an entity before the first table; the file must begin with a line such as "
                    R"({"rowhouse":"export","version":1,"table":"People"})");
    }
    return TakeEntity(std::string(record.entity));
  }

  Loaded BeginTable(std::string table) {
    if (auto written = WriteAll(); !written) return written;
    if (const auto checked = CheckTableName(table); !checked) {
      return FailAt(line_, fmt::format("table '{}': {}", table, Reason(checked.error())));
    }
    const Status created = store_.CreateTable(table);
    if (!created && created.error().code != ErrorCode::kTableAlreadyExists) {
      return FailAt(line_, Reason(created.error()));
    }
    tables_.insert(table);
    summary_.tables = tables_.size();
    table_ = std::move(table);
    return {};
  }

  Loaded TakeEntity(const std::string& text) {
    if (const auto big = FindBigInteger(text)) return FailAt(line_, *big);
    ResourceAddress address;
    address.kind = ResourceAddress::Kind::kEntities;
    address.table = table_;
    auto write = ParseEntityWrite("POST", address, {}, text);
    if (!write) {
      const auto fault = FindJsonFault(text, limits::kJsonDepthMax);
      if (fault)
        return FailAt(fmt::format("{}:{}", line_, *fault + 1), "the JSON is malformed here");
      return FailAt(line_, "not an entity: " + Reason(write.error()));
    }
    auto& group = groups_[write->key.partition];
    auto& operations = group.changes.operations;
    const bool is_duplicate = std::any_of(
        operations.begin(), operations.end(),
        [&](const Operation& operation) { return operation.row_key == write->key.row; });
    if (is_duplicate || operations.size() == limits::kBatchOperationsMax ||
        group.bytes + text.size() > kGroupBytesMax) {
      Write(std::exchange(group, {}));
    }
    group.changes.table = table_;
    group.changes.partition_key = std::move(write->key.partition);
    operations.push_back(std::move(write->operation));
    group.lines.push_back(line_);
    group.bytes += text.size();
    waiting_bytes_ += text.size();
    ++waiting_;
    if (waiting_ >= kWaitingEntitiesMax || waiting_bytes_ >= kWaitingBytesMax) return WriteAll();
    return {};
  }

  void Write(Group group) {
    waiting_ -= group.lines.size();
    waiting_bytes_ -= group.bytes;
    summary_.entities += group.lines.size();
    writer_.Write(std::move(group));
    if (const auto now = std::chrono::steady_clock::now(); now >= next_progress_) {
      spdlog::info("{}: {} entities so far", file_, summary_.entities);
      next_progress_ = now + kProgressTime;
    }
  }

  // Writes all waiting groups, and fails if any write so far has failed.
  Loaded WriteAll() {
    for (auto& [partition, group] : std::exchange(groups_, {})) Write(std::move(group));
    if (auto failure = writer_.Finish()) return FailAt(failure->line, failure->reason);
    return {};
  }

  const std::string file_;
  store::Tables& store_;
  GroupWriter writer_;
  std::string table_;
  std::set<std::string> tables_;         // begun so far
  std::map<std::string, Group> groups_;  // by partition
  std::size_t waiting_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::size_t line_ = 0;
  SeedSummary summary_;
  std::chrono::steady_clock::time_point next_progress_ =
      std::chrono::steady_clock::now() + kProgressTime;
};

}  // namespace

tl::expected<SeedSummary, std::string> LoadSeed(const std::filesystem::path& file,
                                                const std::string& account,
                                                store::AccountStore& store) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    return tl::unexpected(
        fmt::format("{}: cannot be read; check its path and permissions", file.string()));
  }
  return SeedLoader(file.string(), store).Load(in, account);
}

}  // namespace rowhouse::server
