// The filters that were run on a table, latest first.

import { readPreference, writePreference } from "../../app/storage.ts";

const filtersMax = 30;

const nameFor = (account: string, table: string): string => `filters.${account}.${table.toLowerCase()}`;

export function readFilters(account: string, table: string): string[] {
  const kept = readPreference(nameFor(account, table));
  return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string") : [];
}

export function rememberFilter(account: string, table: string, filter: string): void {
  if (filter === "") return;
  const others = readFilters(account, table).filter((each) => each !== filter);
  writePreference(nameFor(account, table), [filter, ...others].slice(0, filtersMax));
}
