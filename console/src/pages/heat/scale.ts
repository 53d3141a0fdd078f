// From rates to places on the ramp. Square roots, so that a tenth of the most is still seen.

import { type HeatMap, type Show, rateAt } from "./activity.ts";
import type { View } from "./view.ts";

// The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, ... that is not below.
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 1.5, 2, 3, 4, 5, 6, 8].find((each) => each * power >= value * (1 - 1e-9));
  return digit === undefined ? 10 * power : digit * power;
}

// Rounded, so that the colours stay while the rates change a little.
export function scaleMax(map: HeatMap, view: View, show: Show): number {
  let most = 0;
  for (let range = view.range; range < view.rangeEnd; range += 1) {
    for (let column = view.column; column < view.columnEnd; column += 1) {
      most = Math.max(most, rateAt(map, show, range, column));
    }
  }
  return roundUp(most);
}

export const placeOf = (rate: number, max: number): number => Math.sqrt(Math.min(Math.max(rate / max, 0), 1));

// Rates for a legend: 0, the most, and some between.
export const legendRates = (max: number): number[] => [0, 0.05, 0.25, 0.5, 1].map((part) => part * max);

// What rises on each column, and how much each range has, over what is shown. A second.
export function totals(map: HeatMap, view: View, show: Show): { byColumn: number[]; byRange: number[] } {
  const byColumn = new Array<number>(view.columnEnd - view.column).fill(0);
  const byRange = new Array<number>(view.rangeEnd - view.range).fill(0);
  for (let range = view.range; range < view.rangeEnd; range += 1) {
    for (let column = view.column; column < view.columnEnd; column += 1) {
      const rate = rateAt(map, show, range, column);
      byColumn[column - view.column] = (byColumn[column - view.column] ?? 0) + rate;
      byRange[range - view.range] = (byRange[range - view.range] ?? 0) + rate / byColumn.length;
    }
  }
  return { byColumn, byRange };
}
