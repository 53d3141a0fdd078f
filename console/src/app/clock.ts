// Times of day and spans of time, in the chosen zone.

import { timeZone } from "./preferences.ts";

const pad = (value: number): string => String(value).padStart(2, "0");

// "14:22:35", of milliseconds since 1970.
export function formatClock(time: number, withSeconds = true): string {
  const date = new Date(time);
  if (timeZone.value === "utc") return date.toISOString().slice(11, withSeconds ? 19 : 16);
  const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return withSeconds ? `${minutes}:${pad(date.getSeconds())}` : minutes;
}

// "3 d 4 h", "12 min 5 s"
export function formatSpan(seconds: number): string {
  const units: readonly [number, string][] = [
    [86400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ];
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [size, name] of units) {
    if (rest >= size && parts.length < 2) parts.push(`${Math.floor(rest / size)} ${name}`);
    else if (parts.length === 1) break;
    rest %= size;
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}
