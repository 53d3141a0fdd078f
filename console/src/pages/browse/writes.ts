// Writing one row over what is there, and what to do when that has changed meanwhile.

import type { EdmValue, Entity } from "../../api/edm.ts";
import type { EntityContent } from "../../api/entity_json.ts";
import { ServiceError } from "../../api/errors.ts";
import type { TablesClient, WriteMode } from "../../api/tables.ts";

// Somebody else has written the row, or deleted it, since it was loaded.
export interface Conflict {
  readonly yours: EntityContent;
  readonly mode: WriteMode;
  readonly theirs: Entity | undefined; // undefined: it is gone
}

export type Written =
  | { readonly outcome: "written"; readonly entity: Entity }
  | { readonly outcome: "conflict"; readonly conflict: Conflict };

// Writes if the row still has the ETag. Throws ServiceError for any other failure than a conflict.
export async function write(
  client: TablesClient,
  table: string,
  yours: EntityContent,
  etag: string,
  mode: WriteMode,
): Promise<Written> {
  try {
    await client.update(table, yours, etag, mode);
  } catch (error) {
    if (!(error instanceof ServiceError) || (error.status !== 412 && error.status !== 404)) throw error;
    return { outcome: "conflict", conflict: { yours, mode, theirs: await find(client, table, yours) } };
  }
  return { outcome: "written", entity: await client.getEntity(table, yours) };
}

async function find(client: TablesClient, table: string, key: EntityContent): Promise<Entity | undefined> {
  try {
    return await client.getEntity(table, key);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "ResourceNotFound") return undefined;
    throw error;
  }
}

export function oneProperty(entity: Entity, name: string, value: EdmValue): EntityContent {
  return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, properties: new Map([[name, value]]) };
}

export interface Difference {
  readonly name: string;
  readonly theirs: EdmValue | undefined;
  readonly yours: EdmValue | undefined;
}

// The properties in which a row would differ from what is there. A merge keeps what it does not name.
export function differences({ yours, mode, theirs }: Conflict): Difference[] {
  const known = theirs?.properties ?? new Map<string, EdmValue>();
  const names = new Set([...yours.properties.keys(), ...(mode === "replace" ? known.keys() : [])]);
  return [...names]
    .map((name) => ({ name, theirs: known.get(name), yours: yours.properties.get(name) }))
    .filter(({ theirs: a, yours: b }) => a?.type !== b?.type || a?.text !== b?.text);
}
