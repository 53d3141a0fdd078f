#include "cli/delete_entities.h"

#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/terminal.h"

#include <exception>
#include <fmt/format.h>
#include <map>
#include <rowhouse/bulk_writer.h>

namespace rowhouse::cli {
namespace {

constexpr std::size_t kShownMax = 10;

tables::QueryOptions KeysOf(const DeleteEntitiesOptions& options) {
  tables::QueryOptions query;
  query.filter = options.filter;
  query.select = {"PartitionKey", "RowKey"};
  return query;
}

ExitCode DryRun(const tables::TableClient& table, const DeleteEntitiesOptions& options) {
  std::size_t count = 0;
  std::size_t transactions = 0;
  std::size_t in_partition = 0;
  std::string partition;
  for (const tables::Entity& entity : table.Query(KeysOf(options))) {
    if (count++ < kShownMax) {
      fmt::print("would delete PartitionKey '{}', RowKey '{}'\n", Printable(entity.PartitionKey()),
                 Printable(entity.RowKey()));
    }
    const bool fresh = count == 1 || entity.PartitionKey() != partition;
    if (fresh || in_partition == tables::Transaction::kWritesMax) {
      ++transactions;
      in_partition = 0;
      partition = entity.PartitionKey();
    }
    ++in_partition;
  }
  if (count > kShownMax) fmt::print("... and {} more\n", count - kShownMax);
  fmt::print("{} in {} {}; nothing was deleted\n", Entities(count), transactions,
             transactions == 1 ? "transaction" : "transactions");
  return ExitCode::kSuccess;
}

// Gives the writer all that is to be deleted, and returns what ended that before its time.
std::exception_ptr AddAll(const tables::TableClient& table, const DeleteEntitiesOptions& options,
                          tables::BulkWriter& writer) {
  try {
    for (const tables::Page& page : table.QueryPages(KeysOf(options))) {
      if (Interrupted()) break;
      for (const tables::Entity& entity : page.entities) {
        writer.Add({tables::WriteKind::kDelete, entity, tables::IfMatch::Own()});
      }
    }
  } catch (const std::exception&) {
    return std::current_exception();
  }
  return nullptr;
}

// Shows some of those that were not deleted, and returns how many there are.
std::size_t ReportLeft(const tables::BulkReport& report) {
  std::size_t left = 0;
  for (const tables::BulkFailure& failure : report.failures) {
    if (failure.error.Is("ResourceNotFound")) continue;  // deleted by someone else
    if (left++ >= kShownMax) continue;
    fmt::print(stderr, "left: PartitionKey '{}', RowKey '{}': {}\n",
               Printable(failure.write.entity.PartitionKey()),
               Printable(failure.write.entity.RowKey()), Printable(failure.error.Message()));
  }
  return left;
}

}  // namespace

ExitCode DeleteEntities(const tables::TableClient& table, const DeleteEntitiesOptions& options) {
  if (options.dry_run) return DryRun(table, options);
  if (options.filter.IsEmpty() && !options.everything) {
    throw CommandError(ExitCode::kUsage, "no filter: `rowhouse table clear` deletes everything");
  }
  const InterruptGuard guard;
  Progress progress("delete from " + table.Name());
  tables::BulkOptions bulk;
  bulk.in_flight_max = options.parallel;
  bulk.on_done = [&progress](const tables::Write&) { progress.Advance(1); };
  tables::BulkWriter writer(table, bulk);
  const std::exception_ptr failure = AddAll(table, options, writer);
  const tables::BulkReport report = failure || Interrupted() ? writer.Abandon() : writer.Finish();
  progress.Stop();
  const std::size_t changed = ReportLeft(report);
  fmt::print("{} deleted\n", Entities(report.done));
  if (Interrupted()) return ExitCode::kInterrupted;
  if (failure) throw FailureOfJob(failure, report.done > 0, "Run the same command to go on.");
  if (changed == 0) return ExitCode::kSuccess;
  fmt::print(stderr,
             "{} left: changed in the meantime, or refused; run the same command to try again\n",
             Entities(changed));
  return ExitCode::kIncomplete;
}

}  // namespace rowhouse::cli
