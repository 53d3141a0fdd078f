// What can be done with the row that is active.

import { type Entity, keyText } from "../../api/edm.ts";
import { connectionString } from "../../api/connection_string.ts";
import { queryAddress } from "../../api/tables.ts";
import { accountKey } from "../../app/session.ts";
import { copyText } from "../../components/copy.tsx";
import type { MenuItem } from "../../components/menu.tsx";
import { asCurl, asJavaScript, asJson, asPython } from "./copy_forms.ts";
import type { BrowseModel } from "./model.ts";

export function copyItems(model: BrowseModel, entity: Entity): MenuItem[] {
  const { table } = model;
  const { account } = model.client;
  const key = accountKey.value ?? "";
  const connection = connectionString(account, accountKey.value, location.origin);
  const copy = (label: string, what: string, text: () => string): MenuItem => ({
    label,
    icon: "copy",
    run: () => void copyText(text(), what),
  });
  return [
    copy("Copy the cell", "the cell", () => model.valueAtActive() ?? ""),
    copy("Copy the row as JSON", "the row as JSON", () => asJson(entity)),
    copy("Copy as curl, valid for an hour", "a command", () =>
      asCurl({ origin: location.origin, account, key, table }, entity),
    ),
    copy("Copy as JavaScript", "code", () => asJavaScript(connection, table, entity)),
    copy("Copy as Python", "code", () => asPython(connection, table, entity)),
    copy("Copy the address of the query", "the address", () =>
      queryAddress(location.origin, account, table, { filter: model.filter.value }),
    ),
  ];
}

// The rows that an action is about: those selected, else the active one.
export function chosenRows(model: BrowseModel): Entity[] {
  const selected = [...model.selected.value.values()];
  const leaving = model.leaving.value;
  const rows = selected.length > 0 ? selected : model.activeEntity ? [model.activeEntity] : [];
  return rows.filter((entity) => !leaving.has(keyText(entity)));
}

export function copyRows(model: BrowseModel): void {
  const selected = [...model.selected.value.values()];
  if (selected.length > 0) {
    void copyText(selected.map(asJson).join("\n"), `${selected.length} rows as JSON lines`);
  } else {
    void copyText(model.valueAtActive() ?? "", "the cell");
  }
}
