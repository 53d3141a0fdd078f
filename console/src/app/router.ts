// The address of what is shown, in the part after '#', which no server sees:
//   #/ACCOUNT/PAGE               such as #/devstoreaccount1/tables
//   #/ACCOUNT/PAGE/TABLE?NAME=VALUE

import { signal } from "@preact/signals";

export interface Route {
  readonly account: string; // empty: the first that there is
  readonly page: string;
  readonly table: string; // empty on pages about no table
  readonly options: ReadonlyMap<string, string>;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [account = "", page = "", table = ""] = path.split("/").map(decode);
  return { account, page: page === "" ? "tables" : page, table, options: new Map(new URLSearchParams(query)) };
}

export function printRoute(route: Partial<Route>): string {
  const parts = [route.account ?? "", route.page ?? "tables", ...(route.table ? [route.table] : [])];
  const query = new URLSearchParams([...(route.options ?? [])].filter(([, value]) => value !== "")).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${query === "" ? "" : `?${query}`}`;
}

export const route = signal(parseRoute(location.hash));
window.addEventListener("hashchange", () => (route.value = parseRoute(location.hash)));

// The address of another page of the same account.
export function href(page: string, table = "", options: Readonly<Record<string, string>> = {}): string {
  return printRoute({ account: route.value.account, page, table, options: new Map(Object.entries(options)) });
}

export function go(address: string): void {
  location.hash = address;
}

// Names the account that is shown, if the address does not.
export function showAccount(account: string): void {
  if (account === route.peek().account) return;
  history.replaceState(null, "", printRoute({ ...route.peek(), account }));
  route.value = parseRoute(location.hash);
}

// Changes options of what is shown, without an entry in the history unless `push`. Empty: takes the option out.
export function setOptions(changes: Readonly<Record<string, string>>, push = false): void {
  const options = new Map([...route.value.options, ...Object.entries(changes)]);
  const address = printRoute({ ...route.value, options });
  if (push) return go(address);
  history.replaceState(null, "", address);
  route.value = parseRoute(address);
}
