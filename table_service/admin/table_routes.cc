// Admin routes for whole tables: count, reset.

#include "base/ascii.h"
#include "table_service/admin/admin_handlers.h"
#include "table_service/admin/table_sizes.h"

namespace rowhouse::admin {
AdminResult<wire::Response> CountTable(const AdminCall& call) {
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  const auto table = call.RequiredParameter("table");
  if (!table) return tl::unexpected(table.error());
  // An empty partition key is valid, so an empty parameter counts.
  const auto partition = call.parameters.find("partition");
  const bool of_one = partition != call.parameters.end();
  const auto count = account->account->store->Count(
      *table, of_one ? std::optional<std::string_view>(partition->second) : std::nullopt);
  if (!count) return tl::unexpected(ToAdminError(count.error(), *table));
  JsonWriter json;
  json.BeginObject().Member("account", account->name).Member("table", *table);
  if (of_one) json.Member("partition", partition->second);
  json.Member("count", *count).EndObject();
  return AdminJson(json);
}

AdminResult<wire::Response> ResetAccount(const AdminCall& call) {
  if (!call.services.allow_reset) {
    return AdminFail(
        403, "ResetNotAllowed",
        "This server does not allow this route to delete its tables: start rowhoused with "
        "--allow-reset.");
  }
  const auto account = AccountOf(call);
  if (!account) return tl::unexpected(account.error());
  store::Tables& store = *account->account->store;
  std::size_t deleted = 0;
  // Tables that are created meanwhile may remain, so that this loop ends.
  for (std::string from;;) {
    const auto tables = store.ListTables(from, kTablesPerStep);
    if (!tables) return tl::unexpected(ToAdminError(tables.error(), ""));
    if (tables->empty()) break;
    for (const std::string& table : *tables) {
      const Status done = store.DeleteTable(table);
      if (!done && done.error().code != ErrorCode::kResourceNotFound) {
        return tl::unexpected(ToAdminError(done.error(), table));
      }
      if (done) ++deleted;
    }
    from = AsciiLower(tables->back()) + '0';  // the first name after it
  }
  JsonWriter json;
  json.BeginObject().Member("account", account->name).Member("deleted", deleted).EndObject();
  return AdminJson(json);
}

}  // namespace rowhouse::admin
