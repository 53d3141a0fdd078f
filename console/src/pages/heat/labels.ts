// The texts along the axes.

import type { HeatMap, RangeKey } from "./activity.ts";
import type { View } from "./view.ts";

export interface KeyLabel {
  readonly range: number;
  readonly text: string;
  readonly isCut: boolean; // the beginning that all labels have in common is left out
}

const cutMin = 6; // a shorter beginning is not worth leaving out

// Returns how much of the beginning is the same in all, up to and with a character that divides words.
function commonLength(texts: readonly string[]): number {
  const [first = "", ...others] = texts;
  let length = first.length;
  for (const text of others) {
    let same = 0;
    while (same < length && text[same] === first[same]) same += 1;
    length = same;
  }
  while (length > 0 && /[\p{L}\p{N}\p{M}\p{S}\p{Cs}]/u.test(first[length - 1] ?? "")) length -= 1;
  return length;
}

// A label for every so many ranges that none is nearer to another than `gap` of the axis, from 0 to 1.
export function keyLabels(map: HeatMap, view: View, gap: number): KeyLabel[] {
  const count = view.rangeEnd - view.range;
  const every = Math.max(1, Math.ceil(gap * count));
  const chosen: number[] = [];
  for (let range = view.range; range < view.rangeEnd; range += every) chosen.push(range);
  const keys = chosen.map((range) => map.keys[range] as RangeKey);
  const hasRows = new Set(keys.map((key) => key.partition)).size < keys.length;
  const printed = keys.map((key) => (hasRows && key.row !== "" ? `${key.partition} · ${key.row}` : key.partition));
  const common = commonLength(printed.filter((text) => text !== ""));
  const cut = common >= cutMin && printed.length > 1 ? common : 0;
  return chosen.map((range, index) => {
    const text = printed[index] ?? "";
    const isCut = cut > 0 && text.length > cut;
    return { range, text: isCut ? text.slice(cut) : text, isCut };
  });
}

const second = 1000;
const minute = 60 * second;
const tickSteps = [
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  60 * minute,
];

// Round times (milliseconds) between two, `most` at most.
export function timeTicks(from: number, to: number, most: number): number[] {
  const step = tickSteps.find((each) => (to - from) / each <= most) ?? 60 * minute;
  const ticks: number[] = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) ticks.push(time);
  return ticks;
}
