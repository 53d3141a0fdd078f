// Choices of the person that hold on all pages: colours and the time zone of dates.

import { effect, signal } from "@preact/signals";
import { readPreference, writePreference } from "./storage.ts";

export type Theme = "system" | "light" | "dark";
export type TimeZone = "local" | "utc";

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T {
  return allowed.find((candidate) => candidate === value) ?? (allowed[0] as T);
}

export const theme = signal(oneOf<Theme>(readPreference("theme"), ["system", "light", "dark"]));
export const timeZone = signal(oneOf<TimeZone>(readPreference("time-zone"), ["local", "utc"]));

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(systemIsDark.matches);
systemIsDark.addEventListener("change", (event) => (systemDark.value = event.matches));

export const isDark = (): boolean => (theme.value === "system" ? systemDark.value : theme.value === "dark");

effect(() => {
  writePreference("theme", theme.value);
  writePreference("time-zone", timeZone.value);
});
effect(() => {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
});
