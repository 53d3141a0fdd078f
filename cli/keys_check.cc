#include "cli/keys_check.h"

#include "base/number_text.h"
#include "cli/accesses/access_reader.h"
#include "cli/command.h"
#include "cli/findings/findings_text.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/progress.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <rowhouse/table_client.h>
#include <unistd.h>
#include <utility>

namespace rowhouse::cli {
namespace {

constexpr std::uint64_t kBadRecordsTold = 10;

struct KeysCheck {
  ConnectionOptions connection = {};
  std::string file = {};
  std::string table = {};
  bool json = false;
  bool notes = false;
  bool in_order = false;
};

void Declare(CLI::App& command, KeysCheck& options) {
  auto* const file = command.add_option("FILE", options.file, "Operations or entities; - is stdin");
  command
      .add_option("--table", options.table,
                  "Instead of a file: the keys of this table, by their Timestamps")
      ->excludes(file)
      ->type_name("NAME");
  command.add_flag("--notes", options.notes, "Also patterns that this load does not suffer from");
  command.add_flag("--in-order", options.in_order, "The entities of FILE are in order of arrival");
  command.add_flag("--json", options.json, "The findings as JSON, notes among them");
  AddConnectionOptions(command, options.connection);
  command.footer(
      "FILE is JSON lines or CSV with a header (commas or tabs), a record for each operation:\n"
      "  {\"t\":0.5,\"op\":\"insert\",\"pk\":\"2026-03-01\",\"rk\":\"0001\"}\n"
      "pk and rk may be called PartitionKey and RowKey, op operation, and t time. Beside both\n"
      "PartitionKey and RowKey only the long names count: others are properties. op is insert,\n"
      "upsert, update, delete, read or query; insert by default. t is in seconds, or a\n"
      "date with a time; without it no rates are known. Other members are properties, which the\n"
      "advice may use. Operations count in the order of the file.\n"
      "\n"
      "An export is read as inserts, by their Timestamp if it has that column. Without it their\n"
      "order is unknown, and only load and size are judged.\n"
      "\n"
      "Exit codes: 0 nothing found but notes, 8 something found, 1 no operation could be read,\n"
      "7 nothing found but some records were not understood.");
}

void Tell(std::string_view file, std::uint64_t line, std::string_view fault) {
  fmt::print(stderr, "rowhouse: {}: line {}: {}\n", file, line, fault);
}

ExitCode CodeOf(const KeysChecked& checked) {
  const bool warns = std::ranges::any_of(checked.table.findings, [](const Finding& finding) {
    return finding.severity != Severity::kNote;
  });
  if (warns) return ExitCode::kCheckFailed;
  return checked.bad_records > 0 ? ExitCode::kIncomplete : ExitCode::kSuccess;
}

KeysChecked CheckFile(const KeysCheck& options) {
  const bool is_stdin = options.file == "-";
  std::ifstream file;
  if (!is_stdin) {
    file.open(options.file, std::ios::binary);
    if (!file || std::filesystem::is_directory(options.file)) {
      throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", options.file));
    }
  }
  std::uint64_t told = 0;
  const std::string name = is_stdin ? "stdin" : std::filesystem::path(options.file).stem().string();
  KeysCheckInput input{.in = is_stdin ? std::cin : file, .name = name};
  if (options.in_order) input.order = ArrivalOrder::kAsListed;
  KeysChecked checked = CheckKeys(input, [&](std::uint64_t line, std::string_view fault) {
    if (told++ < kBadRecordsTold) Tell(options.file, line, fault);
  });
  if (checked.bad_records > kBadRecordsTold) {
    fmt::print(stderr, "rowhouse: {}: {} records in all were not understood\n", options.file,
               checked.bad_records);
  }
  if (checked.table.operations == 0) {
    throw CommandError(ExitCode::kFailure,
                       fmt::format("{}: no operations in it; write one per line, such as "
                                   R"({{"op":"insert","pk":"...","rk":"..."}})",
                                   options.file));
  }
  return checked;
}

KeysChecked CheckTable(const KeysCheck& options) {
  const InterruptGuard guard;
  const auto table = Connect(options.connection).GetTableClient(options.table);
  ListedKeys keys(ArrivalOrder::kByTimestamp);
  Progress progress("read the keys of " + options.table);
  for (const tables::Page& page :
       table.QueryPages({.select = {"PartitionKey", "RowKey", "Timestamp"}})) {
    for (const tables::Entity& entity : page.entities) {
      ListedAccess access{.partition_key = entity.PartitionKey(), .row_key = entity.RowKey()};
      if (entity.Timestamp()) access.written = entity.Timestamp()->ToTimePoint();
      keys.Add(std::move(access));
    }
    progress.Advance(page.entities.size());
    if (Interrupted()) break;
  }
  progress.Stop();
  TableFindings found = keys.Finish(options.table);
  return {.table = std::move(found), .order = keys.Order(), .loaded = keys.Loaded()};
}

// What is not known of the order; empty if it is.
std::string OrderText(const KeysChecked& checked) {
  if (checked.loaded > 0) {
    return fmt::format(
        "{} of the entities were written at {} a second or more, as tools load them:\nnothing was "
        "concluded from the order and the speed of these.\n",
        WithCommas(checked.loaded), WithCommas(ListedKeys::kLoadRate));
  }
  if (checked.order != ArrivalOrder::kUnknown) return "";
  return "The order of arrival cannot be known from this file, so only load and size were judged.\n"
         "A column Timestamp would tell it; --in-order says that the records are in order.\n";
}

ExitCode Run(const KeysCheck& options) {
  if (options.file.empty() && options.table.empty()) {
    throw CommandError(ExitCode::kUsage, "name a file, or a table with --table");
  }
  const KeysChecked checked = options.table.empty() ? CheckFile(options) : CheckTable(options);
  if (Interrupted()) return ExitCode::kInterrupted;
  if (options.json) {
    fmt::print("{}\n", FindingsJson({&checked.table, 1}));
  } else {
    fmt::print("{}", FindingsText(checked.table, options.notes ? Notes::kShown : Notes::kCounted,
                                  TerminalOf(STDOUT_FILENO)));
  }
  fmt::print(options.json ? stderr : stdout, "{}", OrderText(checked));
  return CodeOf(checked);
}

}  // namespace

KeysChecked CheckKeys(const KeysCheckInput& input,
                      const std::function<void(std::uint64_t, std::string_view)>& tell) {
  AccessReader reader(input.in);
  ListedKeys keys(input.order, input.detector);
  KeysChecked checked;
  while (auto next = reader.Next()) {
    if (*next) {
      keys.Add(**std::move(next));
    } else {
      ++checked.bad_records;
      tell(next->error().line, next->error().text);
    }
  }
  checked.table = keys.Finish(input.name);
  checked.order = keys.Order();
  checked.loaded = keys.Loaded();
  return checked;
}

void RegisterKeysCheck(CLI::App& parent, Program& program) {
  AddCommand<KeysCheck>(parent, program, "check",
                        "Find monotonic and hot keys in a file or in a table", Declare, Run);
}

}  // namespace rowhouse::cli
