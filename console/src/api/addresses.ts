// Paths of the Table service. Keys stand in quotes, which are doubled inside.

import type { EntityKey } from "./edm.ts";

const quoted = (key: string): string => `'${encodeURIComponent(key.replaceAll("'", "''")).replaceAll("'", "%27")}'`;

export const tablePath = (account: string, table: string): string => `/${account}/${encodeURIComponent(table)}`;

export function entityPath(account: string, table: string, key: EntityKey): string {
  return `${tablePath(account, table)}(PartitionKey=${quoted(key.partitionKey)},RowKey=${quoted(key.rowKey)})`;
}
