#include "bench/load_driver/loader.h"

#include "bench/load_driver/calls.h"
#include "bench/load_driver/connection.h"
#include "bench/load_driver/session.h"
#include "bench/load_driver/set_up.h"
#include "bench/load_driver/workload.h"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace rowhouse::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kMarkerTable = "benchmarks";
constexpr std::chrono::seconds kProgressEvery{1};

RowKeys MarkerKeys(const TableSpec& table) {
  return {TableName(table), fmt::format("seed{}", table.seed)};
}

bool IsLoaded(const LoadOptions& options) {
  const MaybeAnswer answer = SendOne(options.endpoint, options.credential,
                                     PointReadCall(kMarkerTable, MarkerKeys(options.table)));
  return answer && answer->status == 200;
}

tl::expected<void, std::string> Mark(const LoadOptions& options) {
  const RowKeys keys = MarkerKeys(options.table);
  const MaybeAnswer answer =
      SendOne(options.endpoint, options.credential, UpsertCall(kMarkerTable, keys, "{}"));
  if (answer && answer->status == 204) return {};
  return tl::unexpected(answer ? fmt::format("cannot mark the table: {}", answer->status)
                               : answer.error());
}

// Cuts a table into requests. Consecutive ones go to different partitions, and where each row has
// its own, rows come in no order: as from many clients at once.
class Portions {
 public:
  explicit Portions(const TableSpec& table) : table_(table), partitions_(PartitionCount(table)) {
    if (table.shape == Shape::kEach) {
      step_ = StepWithoutCommonFactor(table.rows);
      count_ = table.rows;
      return;
    }
    const RowSpan largest = PartitionRows(table, partitions_ - 1);
    count_ = partitions_ * ((largest.end - largest.first + kBatchRows - 1) / kBatchRows);
  }

  // The next portion, sometimes empty; nothing at the end.
  std::optional<RowSpan> Next() {
    if (next_ == count_) return std::nullopt;
    const std::uint64_t number = next_++;
    if (table_.shape == Shape::kEach) {
      const std::uint64_t index = number * step_ % count_;
      return RowSpan{index, index + 1};
    }
    const RowSpan whole = PartitionRows(table_, number % partitions_);
    const std::uint64_t first =
        std::min(whole.end, whole.first + number / partitions_ * kBatchRows);
    return RowSpan{first, std::min(whole.end, first + kBatchRows)};
  }

 private:
  static std::uint64_t StepWithoutCommonFactor(std::uint64_t rows) {
    std::uint64_t step = rows * 5 / 8 + 1;
    while (std::gcd(step, rows) != 1) ++step;
    return step;
  }

  TableSpec table_;
  std::uint64_t partitions_;
  std::uint64_t count_ = 0;
  std::uint64_t next_ = 0;
  std::uint64_t step_ = 1;
};

Call WriteCall(const LoadOptions& options, RowSpan rows) {
  const std::string table = TableName(options.table);
  std::vector<BatchItem> items;
  for (std::uint64_t i = rows.first; i < rows.end; ++i) {
    const RowKeys keys = KeysOf(options.table, i);
    const EntityContent content{
        .bucket = BucketOf(i), .number = i, .text_seed = options.table.seed + i};
    items.push_back({keys, EntityJson(options.table, keys, content)});
  }
  if (options.table.shape == Shape::kEach) {
    return UpsertCall(table, items.front().keys, std::move(items.front().entity));
  }
  return BatchCall(options.endpoint, table, BatchVerb::kUpsert, items);
}

// The load in progress: several connections that take portions until none is left.
class Filling {
 public:
  explicit Filling(const LoadOptions& options) : options_(options), portions_(options.table) {}

  tl::expected<LoadResult, std::string> Run();

 private:
  void SendNext(Connection& connection);
  void OnAnswer(Connection& connection, RowSpan rows, const MaybeAnswer& answer);
  void Fail(std::string error);
  void EndConnection();
  void ShowProgress(bool last);

  const LoadOptions& options_;
  Portions portions_;
  Session session_;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::size_t active_ = 0;
  bool stopped_ = false;
  std::uint64_t rows_ = 0;
  std::string error_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

tl::expected<LoadResult, std::string> Filling::Run() {
  const auto server = session_.Resolve(options_.endpoint);
  if (!server) return tl::unexpected(server.error());
  active_ = options_.connections;
  for (std::uint64_t i = 0; i < options_.connections; ++i) {
    connections_.push_back(std::make_unique<Connection>(session_.Io(), *server));
    SendNext(*connections_.back());
  }
  const StopReason reason = session_.RunUntilFinished(options_.cap, [this] {
    stopped_ = true;
    for (const auto& connection : connections_) connection->Close();
  });
  ShowProgress(true);
  if (!error_.empty()) return tl::unexpected(error_);
  if (reason == StopReason::kInterrupt) return tl::unexpected<std::string>("interrupted");
  return LoadResult{.table = options_.table,
                    .rows = rows_,
                    .seconds = std::chrono::duration<double>(Clock::now() - began_).count(),
                    .finished = rows_ == options_.table.rows};
}

void Filling::SendNext(Connection& connection) {
  std::optional<RowSpan> rows = portions_.Next();
  while (rows && rows->first == rows->end) rows = portions_.Next();
  if (!rows) return EndConnection();
  connection.Send(RequestText(options_.endpoint, options_.credential, WriteCall(options_, *rows),
                              std::chrono::system_clock::now()),
                  [this, &connection, rows = *rows](const MaybeAnswer& answer) {
                    OnAnswer(connection, rows, answer);
                  });
}

void Filling::OnAnswer(Connection& connection, RowSpan rows, const MaybeAnswer& answer) {
  if (stopped_) return EndConnection();
  if (!answer) return Fail(answer.error());
  const bool written =
      options_.table.shape == Shape::kEach ? answer->status == 204 : AllWritten(*answer, rows);
  if (!written) return Fail(fmt::format("status {}: {}", answer->status, answer->body));
  rows_ += rows.end - rows.first;
  ShowProgress(false);
  SendNext(connection);
}

void Filling::Fail(std::string error) {
  if (error_.empty()) error_ = std::move(error);
  stopped_ = true;
  EndConnection();
}

void Filling::EndConnection() {
  if (--active_ == 0) session_.Finish();
}

void Filling::ShowProgress(bool last) {
  const auto now = Clock::now();
  if (!last && now - shown_ < kProgressEvery) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  fmt::print(stderr, "\r{}: {} of {} rows, {:.0f} rows/s{}", TableName(options_.table), rows_,
             options_.table.rows, static_cast<double>(rows_) / seconds, last ? "\n" : "");
}

}  // namespace

tl::expected<LoadResult, std::string> Load(const LoadOptions& options) {
  if (auto created = CreateTable(options.endpoint, options.credential, kMarkerTable); !created) {
    return tl::unexpected(created.error());
  }
  if (IsLoaded(options)) {
    return LoadResult{
        .table = options.table, .rows = options.table.rows, .finished = true, .reused = true};
  }
  if (auto created = CreateTable(options.endpoint, options.credential, TableName(options.table));
      !created) {
    return tl::unexpected(created.error());
  }
  auto result = Filling(options).Run();
  if (!result || !result->finished) return result;
  if (auto marked = Mark(options); !marked) return tl::unexpected(marked.error());
  return result;
}

}  // namespace rowhouse::bench
