// A row in the forms in which people take it elsewhere.

import { entityPath } from "../../api/addresses.ts";
import type { Entity, EntityKey } from "../../api/edm.ts";
import { printEntity } from "../../api/entity_json.ts";
import { sign } from "../../api/signing.ts";

export const asJson = (entity: Entity): string => printEntity(entity);

const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const hour = 3_600_000;

// A shared access signature that lets one row be read until `expiry`.
function readSignature(account: string, key: string, table: string, row: EntityKey, expiry: Date): URLSearchParams {
  const fields = {
    sv: "2019-02-02",
    sp: "r",
    se: `${expiry.toISOString().slice(0, 19)}Z`,
    tn: table.toLowerCase(),
    spk: row.partitionKey,
    srk: row.rowKey,
    epk: row.partitionKey,
    erk: row.rowKey,
  };
  const { sv, sp, se, tn, spk, srk, epk, erk } = fields;
  const text = [sp, "", se, `/table/${account}/${tn}`, "", "", "", sv, spk, srk, epk, erk].join("\n");
  return new URLSearchParams({ ...fields, sig: sign(key, text) });
}

export interface Place {
  readonly origin: string;
  readonly account: string;
  readonly key: string;
  readonly table: string;
}

// A command that reads the row, for an hour.
export function asCurl({ origin, account, key, table }: Place, row: EntityKey, now: Date = new Date()): string {
  const signature = readSignature(account, key, table, row, new Date(now.getTime() + hour));
  const address = `${origin}${entityPath(account, table, row)}?${signature.toString()}`;
  return `curl -H 'Accept: application/json' ${quoteForShell(address)}`;
}

export function asJavaScript(connection: string, table: string, row: EntityKey): string {
  return `import { TableClient } from "@azure/data-tables";

const client = TableClient.fromConnectionString(${JSON.stringify(connection)}, ${JSON.stringify(table)}, {
  allowInsecureConnection: true,
});
const entity = await client.getEntity(${JSON.stringify(row.partitionKey)}, ${JSON.stringify(row.rowKey)});
`;
}

export function asPython(connection: string, table: string, row: EntityKey): string {
  return `from azure.data.tables import TableClient

client = TableClient.from_connection_string(${JSON.stringify(connection)}, ${JSON.stringify(table)})
entity = client.get_entity(${JSON.stringify(row.partitionKey)}, ${JSON.stringify(row.rowKey)})
`;
}
