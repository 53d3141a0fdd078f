// Who the person is to the server. A server that listens on loopback only asks for nothing; another wants the admin
// token or an account's key, which are kept until the tab is closed and never become part of an address.

import { computed, signal } from "@preact/signals";
import { AdminClient, type ServerInfo } from "../api/admin.ts";
import type { Identity } from "../api/call.ts";
import { ServiceError } from "../api/errors.ts";
import { developmentAccount, developmentKey } from "../api/signing.ts";
import { TablesClient } from "../api/tables.ts";
import { route } from "./router.ts";
import { readSession, writeSession } from "./storage.ts";

interface Kept {
  readonly token: string; // empty: none
  readonly keys: Readonly<Record<string, string>>; // by account
}

export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "sign-in"; readonly reason: string } // empty: the server just asks
  | { readonly state: "failed"; readonly reason: string }
  | { readonly state: "open"; readonly server: ServerInfo; readonly identity: Identity };

function readKept(): Kept {
  const kept = readSession("credentials") as Partial<Kept> | null;
  return { token: kept?.token ?? "", keys: kept?.keys ?? {} };
}

const kept = signal(readKept());
export const connection = signal<Connection>({ state: "connecting" });

// The account that is shown: that of the address if it exists, else the first.
export const account = computed((): string => {
  if (connection.value.state !== "open") return "";
  const names = connection.value.server.accounts.map((each) => each.account);
  return names.find((name) => name === route.value.account) ?? names[0] ?? "";
});

export const admin = computed(
  (): AdminClient => new AdminClient(connection.value.state === "open" ? connection.value.identity : { kind: "none" }),
);

function keyOf(name: string): string | undefined {
  const own = kept.value.keys[name];
  if (own !== undefined || connection.value.state !== "open") return own;
  const { server } = connection.value;
  const isPublic =
    name === developmentAccount &&
    server.loopback_only &&
    server.accounts.some((each) => each.account === name && each.development_key);
  return isPublic ? developmentKey : undefined;
}

// The key of the account that is shown; undefined until the person has given it.
export const accountKey = computed((): string | undefined => keyOf(account.value));

// Undefined: a key is needed first.
export const tables = computed((): TablesClient | undefined => {
  const key = accountKey.value;
  return key === undefined ? undefined : new TablesClient({ account: account.value, key });
});

function identities(): Identity[] {
  const signed = Object.entries(kept.value.keys).map(
    ([name, key]): Identity => ({ kind: "signed", credentials: { account: name, key } }),
  );
  const token: Identity[] = kept.value.token === "" ? [] : [{ kind: "token", token: kept.value.token }];
  return [...token, { kind: "none" }, ...signed];
}

// Asks the server with each of the credentials that there are, the most powerful first.
export async function connect(): Promise<void> {
  let reason = "";
  for (const identity of identities()) {
    try {
      const server = await new AdminClient(identity).server();
      connection.value = { state: "open", server, identity };
      return;
    } catch (error) {
      const refused = error instanceof ServiceError && (error.status === 401 || error.status === 403);
      if (!refused) {
        connection.value = { state: "failed", reason: error instanceof Error ? error.message : String(error) };
        return;
      }
      if (reason === "" && error.code !== "CredentialsNeeded") reason = error.message;
    }
  }
  connection.value = { state: "sign-in", reason };
}

function keep(next: Kept): void {
  kept.value = next;
  writeSession("credentials", next);
}

// Throws ServiceError if the server refuses the token.
export async function signInWithToken(token: string): Promise<void> {
  await new AdminClient({ kind: "token", token }).server();
  keep({ ...kept.value, token });
  await connect();
}

// Throws ServiceError if the server refuses the key.
export async function signInWithKey(name: string, key: string): Promise<void> {
  await new AdminClient({ kind: "signed", credentials: { account: name, key } }).server();
  keep({ ...kept.value, keys: { ...kept.value.keys, [name]: key } });
  await connect();
}

export const hasCredentials = computed(
  (): boolean => kept.value.token !== "" || Object.keys(kept.value.keys).length > 0,
);

export async function signOut(): Promise<void> {
  keep({ token: "", keys: {} });
  await connect();
}
