#pragma once
// Entities into a table, by a job that may be interrupted and resumed.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <rowhouse/bulk_writer.h>
#include <string>

namespace rowhouse::cli {

// Writes inserts so that properties keep their order, and turns to other writes where entities
// exist. Stops at the first entity that is refused. Used from one thread.
class ResumableWriter {
 public:
  struct Options {
    std::size_t parallel = 8;  // transactions in flight
    tables::OnConflict on_conflict = tables::OnConflict::kReplace;
    bool resumed = false;     // an interrupted job may have written the first kAheadMax entities
    bool keep_order = false;  // false: partitions take turns, see tables::BulkOptions::spread
    std::function<void()> on_done = {};  // for each entity; from any thread, one at a time
    // Where the entity of a tag comes from, for messages: "file.csv:52". Empty: from no file.
    std::function<std::string(std::uint64_t tag)> place_of = {};
    // What to do with an entity that the service refuses by itself; empty: stop. What it throws is a
    // failure like others.
    std::function<void(const tables::BulkFailure&)> on_refused = {};
  };
  // How many entities are written beyond the last checkpoint that was saved, at most.
  static constexpr std::uint64_t kAheadMax = 50'000;

  ResumableWriter(const tables::TableClient& table, Options options);

  // std::invalid_argument: no transaction can hold the entity. CommandError, TableError: an earlier one
  // was refused or could not be written.
  void Add(tables::Entity entity, std::uint64_t tag = 0);

  // How many entities, in the order in which they were added, are done with. Those may include some
  // that failed, of which a later call tells.
  std::uint64_t Settled() const { return finished_ + writer_->Settled(); }

  // Calls `save` from a later Add(), Finish() or Stop(), once all that was added up to now is in
  // the table.
  void Checkpoint(std::function<void()> save);

  // Writes what is left. Throws as Add() does.
  void Finish();
  // Whether an entity has failed of which no call has told yet.
  bool HasUntoldFailures() const { return writer_->HasFailures(); }
  // Whether an exception said that something could not be written: what was not sent by then is lost.
  bool HasFailed() const { return has_failed_; }
  // How many entities were left as they are (OnConflict::kSkip), as far as Finish() or Stop() knows.
  std::uint64_t Skipped() const { return skipped_; }
  // Drops what was not sent and waits for the rest.
  void Stop();

 private:
  struct Mark {
    std::uint64_t count = 0;  // of entities added before it, by writer_
    std::function<void()> save;
  };

  void StartWriter(bool resumed);
  void PassCheckpoints();
  void ThrowIfFailed();
  // Counts what it reports; its first failure that options_ do not deal with is thrown.
  void Take(const tables::BulkReport& report);
  [[noreturn]] void ThrowFailure(const tables::BulkFailure& failure);

  const tables::TableClient table_;
  const Options options_;
  std::optional<tables::BulkWriter> writer_;
  bool has_failed_ = false;
  std::uint64_t skipped_ = 0;
  bool resumed_ = false;        // writer_ is
  std::uint64_t finished_ = 0;  // added to the writers before writer_
  std::uint64_t added_ = 0;     // to writer_
  std::uint64_t saved_ = 0;     // of them, at the last checkpoint that was saved
  std::deque<Mark> marks_;
};

}  // namespace rowhouse::cli
