// Where on the map a finding lies.

import { type HeatMap, compareKeys, rangeOf, rateAt } from "./activity.ts";
import type { Finding } from "./findings_json.ts";
import type { View } from "./view.ts";

export interface Mark {
  readonly number: number; // of the finding, from 1
  readonly severity: string;
  // The ranges of a partition, or the way that the end of the range takes: a cell of each column with writes.
  readonly shape:
    | { readonly kind: "band"; readonly range: number; readonly rangeEnd: number }
    | { readonly kind: "trace"; readonly cells: readonly Cell[]; readonly rises: boolean };
}

export interface Cell {
  readonly column: number;
  readonly range: number;
}

function bandOf(map: HeatMap, partition: string): { range: number; rangeEnd: number } {
  const range = rangeOf(map, { partition, row: "" });
  const next = { partition: `${partition}\u0000`, row: "" };
  const beyond = map.keys.findIndex((key) => compareKeys(key, next) >= 0);
  return { range, rangeEnd: Math.max(range + 1, beyond < 0 ? map.keys.length : beyond) };
}

// The range with most of the writes, column by column.
function traceOf(map: HeatMap, begin: number, end: number): Cell[] {
  const cells: Cell[] = [];
  for (let column = 0; column < map.columns; column += 1) {
    let best = -1;
    let most = 0;
    for (let range = begin; range < end; range += 1) {
      const rate = rateAt(map, "writes", range, column);
      if (rate > most) [best, most] = [range, rate];
    }
    if (best >= 0) cells.push({ column, range: best });
  }
  return cells;
}

// Findings about no one place, such as RowKeys in many partitions, have no mark.
export function marksOf(map: HeatMap, findings: readonly Finding[]): Mark[] {
  if (map.keys.length === 0) return [];
  const marks: Mark[] = [];
  findings.forEach((finding, index) => {
    const { severity, partition } = finding;
    const number = index + 1;
    if (finding.kind === "monotonic-partition-key") {
      const cells = traceOf(map, 0, map.keys.length);
      if (cells.length === 0) return;
      marks.push({ number, severity, shape: { kind: "trace", cells, rises: finding.direction !== "descending" } });
    } else if (partition !== undefined) {
      marks.push({ number, severity, shape: { kind: "band", ...bandOf(map, partition) } });
    }
  });
  return marks;
}

// Returns one of the PartitionKeys that a finding is about.
export function exampleOf(map: HeatMap, finding: Finding): string {
  const latest = traceOf(map, 0, map.keys.length).at(-1);
  return finding.partition ?? map.keys[latest?.range ?? 0]?.partition ?? "";
}

// Returns the part of a trace that is shown.
export const cellsIn = (cells: readonly Cell[], view: View): Cell[] =>
  cells.filter(
    ({ column, range }) =>
      column >= view.column && column < view.columnEnd && range >= view.range && range < view.rangeEnd,
  );
