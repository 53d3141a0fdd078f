#include "cli/keys_check.h"

#include "cli/accesses/access_reader.h"
#include "cli/command.h"
#include "cli/findings_text.h"
#include "table_service/hotspot/table_detector.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

namespace rowhouse::cli {
namespace {

constexpr std::uint64_t kBadRecordsTold = 10;
constexpr int kStandardOutput = 1;

struct KeysCheck {
  std::string file = {};
  bool json = false;
};

void Declare(CLI::App& command, KeysCheck& options) {
  command.add_option("FILE", options.file, "Operations in order of arrival; - is stdin")
      ->required();
  command.add_flag("--json", options.json, "The findings as JSON");
  command.footer(
      "FILE is JSON lines or CSV with a header (commas or tabs), a record for each operation:\n"
      "  {\"t\":0.5,\"op\":\"insert\",\"pk\":\"2026-03-01\",\"rk\":\"0001\"}\n"
      "pk and rk may be called PartitionKey and RowKey, op operation, and t time. op is insert,\n"
      "upsert, update, delete, read or query; insert by default. t is in seconds, or a\n"
      "date with a time; without it no rates are shown. Other members are properties, which the\n"
      "advice may use. Exports of `rowhouse export` are read as inserts, in their order.\n"
      "\n"
      "Exit codes: 0 nothing found, 8 something found, 1 no operation could be read, 7 nothing\n"
      "found but some records were not understood.");
}

void Tell(std::string_view file, std::uint64_t line, std::string_view fault) {
  fmt::print(stderr, "rowhouse: {}: line {}: {}\n", file, line, fault);
}

ExitCode CodeOf(const KeysChecked& checked) {
  if (!checked.table.findings.empty()) return ExitCode::kCheckFailed;
  return checked.bad_records > 0 ? ExitCode::kIncomplete : ExitCode::kSuccess;
}

ExitCode Run(const KeysCheck& options) {
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
  const KeysChecked checked =
      CheckKeys(is_stdin ? std::cin : file, name, [&](std::uint64_t line, std::string_view fault) {
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
  const std::string text = options.json ? FindingsJson({&checked.table, 1}) + "\n"
                                        : FindingsText(checked.table, TerminalOf(kStandardOutput));
  fmt::print("{}", text);
  return CodeOf(checked);
}

}  // namespace

KeysChecked CheckKeys(std::istream& in, std::string_view name,
                      const std::function<void(std::uint64_t, std::string_view)>& tell) {
  AccessReader reader(in);
  TableDetector detector;
  KeysChecked checked;
  AccessTime now;
  while (const auto next = reader.Next()) {
    if (!*next) {
      ++checked.bad_records;
      tell(next->error().line, next->error().text);
      continue;
    }
    const ListedAccess& access = **next;
    now = access.time.value_or(now);
    detector.Record({.kind = access.kind,
                     .partition_key = access.partition_key,
                     .row_key = access.row_key,
                     .properties = access.properties},
                    now);
  }
  checked.table = {std::string(name), detector.Operations(), detector.Findings(now)};
  return checked;
}

void RegisterKeysCheck(CLI::App& parent, Program& program) {
  AddCommand<KeysCheck>(parent, program, "check", "Find monotonic and hot keys in a file", Declare,
                        Run);
}

}  // namespace rowhouse::cli
