// Admin routes that back tables up and restore them.

#include "base/date_time.h"
#include "entity/resource_address.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/store/backups.h"

#include <algorithm>
#include <fmt/format.h>

namespace rowhouse::admin {
namespace {

AdminResult<store::Backups*> BackupsOf(const AdminCall& call) {
  if (call.services.backups != nullptr) return call.services.backups;
  return AdminFail(409, "InMemory",
                   "This server keeps its data in memory and cannot store backups: start rowhoused "
                   "with --data DIR.");
}

AdminResult<std::string_view> BackupName(const AdminCall& call) {
  auto name = call.RequiredParameter("name");
  if (!name || store::IsBackupName(*name)) return name;
  return AdminFail(400, "InvalidName",
                   "The name of a backup must be 1 to 64 letters, digits, dots, dashes and "
                   "underscores, and must not begin with a dot.");
}

void AppendCopy(JsonWriter& json, const store::TableCopy& copy) {
  json.BeginObject().Member("table", copy.name).Member("entities", copy.entities);
  json.Member("files", copy.files).EndObject();
}

}  // namespace

AdminResult<wire::Response> CreateBackup(const AdminCall& call) {
  const auto backups = BackupsOf(call);
  if (!backups) return tl::unexpected(backups.error());
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto name = BackupName(call);
  if (!name) return tl::unexpected(name.error());
  const auto table = call.Parameter("table");
  const auto copies = (*backups)->Create(*account->account->store, account->name, *name, table);
  if (!copies && copies.error().code == ErrorCode::kTableAlreadyExists) {
    return AdminFail(
        409, "BackupExists",
        fmt::format("A backup '{}' of account '{}' already exists: choose another name.", *name,
                    account->name));
  }
  if (!copies) return tl::unexpected(ToAdminError(copies.error(), table.value_or("")));
  JsonWriter json;
  json.BeginObject().Member("name", *name).Member("account", account->name);
  json.Key("tables").BeginArray();
  for (const store::TableCopy& copy : *copies) AppendCopy(json, copy);
  json.EndArray().EndObject();
  return AdminJson(json);
}

AdminResult<wire::Response> RestoreBackup(const AdminCall& call) {
  const auto backups = BackupsOf(call);
  if (!backups) return tl::unexpected(backups.error());
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto name = BackupName(call);
  if (!name) return tl::unexpected(name.error());
  const auto table = call.RequiredParameter("table");
  if (!table) return tl::unexpected(table.error());
  const auto found = (*backups)->FindTable(account->name, *name, *table);
  if (!found) {
    return AdminFail(404, "NoSuchBackup",
                     fmt::format("There is no backup '{}' of account '{}' with a table '{}'; GET "
                                 "/_rowhouse/backups lists all backups.",
                                 *name, account->name, *table));
  }
  const std::string as(call.Parameter("as").value_or(*found));
  if (const auto checked = CheckTableName(as); !checked) {
    return tl::unexpected(ToAdminError(checked.error(), as));
  }
  const auto restored =
      (*backups)->Restore(*account->account->store, account->name, *name, *table, as);
  if (!restored && restored.error().code == ErrorCode::kTableAlreadyExists) {
    return AdminFail(
        409, "TableAlreadyExists",
        fmt::format("The table '{}' already exists: delete it, or restore under another "
                    "name with as=NAME.",
                    as));
  }
  if (!restored) return tl::unexpected(ToAdminError(restored.error(), as));
  JsonWriter json;
  AppendCopy(json, *restored);
  return AdminJson(json);
}

AdminResult<wire::Response> DeleteBackup(const AdminCall& call) {
  const auto backups = BackupsOf(call);
  if (!backups) return tl::unexpected(backups.error());
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto name = BackupName(call);
  if (!name) return tl::unexpected(name.error());
  const auto deleted = (*backups)->Delete(account->name, *name);
  if (!deleted && deleted.error().code == ErrorCode::kResourceNotFound) {
    return AdminFail(404, "BackupNotFound",
                     fmt::format("There is no backup '{}' of account '{}'; GET "
                                 "/_rowhouse/backups lists all backups.",
                                 *name, account->name));
  }
  if (!deleted) return tl::unexpected(ToAdminError(deleted.error(), ""));
  JsonWriter json;
  json.BeginObject().Member("account", account->name).Member("deleted", *name).EndObject();
  return AdminJson(json);
}

AdminResult<wire::Response> ListBackups(const AdminCall& call) {
  const auto backups = BackupsOf(call);
  if (!backups) return tl::unexpected(backups.error());
  const auto accounts = AccountsOf(call);
  if (!accounts) return tl::unexpected(accounts.error());
  JsonWriter json;
  json.BeginObject().Key("backups").BeginArray();
  for (const store::Backup& backup : (*backups)->List()) {
    const bool is_visible =
        std::any_of(accounts->begin(), accounts->end(),
                    [&](const NamedAccount& account) { return account.name == backup.account; });
    if (!is_visible) continue;
    json.BeginObject().Member("name", backup.name).Member("account", backup.account);
    json.Member("created", DateTime::FromSystem(backup.created).ToStringSevenDigits());
    json.Member("bytes", backup.bytes).Key("tables").BeginArray();
    for (const std::string& table : backup.tables) json.Value(table);
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
