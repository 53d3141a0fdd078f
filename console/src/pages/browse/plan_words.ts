// A plan of the server in plain words.

import type { KeyInterval, Plan } from "../../api/admin.ts";

const isAll = (keys: KeyInterval): boolean => Object.keys(keys).length === 0;
const isPoint = (keys: KeyInterval): boolean => keys.eq !== undefined;

export interface PlanWords {
  readonly text: string;
  readonly isWholeTable: boolean; // every row is read
}

function quote(key: string): string {
  return `“${key.length > 40 ? `${key.slice(0, 40)}…` : key}”`;
}

// "from “a” up to before “c”"
function span(keys: KeyInterval): string {
  const low = keys.ge !== undefined ? `from ${quote(keys.ge)}` : keys.gt !== undefined ? `after ${quote(keys.gt)}` : "";
  const high =
    keys.le !== undefined ? `up to ${quote(keys.le)}` : keys.lt !== undefined ? `up to before ${quote(keys.lt)}` : "";
  return [low, high].filter((part) => part !== "").join(" ");
}

type Range = Plan["ranges"][number];

function oneRange({ partitions, rows }: Range, size: string): string {
  if (isPoint(partitions)) {
    if (isPoint(rows)) return "Reads one row by its key";
    const where = `partition ${quote(partitions.eq ?? "")}`;
    return isAll(rows) ? `Reads ${where}` : `Reads the rows ${span(rows)} of ${where}`;
  }
  if (isAll(partitions)) {
    if (isAll(rows)) return `Walks the whole table${size}`;
    return `Visits every partition, and in each the ${isPoint(rows) ? `row ${quote(rows.eq ?? "")}` : `rows ${span(rows)}`}`;
  }
  const inEach = isAll(rows) ? "" : isPoint(rows) ? `, in each the row ${quote(rows.eq ?? "")}` : `, in each the rows ${span(rows)}`;
  return `Walks the partitions ${span(partitions)}${inEach}`;
}

// `rows` says how many the table has, as in "1.2 million rows"; empty if that is not known.
export function planInWords(plan: Plan, rows: string): PlanWords {
  const [first] = plan.ranges;
  if (!first) return { text: "Reads nothing: no row can match.", isWholeTable: false };
  const size = rows === "" ? "" : `: ${rows}`;
  const isWholeTable = plan.ranges.length === 1 && isAll(first.partitions) && isAll(first.rows);
  const reading =
    plan.ranges.length === 1
      ? oneRange(first, size)
      : plan.ranges.every((range) => isPoint(range.partitions) && isPoint(range.rows))
        ? `Reads ${plan.ranges.length} rows by their keys`
        : `Reads ${plan.ranges.length} key ranges`;
  const testing = plan.then === undefined ? "." : ", and tests each row.";
  return { text: reading + testing, isWholeTable };
}
