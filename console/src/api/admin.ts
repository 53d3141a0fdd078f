// The admin routes under /_rowhouse/.

import { type Identity, send } from "./call.ts";

export interface KeyInfo {
  readonly source: string; // "option", "file", "development", or the name of a variable
  readonly since: string; // since when the running server has known it
}

export interface AccountInfo {
  readonly account: string;
  readonly development_key: boolean; // has the well-known key
  readonly keys: readonly KeyInfo[];
}

export interface TlsInfo {
  readonly subject: string;
  readonly names: readonly string[]; // of the hosts that the certificate is for
  readonly not_after: string;
  readonly self_signed: boolean;
}

export interface ServerInfo {
  readonly version: string;
  readonly loopback_only: boolean; // no other machine can reach the server
  readonly in_memory: boolean;
  readonly tls?: TlsInfo; // absent without TLS
  readonly accounts: readonly AccountInfo[];
}

export interface Backup {
  readonly name: string;
  readonly account: string;
  readonly created: string;
  readonly bytes: number;
  readonly tables: readonly string[];
}

// What was copied of a table.
export interface TableCopy {
  readonly table: string;
  readonly entities: number;
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

  async backups(account: string, signal?: AbortSignal): Promise<readonly Backup[]> {
    return (await this.get<{ backups: readonly Backup[] }>("backups", { account }, signal)).backups;
  }

  // Of all tables, or of one.
  async backUp(account: string, name: string, table?: string): Promise<readonly TableCopy[]> {
    const answer = await this.call("POST", "backup", { account, name, table });
    return (JSON.parse(answer) as { tables: readonly TableCopy[] }).tables;
  }

  async restore(account: string, name: string, table: string, as: string): Promise<TableCopy> {
    return JSON.parse(await this.call("POST", "restore", { account, name, table, as })) as TableCopy;
  }

  async deleteBackup(account: string, name: string): Promise<void> {
    await this.call("DELETE", "backup", { account, name });
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
