// Which part of the map is shown. A zoom is kept as times and keys, since the server divides both anew as keys arrive.

import { type HeatMap, type RangeKey, compareKeys, rangeOf } from "./activity.ts";

// No member: to the edge of the map, which moves with time.
export interface Zoom {
  readonly from?: number; // milliseconds
  readonly to?: number;
  readonly first?: RangeKey;
  readonly end?: RangeKey; // the first beyond
}

// Columns and ranges from the first up to, and without, the end.
export interface View {
  readonly column: number;
  readonly columnEnd: number;
  readonly range: number;
  readonly rangeEnd: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

export const wholeView = (map: HeatMap): View => ({
  column: 0,
  columnEnd: map.columns,
  range: 0,
  rangeEnd: map.keys.length,
});

export function viewOf(map: HeatMap, zoom: Zoom): View {
  const columnAt = (time: number): number => (time - map.begin) / map.step;
  const column = zoom.from === undefined ? 0 : clamp(Math.floor(columnAt(zoom.from)), 0, map.columns - 1);
  const columnEnd = zoom.to === undefined ? map.columns : clamp(Math.ceil(columnAt(zoom.to)), column + 1, map.columns);
  const range = zoom.first === undefined ? 0 : rangeOf(map, zoom.first);
  const { end } = zoom;
  const beyond = end === undefined ? -1 : map.keys.findIndex((key) => compareKeys(key, end) >= 0);
  const rangeEnd = beyond < 0 ? map.keys.length : clamp(beyond, range + 1, map.keys.length);
  return { column, columnEnd, range, rangeEnd };
}

export function zoomOf(map: HeatMap, view: View): Zoom {
  const first = map.keys[view.range];
  const end = map.keys[view.rangeEnd];
  return {
    ...(view.column > 0 ? { from: map.begin + view.column * map.step } : {}),
    ...(view.columnEnd < map.columns ? { to: map.begin + view.columnEnd * map.step } : {}),
    ...(view.range > 0 && first ? { first } : {}),
    ...(end ? { end } : {}),
  };
}

// Half as much, around a cell.
export function closer(view: View, column: number, range: number): View {
  const halve = (from: number, to: number, around: number): [number, number] => {
    const size = Math.max(1, Math.ceil((to - from) / 2));
    const begin = clamp(around - Math.floor(size / 2), from, to - size);
    return [begin, begin + size];
  };
  const [columnBegin, columnEnd] = halve(view.column, view.columnEnd, column);
  const [rangeBegin, rangeEnd] = halve(view.range, view.rangeEnd, range);
  return { column: columnBegin, columnEnd, range: rangeBegin, rangeEnd };
}

// As much, moved by columns and ranges as far as the map goes.
export function moved(view: View, map: HeatMap, columns: number, ranges: number): View {
  const byColumns = clamp(columns, -view.column, map.columns - view.columnEnd);
  const byRanges = clamp(ranges, -view.range, map.keys.length - view.rangeEnd);
  return {
    column: view.column + byColumns,
    columnEnd: view.columnEnd + byColumns,
    range: view.range + byRanges,
    rangeEnd: view.rangeEnd + byRanges,
  };
}

export const isWhole = (view: View, map: HeatMap): boolean =>
  view.column === 0 && view.range === 0 && view.columnEnd === map.columns && view.rangeEnd === map.keys.length;
