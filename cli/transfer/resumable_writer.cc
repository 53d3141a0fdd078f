#include "cli/transfer/resumable_writer.h"

#include "cli/outcome/command_error.h"

#include <fmt/format.h>
#include <limits>
#include <utility>

namespace rowhouse::cli {
namespace {

// How often to look which checkpoints are reached, in entities.
constexpr std::uint64_t kLookEvery = 100;

}  // namespace

ResumableWriter::ResumableWriter(const tables::TableClient& table, Options options)
    : table_(table), options_(std::move(options)) {
  StartWriter(options_.resumed);
}

void ResumableWriter::StartWriter(bool resumed) {
  resumed_ = resumed;
  finished_ += added_;
  added_ = 0;
  saved_ = 0;
  tables::BulkOptions bulk;
  bulk.in_flight_max = options_.parallel;
  bulk.on_conflict = options_.on_conflict;
  bulk.resumed = resumed;
  bulk.spread = !options_.keep_order;
  bulk.looks_for_lost = true;
  if (options_.on_refused) bulk.failures_max = std::numeric_limits<std::size_t>::max();
  if (options_.on_done) bulk.on_done = [this](const tables::Write&) { options_.on_done(); };
  writer_.emplace(table_, std::move(bulk));
}

void ResumableWriter::Add(tables::Entity entity, std::uint64_t tag) {
  if (added_ % kLookEvery == 0) {
    PassCheckpoints();
    const bool is_far_ahead = !marks_.empty() && added_ - saved_ >= kAheadMax;
    const bool is_caught_up = resumed_ && added_ >= kAheadMax;
    if (is_far_ahead || is_caught_up) Finish();
    if (is_caught_up) StartWriter(false);
  }
  ThrowIfFailed();
  writer_->Add({.entity = std::move(entity), .tag = tag});
  ++added_;
}

void ResumableWriter::Checkpoint(std::function<void()> save) {
  marks_.push_back({added_, std::move(save)});
}

void ResumableWriter::Finish() {
  Take(writer_->Finish());
  PassCheckpoints();
}

void ResumableWriter::Stop() {
  const tables::BulkReport report = writer_->Abandon();
  skipped_ += report.skipped;
  if (report.failures.empty()) PassCheckpoints();
}

void ResumableWriter::PassCheckpoints() {
  if (marks_.empty()) return;
  const std::uint64_t settled = writer_->Settled();
  if (writer_->HasFailures()) return;
  std::function<void()> save;
  while (!marks_.empty() && marks_.front().count <= settled) {
    saved_ = marks_.front().count;
    save = std::move(marks_.front().save);
    marks_.pop_front();
  }
  if (save) save();
}

void ResumableWriter::ThrowIfFailed() {
  if (!writer_->HasFailures()) return;
  Take(options_.on_refused ? writer_->Finish() : writer_->Abandon());
}

void ResumableWriter::Take(const tables::BulkReport& report) {
  skipped_ += report.skipped;
  const bool had_failed = std::exchange(has_failed_, true);  // should the loop throw
  for (const tables::BulkFailure& failure : report.failures) {
    if (!failure.refused || !options_.on_refused) ThrowFailure(failure);
    options_.on_refused(failure);
  }
  has_failed_ = had_failed;
}

void ResumableWriter::ThrowFailure(const tables::BulkFailure& failure) {
  if (failure.error.Kind() != tables::ErrorKind::kService) throw tables::TableError(failure.error);
  const tables::Entity& entity = failure.write.entity;
  const Explanation explanation = Explain(failure.error);
  throw CommandError(
      explanation.code,
      fmt::format("{}{}: PartitionKey '{}', RowKey '{}': {}",
                  options_.place_of ? options_.place_of(failure.write.tag) + ": " : "",
                  failure.refused ? "the entity was refused" : "a transaction was refused, from",
                  entity.PartitionKey(), entity.RowKey(), explanation.text));
}

}  // namespace rowhouse::cli
