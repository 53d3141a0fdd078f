// Sorting what is loaded. The service itself returns rows by their keys only.

import { type Entity, compareValues } from "../../api/edm.ts";
import { valueOf } from "./columns.ts";

export interface Order {
  readonly column: string;
  readonly descending: boolean;
}

// Ascending, descending, and the order of the keys again.
export function nextOrder(now: Order | undefined, column: string): Order | undefined {
  if (now?.column !== column) return { column, descending: false };
  return now.descending ? undefined : { column, descending: true };
}

// Rows without the property come last in both directions.
export function sorted(rows: Iterable<Entity>, order: Order): Entity[] {
  const direction = order.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [valueOf(a, order.column), valueOf(b, order.column)];
    const compared = compareValues(left, right);
    return left === undefined || right === undefined ? compared : direction * compared;
  });
}
