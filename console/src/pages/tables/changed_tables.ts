// Tables that were created or deleted here since the server last measured: its list may be some seconds old.

import type { TableInfo, TableList } from "../../api/admin.ts";

export interface Change {
  readonly table: string;
  readonly exists: boolean;
  readonly at: number; // milliseconds
}

const sameTable = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

// Returns the list as it is after the changes that it does not have yet.
export function withChanges(list: TableList, changes: readonly Change[], account: string): TableInfo[] {
  const measured = Date.parse(list.measured);
  const tables = new Map(list.tables.map((table) => [table.table.toLowerCase(), table]));
  for (const change of changes.filter((each) => each.at > measured)) {
    const key = change.table.toLowerCase();
    if (!change.exists) tables.delete(key);
    else if (!tables.has(key)) tables.set(key, { account, table: change.table });
  }
  return [...tables.values()].sort((a, b) => (a.table.toLowerCase() < b.table.toLowerCase() ? -1 : 1));
}

export const changesOf = (changes: readonly Change[], change: Change): Change[] => [
  ...changes.filter((each) => !sameTable(each.table, change.table)),
  change,
];

// Returns what is wrong with a name for a new table; undefined if nothing is.
export function checkTableName(name: string): string | undefined {
  if (name === "") return undefined;
  if (!/^[A-Za-z]/.test(name)) return "A table's name begins with a letter, A to Z.";
  if (!/^[A-Za-z0-9]*$/.test(name)) return "A table's name has letters and digits only, without accents.";
  if (name.length < 3 || name.length > 63) return "A table's name has 3 to 63 characters.";
  return name.toLowerCase() === "tables" ? "The service keeps the name “tables” for itself." : undefined;
}
