#include "cli/repartition_command.h"

#include "cli/command.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/terminal.h"
#include "cli/transfer/copy_job.h"
#include "keys/key_template.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <functional>

namespace rowhouse::cli {
namespace {

using tables::Entity;

struct RepartitionCommand {
  ConnectionOptions connection = {.bulk_load = true};
  std::string table = {};
  std::string target = {};
  std::string key = {};
  std::string journal = {};
  bool resume = false;
  bool keep_order = false;
  bool dry_run = false;
  int parallel = 4;
};

void Declare(CLI::App& command, RepartitionCommand& options) {
  command.add_option("TABLE", options.table, "The table to read; it is left as it is")->required();
  command.add_option("NEWTABLE", options.target, "The table to make")->required();
  command
      .add_option("--partition-key", options.key,
                  "The new PartitionKey, such as\n"
                  "  {PartitionKey}.{hash(RowKey,16)}\n"
                  "  {property(Site)}-{property(Device)}\n"
                  "  {letters(RowKey)}-{PartitionKey}\n"
                  "as `rowhouse hotspots` recommends it")
      ->required()
      ->type_name("TEMPLATE");
  command.add_flag("--dry-run", options.dry_run, "Show the keys of some entities");
  command.add_flag("--resume", options.resume, "Continue where an interrupted run ended");
  command.add_option("--journal", options.journal, "Keeps the place for --resume, as for `copy`")
      ->type_name("FILE");
  command.add_flag("--keep-order", options.keep_order,
                   "Write in the order of the keys read. Default: partitions take\n"
                   "turns, so that not all writes go to one of them");
  command.add_option("--parallel", options.parallel, "Ranges of keys copied at once. Default: 4")
      ->check(Between(1, 32))
      ->type_name("N");
  AddWaitOption(command, options.connection);
  AddConnectionOptions(command, options.connection);
}

// The new key. Random parts depend on the old keys alone, so that a run that is resumed, and
// the check at the end, draw the same.
std::string NewKey(const KeyTemplate& key, const Entity& entity) {
  KeyInputs inputs;
  inputs.partition_key = entity.PartitionKey();
  inputs.row_key = entity.RowKey();
  inputs.property = [&entity](std::string_view name) -> std::optional<std::string> {
    if (!entity.Has(name)) return std::nullopt;
    return entity[name].ToString();
  };
  inputs.random_number = std::hash<std::string>()(entity.PartitionKey() + '\0' + entity.RowKey());
  auto made = key.Apply(inputs);
  if (!made) {
    throw CommandError(ExitCode::kFailure,
                       fmt::format("PartitionKey '{}', RowKey '{}': {}", entity.PartitionKey(),
                                   entity.RowKey(), made.error()));
  }
  return *std::move(made);
}

ExitCode DryRun(const tables::TableClient& table, const NewPartitionKey& new_key) {
  constexpr std::size_t shown = 10;
  tables::QueryOptions query;
  query.limit = shown;
  for (const Entity& entity : table.Query(query)) {
    fmt::print("{} / {}  ->  {}\n", Printable(entity.PartitionKey()), Printable(entity.RowKey()),
               Printable(new_key(entity)));
  }
  return ExitCode::kSuccess;
}

ExitCode Check(const CopyOptions& options) {
  Progress progress("check " + options.target.Name());
  const Fingerprint wanted = FingerprintOf(options.source, {}, options.new_partition_key, progress);
  const Fingerprint found = FingerprintOf(options.target, {}, {}, progress);
  progress.Stop();
  if (Interrupted()) {
    fmt::print(stderr, "Interrupted: all is copied, but not checked.\n");
    return ExitCode::kInterrupted;
  }
  if (wanted == found) {
    fmt::print("checked: {} of the same content in {}\n", Entities(found.entities),
               options.target.Name());
    return ExitCode::kSuccess;
  }
  fmt::print(
      stderr, "rowhouse: {} has {}, {} has {}{}: was one of them written to in the meantime?\n",
      options.source.Name(), Entities(wanted.entities), options.target.Name(),
      Entities(found.entities), wanted.entities == found.entities ? " of other content" : "");
  return ExitCode::kCheckFailed;
}

// Refuses a target that has entities which are not those of an interrupted run.
void RequireNewTarget(const CopyOptions& options, bool resume) {
  if (IsSameTable(options.source, options.target)) {
    throw CommandError(ExitCode::kUsage,
                       "the new table would be the table itself: give it another name");
  }
  const bool can_go_on = resume && std::filesystem::exists(options.journal);
  if (can_go_on || !options.target.TableExists() || !options.target.Query({.limit = 1}).First())
    return;
  throw CommandError(
      ExitCode::kConflict,
      fmt::format("{} exists and is not empty{}", options.target.Name(),
                  resume
                      ? fmt::format(", and the journal {} of an interrupted run is missing: name a "
                                    "new table, or delete this one first",
                                    options.journal.string())
                      : std::string(": name a new table, or --resume an interrupted run")));
}

ExitCode RunRepartition(const RepartitionCommand& command) {
  const auto key = KeyTemplate::Parse(command.key);
  if (!key) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("--partition-key {}: {}", command.key, key.error()));
  }
  const auto service = Connect(command.connection);
  CopyOptions options{service.GetTableClient(command.table),
                      service.GetTableClient(command.target)};
  options.new_partition_key = [&key](const Entity& entity) { return NewKey(*key, entity); };
  if (command.dry_run) return DryRun(options.source, options.new_partition_key);
  options.journal = command.journal.empty() ? CopyJournalPath(options.source, options.target)
                                            : std::filesystem::path(command.journal);
  RequireNewTarget(options, command.resume);
  options.key_name = key->Text();
  options.resume = command.resume;
  options.keep_order = command.keep_order;
  options.on_conflict = tables::OnConflict::kFail;  // two entities must not become one
  options.parallel = static_cast<std::size_t>(command.parallel);

  const InterruptGuard guard;
  Progress progress("repartition " + command.table);
  const JobReport report = Copy(options, progress);
  progress.Stop();
  const ExitCode copied = Summarize("copied", report, progress.Elapsed());
  return copied == ExitCode::kSuccess ? Check(options) : copied;
}

}  // namespace

void RegisterRepartition(CLI::App& parent, Program& program) {
  AddCommand(parent, program, "repartition",
             "Copy a table to a new one under another PartitionKey, and check it", Declare,
             RunRepartition);
}

}  // namespace rowhouse::cli
