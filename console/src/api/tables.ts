// The Table service as an account's key opens it.

import { type AccessPolicy, parsePolicies, printPolicies } from "./access_policies.ts";
import { entityPath, tablePath } from "./addresses.ts";
import { type Operation, checkBatchAnswer, printBatch } from "./batch.ts";
import { type Answer, type Call, type Credentials, send, target } from "./call.ts";
import type { Entity, EntityKey } from "./edm.ts";
import { type EntityContent, parseEntities, parseEntity, printEntity } from "./entity_json.ts";
import { type ServiceProperties, parseProperties, printProperties } from "./service_properties.ts";

// Where the next page begins, as the server said it.
export interface Continuation {
  readonly nextPartitionKey: string;
  readonly nextRowKey: string | undefined;
}

export interface Page {
  readonly entities: Entity[];
  readonly next: Continuation | undefined;
}

export interface Query {
  readonly filter?: string | undefined;
  readonly select?: readonly string[] | undefined;
  readonly top?: number | undefined;
}

// What becomes of the properties that a write does not name.
export type WriteMode = "merge" | "replace";

const json = { Accept: "application/json;odata=minimalmetadata" };
const noContent = { ...json, Prefer: "return-no-content" };
const xml = "application/xml";

export class TablesClient {
  constructor(
    private readonly credentials: Credentials,
    private readonly origin: string = location.origin,
  ) {}

  get account(): string {
    return this.credentials.account;
  }

  async createTable(name: string): Promise<void> {
    await this.send({
      method: "POST",
      path: `/${this.account}/Tables`,
      headers: noContent,
      contentType: "application/json",
      body: JSON.stringify({ TableName: name }),
    });
  }

  async deleteTable(name: string): Promise<void> {
    await this.send({ method: "DELETE", path: `/${this.account}/Tables('${encodeURIComponent(name)}')`, headers: json });
  }

  async listTables(signal?: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    let query = new Map<string, string>();
    for (;;) {
      const answer = await this.send({ method: "GET", path: `/${this.account}/Tables`, query, headers: json, signal });
      const { value } = JSON.parse(answer.body) as { value: readonly { TableName: string }[] };
      names.push(...value.map((each) => each.TableName));
      const next = answer.headers.get("x-ms-continuation-NextTableName");
      if (next === null) return names;
      query = new Map([["NextTableName", next]]);
    }
  }

  async policies(table: string, signal?: AbortSignal): Promise<AccessPolicy[]> {
    return parsePolicies((await this.send({ ...this.policiesOf(table), method: "GET", signal })).body);
  }

  // Replaces all policies of the table.
  async setPolicies(table: string, policies: readonly AccessPolicy[]): Promise<void> {
    await this.send({
      ...this.policiesOf(table),
      method: "PUT",
      contentType: xml,
      body: printPolicies(policies),
    });
  }

  async properties(signal?: AbortSignal): Promise<ServiceProperties> {
    return parseProperties((await this.send({ ...this.propertiesOfAccount(), method: "GET", signal })).body);
  }

  async setProperties(change: Partial<ServiceProperties>): Promise<void> {
    await this.send({
      ...this.propertiesOfAccount(),
      method: "PUT",
      contentType: xml,
      body: printProperties(change),
    });
  }

  async queryPage(table: string, query: Query, from?: Continuation, signal?: AbortSignal): Promise<Page> {
    const answer = await this.send({
      method: "GET",
      path: `${tablePath(this.account, table)}()`,
      query: queryOptions(query, from),
      headers: json,
      signal,
    });
    const nextPartitionKey = answer.headers.get("x-ms-continuation-NextPartitionKey");
    const nextRowKey = answer.headers.get("x-ms-continuation-NextRowKey") ?? undefined;
    return {
      entities: parseEntities(answer.body),
      next: nextPartitionKey === null ? undefined : { nextPartitionKey, nextRowKey },
    };
  }

  async getEntity(table: string, key: EntityKey): Promise<Entity> {
    const path = entityPath(this.account, table, key);
    return parseEntity((await this.send({ method: "GET", path, headers: json })).body);
  }

  async insert(table: string, entity: EntityContent): Promise<void> {
    await this.send({
      method: "POST",
      path: tablePath(this.account, table),
      headers: noContent,
      contentType: "application/json",
      body: printEntity(entity),
    });
  }

  // Writes over an entity that still has the ETag; "*" for any. Returns the new ETag.
  async update(table: string, entity: EntityContent, etag: string, mode: WriteMode): Promise<string> {
    const answer = await this.send({
      method: mode === "merge" ? "PATCH" : "PUT",
      path: entityPath(this.account, table, entity),
      headers: { ...json, "If-Match": etag },
      contentType: "application/json",
      body: printEntity(entity),
    });
    return answer.headers.get("ETag") ?? "";
  }

  async remove(table: string, key: EntityKey, etag = "*"): Promise<void> {
    const path = entityPath(this.account, table, key);
    await this.send({ method: "DELETE", path, headers: { ...json, "If-Match": etag } });
  }

  removal(table: string, key: EntityKey, etag = "*"): Operation {
    return { method: "DELETE", url: this.origin + entityPath(this.account, table, key), etag };
  }

  upsert(table: string, entity: EntityContent, mode: WriteMode): Operation {
    return {
      method: mode === "merge" ? "PATCH" : "PUT",
      url: this.origin + entityPath(this.account, table, entity),
      body: printEntity(entity),
    };
  }

  // Runs up to 100 operations on one partition, all or none. Throws BatchError. A `bulk` transaction says nothing
  // about the load that the application makes.
  async transact(operations: readonly Operation[], bulk: boolean, signal?: AbortSignal): Promise<void> {
    const boundary = randomText();
    const answer = await this.send({
      method: "POST",
      path: `/${this.account}/$batch`,
      headers: { ...json, ...(bulk ? { "x-rowhouse-bulk-load": "true" } : {}) },
      contentType: `multipart/mixed; boundary=batch_${boundary}`,
      body: printBatch(operations, boundary),
      signal,
    });
    checkBatchAnswer(answer.body);
  }

  private policiesOf(table: string) {
    return { path: tablePath(this.account, table), query: new Map([["comp", "acl"]]), headers: { Accept: xml } };
  }

  private propertiesOfAccount() {
    const query = new Map([
      ["restype", "service"],
      ["comp", "properties"],
    ]);
    return { path: `/${this.account}/`, query, headers: { Accept: xml } };
  }

  private send(call: Call): Promise<Answer> {
    const headers = { "x-ms-version": "2019-02-02", ...call.headers };
    return send({ ...call, headers }, { kind: "signed", credentials: this.credentials });
  }
}

// Returns the address of a query, for people to call it by themselves.
export function queryAddress(origin: string, account: string, table: string, query: Query): string {
  return origin + target({ method: "GET", path: `${tablePath(account, table)}()`, query: queryOptions(query) });
}

function queryOptions(query: Query, from?: Continuation): Map<string, string> {
  const options = new Map<string, string>();
  if (query.filter) options.set("$filter", query.filter);
  if (query.select) options.set("$select", query.select.join(","));
  if (query.top !== undefined) options.set("$top", String(query.top));
  if (from) options.set("NextPartitionKey", from.nextPartitionKey);
  if (from?.nextRowKey !== undefined) options.set("NextRowKey", from.nextRowKey);
  return options;
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
