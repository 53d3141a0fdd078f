// Moments to the minute: as people read them, and as a field for a date and a time holds them. Free of the browser.

import type { TimeZone } from "./preferences.ts";

const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

// "+01", "−03:30"
export function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "−" : "+"}${pad(hours)}${rest === 0 ? "" : `:${pad(rest)}`}`;
}

// A date whose UTC parts are those of the zone.
function shifted(time: number, zone: TimeZone): Date {
  return new Date(zone === "utc" ? time : time - new Date(time).getTimezoneOffset() * 60_000);
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

// "Tuesday 1 Dec 2026 18:00 UTC", of milliseconds since 1970.
export function momentText(time: number, zone: TimeZone): string {
  const date = shifted(time, zone);
  const day = `${weekdays[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  return `${day} ${clock} ${zone === "utc" ? "UTC" : offsetOf(new Date(time))}`;
}

// "2026-12-01T18:00", the value of <input type="datetime-local">.
export const inputOfMoment = (time: number, zone: TimeZone): string => shifted(time, zone).toISOString().slice(0, 16);

// Undefined while the field is not filled in.
export function momentOfInput(text: string, zone: TimeZone): number | undefined {
  const time = Date.parse(zone === "utc" ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

// In whole seconds, which all services take.
export const isoOfMoment = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
