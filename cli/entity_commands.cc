#include "cli/entity_commands.h"

#include "cli/command.h"
#include "cli/query/entity_output.h"
#include "cli/query/output_options.h"
#include "cli/terminal/editor.h"
#include "cli/text/entity_argument.h"
#include "cli/text/json_text.h"
#include "cli/text/pretty_json.h"
#include "cli/transfer/stdout_file.h"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <rowhouse/entity_json.h>
#include <rowhouse/etag.h>
#include <stdexcept>

namespace rowhouse::cli {
namespace {

using tables::Entity;
using tables::IfMatch;
using tables::TableClient;

struct EntityOptions {
  ConnectionOptions connection = {};
  std::string table = {};
  std::string partition_key = {};
  std::string row_key = {};
  std::vector<std::string> properties = {};
  std::string json = {};
  std::string if_match = {};
  std::string select = {};
  OutputOptions to = {};
  bool tolerant = false;
};

void DeclareKey(CLI::App& command, EntityOptions& options) {
  command.add_option("TABLE", options.table, "Name of the table")->required();
  command.add_option("PARTITIONKEY", options.partition_key, "May be empty: ''")->required();
  command.add_option("ROWKEY", options.row_key, "May be empty: ''")->required();
}

void DeclareWrite(CLI::App& command, EntityOptions& options) {
  DeclareKey(command, options);
  command.add_option("PROPERTY", options.properties,
                     "Name=value or Name@type=value, with string, boolean, int32,\n"
                     "int64, double, datetime, guid or binary (base64); without a\n"
                     "type 42 is an Int32, 1.5 a Double, true a Boolean, and any\n"
                     "other text a String. Or one JSON object");
  command.add_option("--json", options.json, "A file with the JSON object; - is stdin")
      ->type_name("FILE");
  AddConnectionOptions(command, options.connection);
}

void DeclareMerge(CLI::App& command, EntityOptions& options) {
  DeclareWrite(command, options);
  command.add_option("--if-match", options.if_match, "Only this version (an ETag). Default: any")
      ->type_name("ETAG");
}

void DeclareGet(CLI::App& command, EntityOptions& options) {
  DeclareKey(command, options);
  command.add_option("--select", options.select, "Only these properties")->type_name("NAME,NAME");
  AddOutputOptions(command, options.to);
  AddConnectionOptions(command, options.connection);
}

void DeclareDelete(CLI::App& command, EntityOptions& options) {
  DeclareKey(command, options);
  command.add_option("--if-match", options.if_match, "Only this version (an ETag). Default: any")
      ->type_name("ETAG");
  command.add_flag("--if-exists", options.tolerant, "Succeed if it does not exist");
  AddConnectionOptions(command, options.connection);
}

TableClient TableOf(const EntityOptions& options) {
  return Connect(options.connection).GetTableClient(options.table);
}

std::string ReadText(const std::string& file) {
  std::ifstream in;
  if (file != "-") {
    in.open(file);
    if (!in) throw CommandError(ExitCode::kFailure, fmt::format("{}: cannot be read", file));
  }
  std::istream& stream = file == "-" ? std::cin : in;
  std::string text((std::istreambuf_iterator<char>(stream)), {});
  text.erase(0, text.find_first_not_of(" \t\r\n"));
  return text;
}

Entity EntityOf(const EntityOptions& options) {
  std::vector<std::string> properties = options.properties;
  if (!options.json.empty()) properties.push_back(ReadText(options.json));
  auto entity = EntityFromArguments({options.partition_key, options.row_key}, properties);
  if (!entity) throw CommandError(ExitCode::kUsage, entity.error());
  return *std::move(entity);
}

IfMatch Condition(const EntityOptions& options) {
  if (options.if_match.empty() || options.if_match == "*") return IfMatch::Any();
  return IfMatch::Version(tables::ETag(options.if_match));
}

ExitCode ShowVersion(const tables::ETag& etag) {
  fmt::print("{}\n", etag.ToString());
  return ExitCode::kSuccess;
}

ExitCode Insert(const EntityOptions& options) {
  return ShowVersion(TableOf(options).Insert(EntityOf(options)));
}

ExitCode Upsert(const EntityOptions& options) {
  return ShowVersion(TableOf(options).UpsertReplace(EntityOf(options)));
}

ExitCode Merge(const EntityOptions& options) {
  return ShowVersion(TableOf(options).UpdateMerge(EntityOf(options), Condition(options)));
}

void Show(const Entity& entity, const std::string& form, const TextStyle& style) {
  if (form == "table") return PrintProperties(entity);
  if (form == "csv") {
    const auto printer = MakeEntityPrinter(form, {.style = style});
    printer->Add(entity);
    return printer->Finish();
  }
  std::string text;  // of json and jsonl alike: one object
  AppendJson(text, entity, style);
  PrintOut(text + '\n');
}

ExitCode Get(const EntityOptions& options) {
  const Output output = ResolveOutput(options.to);
  std::vector<std::string> select = SplitList(options.select);
  if (options.to.style.system && !select.empty()) select.emplace_back("Timestamp");
  const Entity entity = TableOf(options).Get(options.partition_key, options.row_key, select);
  if (output.file.empty()) {
    Show(entity, output.form, options.to.style);
    return ExitCode::kSuccess;
  }
  StdoutFile file(output.file);
  Show(entity, output.form, options.to.style);
  file.Commit();
  return ExitCode::kSuccess;
}

void DeclareEdit(CLI::App& command, EntityOptions& options) {
  DeclareKey(command, options);
  AddConnectionOptions(command, options.connection);
}

// CommandError: what was edited is no entity with this key. It stays in the file.
Entity ReadEdited(EditedFile& file, const std::string& text, const Entity& before) {
  std::string fault;
  try {
    Entity after = tables::FromTypedJson(text);
    if (after.Key() == before.Key()) {
      after.SetETag(before.ETag());
      return after;
    }
    fault = "the key of an entity cannot be changed: insert another, and delete this one";
  } catch (const std::invalid_argument& error) {
    fault = error.what();
  }
  file.Keep();
  throw CommandError(ExitCode::kUsage,
                     fmt::format("{}: {}\n  Nothing was written.", file.Path().string(), fault));
}

ExitCode Edit(const EntityOptions& options) {
  const TableClient table = TableOf(options);
  const Entity before = table.Get(options.partition_key, options.row_key);
  const std::string shown = JsonInLines(tables::ToTypedJson(before));
  EditedFile file(shown);
  const std::string text = file.Edit();
  if (text == shown) {
    fmt::print(stderr, "Nothing was changed.\n");
    return ExitCode::kSuccess;
  }
  const Entity after = ReadEdited(file, text, before);
  try {
    return ShowVersion(table.UpdateReplace(after));
  } catch (const tables::TableError& error) {
    file.Keep();
    if (error.Status() != 412) {
      fmt::print(stderr, "What you have edited is in {}\n", file.Path().string());
      throw;
    }
  }
  const Entity now = table.Get(options.partition_key, options.row_key);
  throw CommandError(
      ExitCode::kConflict,
      fmt::format("It has changed since it was read, and nothing was written. Yours, in {}:\n{}"
                  "What is there now:\n{}",
                  file.Path().string(), text, JsonInLines(tables::ToTypedJson(now))));
}

ExitCode Delete(const EntityOptions& options) {
  const TableClient table = TableOf(options);
  if (!options.tolerant) {
    table.Delete(options.partition_key, options.row_key, Condition(options));
  } else if (!table.DeleteIfExists(options.partition_key, options.row_key)) {
    fmt::print(stderr, "it did not exist\n");
  }
  return ExitCode::kSuccess;
}

}  // namespace

void RegisterEntity(CLI::App& parent, Program& program) {
  CLI::App* const entity = parent.add_subcommand("entity", "Read and write one entity");
  entity->require_subcommand(1);
  AddCommand(*entity, program, "get", "Show an entity", DeclareGet, Get);
  AddCommand(*entity, program, "insert", "Add an entity; prints its ETag", DeclareWrite, Insert);
  AddCommand(*entity, program, "upsert", "Add an entity, or put it in the place of the one there",
             DeclareWrite, Upsert);
  AddCommand(*entity, program, "merge", "Set some properties of an entity and leave the others",
             DeclareMerge, Merge);
  AddCommand(*entity, program, "edit",
             "Edit an entity in $EDITOR; refused if it has changed meanwhile", DeclareEdit, Edit);
  AddCommand(*entity, program, "delete", "Delete an entity", DeclareDelete, Delete);
}

}  // namespace rowhouse::cli
