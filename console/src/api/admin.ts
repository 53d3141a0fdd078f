// The admin routes under /_rowhouse/.

import { type Identity, send } from "./call.ts";

export interface AccountInfo {
  readonly account: string;
  readonly development_key: boolean; // has the well-known key
}

export interface ServerInfo {
  readonly version: string;
  readonly loopback_only: boolean; // no other machine can reach the server
  readonly accounts: readonly AccountInfo[];
}

export interface TableFinding {
  readonly kind: string;
  readonly severity: string;
  readonly partition?: string;
  readonly why: string;
}

// Rows to exact are absent until they have been measured, the rates and findings with --detect=off.
export interface TableInfo {
  readonly account: string;
  readonly table: string;
  readonly rows?: number;
  readonly bytes?: number;
  readonly partitions?: number;
  readonly exact?: boolean;
  readonly reads_per_second?: number;
  readonly writes_per_second?: number;
  readonly busiest_partition_per_second?: number;
  readonly busiest_partition_of_limit?: number;
  readonly findings?: readonly TableFinding[];
}

export interface TableList {
  readonly measured: string;
  readonly tables: readonly TableInfo[];
}

// No member: no bound.
export interface KeyInterval {
  readonly eq?: string;
  readonly ge?: string;
  readonly gt?: string;
  readonly le?: string;
  readonly lt?: string;
}

export interface Plan {
  readonly ranges: readonly { readonly partitions: KeyInterval; readonly rows: KeyInterval }[];
  readonly then?: string; // the test of each row in the ranges
}

type Parameters = Readonly<Record<string, string | undefined>>;

export class AdminClient {
  constructor(private readonly identity: Identity) {}

  server(): Promise<ServerInfo> {
    return this.get("accounts", {});
  }

  tables(account: string, signal?: AbortSignal): Promise<TableList> {
    return this.get("tables", { account }, signal);
  }

  async count(account: string, table: string): Promise<number> {
    return (await this.get<{ count: number }>("count", { account, table })).count;
  }

  plan(account: string, table: string, filter: string, signal?: AbortSignal): Promise<Plan> {
    return this.get("plan", { account, table, filter: filter === "" ? undefined : filter }, signal);
  }

  // For any other route that answers in JSON.
  async get<T>(route: string, parameters: Parameters, signal?: AbortSignal): Promise<T> {
    return JSON.parse(await this.call("GET", route, parameters, signal)) as T;
  }

  async call(method: string, route: string, parameters: Parameters, signal?: AbortSignal): Promise<string> {
    const query = new Map<string, string>();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) query.set(name, value);
    }
    return (await send({ method, path: `/_rowhouse/${route}`, query, signal }, this.identity)).body;
  }
}
