// Numbers and times for people.

import { offsetOf } from "./moments.ts";
import { timeZone } from "./preferences.ts";

const grouped = new Intl.NumberFormat("en-US");

export const formatCount = (count: number): string => grouped.format(count);

// "1 row", "1,200 rows"
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

// "1 row", "1.2 million rows"
export const roughCountOf = (count: number, noun: string): string =>
  count < 1e6 ? countOf(count, noun) : `${roughCount(count)} ${noun}s`;

const steps: readonly [number, string][] = [
  [1e9, "billion"],
  [1e6, "million"],
];

function roughCount(count: number): string {
  for (const [step, name] of steps) {
    if (count >= step) return `${(count / step).toPrecision(count >= 100 * step ? 3 : 2)} ${name}`;
  }
  return formatCount(count);
}

const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function formatRate(perSecond: number): string {
  if (perSecond === 0) return "0";
  if (perSecond < 0.1) return "<0.1";
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond));
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

// A date of the service ("2026-11-28T14:57:45.8914139Z") in the chosen zone, with all of its digits.
export function formatDate(iso: string): string {
  const date = new Date(iso.replace(/(\.\d{3})\d*/, "$1"));
  if (Number.isNaN(date.getTime())) return iso;
  const digits = /\.(\d+)/.exec(iso)?.[1];
  const fraction = digits === undefined ? "" : `.${digits.padEnd(7, "0")}`; // so that those of a column are in line
  if (timeZone.value === "utc") return `${iso.slice(0, 10)} ${date.toISOString().slice(11, 19)}${fraction} UTC`;
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${day} ${time}${fraction} ${offsetOf(date)}`;
}

// "3 s ago"
export function formatAge(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86400 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86400)} days ago`;
}

// Binary values are shown as hexadecimal digits in groups of four bytes.
export function hexFromBase64(base64: string, bytesMax: number): string {
  const binary = atob(base64);
  let hex = "";
  for (let i = 0; i < Math.min(binary.length, bytesMax); i += 1) {
    hex += (i > 0 && i % 4 === 0 ? " " : "") + binary.charCodeAt(i).toString(16).padStart(2, "0");
  }
  return binary.length > bytesMax ? `${hex}…` : hex;
}
