// What the server has counted by time and key range, as rates.

import { millisecondsOf } from "../../app/service_date.ts";

export interface RangeKey {
  readonly partition: string;
  readonly row: string;
}

// The answer of GET /_rowhouse/activity.
export interface Activity {
  readonly table: string;
  readonly begin: string; // of the first column
  readonly step_seconds: number;
  readonly ranges: readonly {
    readonly from: RangeKey; // the range ends where the next one begins
    readonly reads: readonly number[]; // one for each column, the oldest first
    readonly writes: readonly number[];
  }[];
}

export const shows = ["both", "reads", "writes"] as const;
export type Show = (typeof shows)[number];

export interface HeatMap {
  readonly begin: number; // milliseconds
  readonly step: number; // milliseconds
  readonly columns: number;
  readonly keys: readonly RangeKey[]; // the first of each range, ascending
  readonly reads: readonly (readonly number[])[]; // by range and column, a second
  readonly writes: readonly (readonly number[])[];
}

// The order of the store: UTF-16 code units, which is that of strings here.
export function compareKeys(a: RangeKey, b: RangeKey): number {
  if (a.partition !== b.partition) return a.partition < b.partition ? -1 : 1;
  return a.row === b.row ? 0 : a.row < b.row ? -1 : 1;
}

// Returns how many seconds the latest column has lasted. A clock here that differs from the server's says nothing.
function secondsOfLast(lastBegin: number, step: number, now: number): number {
  const elapsed = now - lastBegin;
  return (elapsed > 0 && elapsed < step ? Math.max(elapsed, Math.min(1000, step)) : step) / 1000;
}

export function toHeatMap(activity: Activity, now: number): HeatMap {
  const begin = millisecondsOf(activity.begin);
  const step = activity.step_seconds * 1000;
  const columns = activity.ranges[0]?.reads.length ?? 0;
  const lastSeconds = secondsOfLast(begin + (columns - 1) * step, step, now);
  const rates = (counts: readonly number[]): number[] =>
    counts.map((count, column) => count / (column === columns - 1 ? lastSeconds : activity.step_seconds));
  return {
    begin,
    step,
    columns,
    keys: activity.ranges.map((range) => range.from),
    reads: activity.ranges.map((range) => rates(range.reads)),
    writes: activity.ranges.map((range) => rates(range.writes)),
  };
}

export function rateAt(map: HeatMap, show: Show, range: number, column: number): number {
  const reads = show === "writes" ? 0 : (map.reads[range]?.[column] ?? 0);
  const writes = show === "reads" ? 0 : (map.writes[range]?.[column] ?? 0);
  return reads + writes;
}

// Returns the range that has a key.
export function rangeOf(map: HeatMap, key: RangeKey): number {
  const after = map.keys.findIndex((each) => compareKeys(each, key) > 0);
  return Math.max(0, (after < 0 ? map.keys.length : after) - 1);
}
